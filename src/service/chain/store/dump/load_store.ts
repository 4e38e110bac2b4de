import type { Segment } from "../../../../chains/mod.ts";
import type { LedgerBlock, ProducedBlock } from "../../ledger/mod.ts";
import { putNodes } from "../../state_tree/mod.ts";
import type { PendingBytes, Store } from "../store.ts";
import {
  checkText,
  type DumpHeader,
  DumpReader,
  formatEnd,
  parseFields,
  parseHeader,
} from "./_lines.ts";
import { readBlock, readPending, type ReplayState } from "./_read_lines.ts";
import type { StoreProgress } from "./dump_store.ts";

/** Pending transactions that are written at once. */
const PENDING_BATCH = 500;

/** Options of a load. */
export interface LoadOptions {
  /** The segment that the dump is of. */
  readonly segment: Segment;
  /** The bytes of a dump. */
  readonly input: AsyncIterable<Uint8Array>;
  /** Told of each block. */
  readonly onProgress?: StoreProgress;
}

/** Result of a load. */
export interface Loaded {
  /** The newest block. */
  readonly head: LedgerBlock;
  /** Transactions in blocks. */
  readonly transactions: number;
  /** Pending transactions. */
  readonly pending: number;
}

/**
 * Replays a dump into an empty store: every signature is checked, and every block must come out as it was written.
 * Whoever calls throws the store away if this fails.
 *
 * @throws {SyntaxError} If a line is missing, altered or out of place; the message names the line and the reason.
 */
export async function loadStore(store: Store, options: LoadOptions): Promise<Loaded> {
  const reader = new DumpReader(options.input);
  try {
    return await replay(store, reader, options);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    throw new SyntaxError(`Cannot load: line ${reader.count}: ${error.message}`, { cause: error });
  } finally {
    await reader.close();
  }
}

/** Nothing of the dump is written before its last line has come out right. */
async function replay(store: Store, reader: DumpReader, options: LoadOptions): Promise<Loaded> {
  const header = parseHeader(await readLine(reader, "the header"), options.segment);
  let head: LedgerBlock | undefined;
  let transactions = 0;
  let pending: readonly PendingBytes[] = [];
  // A store that is filled writes its tree at the end.
  const nodes = new Map<string, string>();
  const state: ReplayState = {
    readState: (...asked) => store.readState(...asked),
    readTreeNodes: async () => nodes,
  };
  async function* blocks(): AsyncGenerator<ProducedBlock> {
    for (let height = 0; height <= header.height; height++) {
      const text = await readLine(reader, `block ${height} of ${header.height}`);
      const produced = await readBlock(state, { text, header, height, parent: head });
      yield produced;
      putNodes(nodes, produced.treeNodes);
      head = produced.block;
      transactions += produced.executed.length;
      options.onProgress?.(height + 1, header.height + 1);
    }
    if (transactions !== header.transactions) {
      const stated = `the header states ${header.transactions}`;
      throw new SyntaxError(
        `the blocks up to this one have ${transactions} transactions, ${stated}`,
      );
    }
    pending = await readAllPending(store, reader, header);
    await readEnd(reader);
  }
  await store.fill(blocks());
  if (!head) throw new SyntaxError("it has no block");
  for (let at = 0; at < pending.length; at += PENDING_BATCH)
    await store.putPending(pending.slice(at, at + PENDING_BATCH));
  return { head, transactions, pending: header.pending };
}

async function readAllPending(
  store: Store,
  reader: DumpReader,
  header: DumpHeader,
): Promise<readonly PendingBytes[]> {
  const pending: PendingBytes[] = [];
  for (let index = 1; index <= header.pending; index++) {
    const text = await readLine(reader, `pending transaction ${index} of ${header.pending}`);
    pending.push(await readPending(store, text, header.segment));
  }
  return pending;
}

async function readEnd(reader: DumpReader): Promise<void> {
  const text = await readLine(reader, "the closing line");
  const fields = parseFields(text);
  if (!("digest" in fields))
    throw new SyntaxError("the closing line is missing, something else follows");
  const lines = reader.count - 1;
  const digest = reader.endDigest();
  if (fields["digest"] !== digest) {
    throw new SyntaxError(`the lines before it were altered: their digest is ${digest}`);
  }
  checkText({ lines, digest }, formatEnd, text);
  if ((await reader.next()) !== undefined)
    throw new SyntaxError("nothing may follow the closing line");
}

async function readLine(reader: DumpReader, what: string): Promise<string> {
  const text = await reader.next();
  if (text === undefined) throw new SyntaxError(`the dump ends where ${what} should be`);
  return text;
}
