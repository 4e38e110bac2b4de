import { type Segment, SEGMENTS } from "../../../../chains/mod.ts";
import { type Address, parseHex, type UnixSeconds } from "../../../../units/mod.ts";
import {
  blockKeys,
  checkSignature,
  createGenesis,
  isRefusal,
  type LedgerBlock,
  type PreparedTransaction,
  produceBlock,
  type ProducedBlock,
  readStateFor,
  readTransaction,
  VALIDATOR,
} from "../../ledger/mod.ts";
import { putNodes } from "../../state_tree/mod.ts";
import type { PendingBytes, Store } from "../store.ts";
import {
  checkText,
  type DumpHeader,
  DumpReader,
  type Fields,
  formatBlock,
  formatEnd,
  formatPending,
  parseFields,
  parseHeader,
  wholeNumber,
} from "./_lines.ts";
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
 * The caller removes the store if this fails.
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

/** The dump is written only once its last line has been replayed right. */
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

const HEX = /^0x(?:[0-9a-f]{2})+$/;

/** A block's line and where it stands. */
interface BlockLine {
  readonly text: string;
  readonly header: DumpHeader;
  readonly height: number;
  /** The block below, none for the first. */
  readonly parent: LedgerBlock | undefined;
}

/**
 * Makes the block of a line again.
 *
 * @throws {SyntaxError} If the block made differs from the line; the message is the reason alone.
 */
async function readBlock(store: ReplayState, line: BlockLine): Promise<ProducedBlock> {
  const { text, header, height, parent } = line;
  const fields = parseFields(text);
  if (fields["height"] !== height) {
    throw new SyntaxError(`height is ${JSON.stringify(fields["height"])}, expected ${height}`);
  }
  const timestamp = wholeNumber(fields, "timestamp");
  const transactions = await readTransactions(fields, header.segment);
  const produced = parent
    ? await replayBlock(store, {
        segment: header.segment,
        parent,
        timestamp,
        validator: String(fields["validator"]),
        transactions,
      })
    : await createGenesis({ ...header, timestamp });
  checkExecuted(transactions, produced);
  checkFields(fields, produced);
  return checkText(produced, formatBlock, text);
}

/**
 * Reads a pending transaction's line.
 *
 * @throws {SyntaxError} If it is no transaction of the segment, or one that a block holds; the message is the reason.
 */
async function readPending(store: Store, text: string, segment: Segment): Promise<PendingBytes> {
  const { hash, raw } = await readSigned(parseFields(text)["pending"], segment, "pending");
  checkText(raw, formatPending, text);
  const found = await store.findTransaction(hash);
  if (!found) return { hash, raw };
  throw new SyntaxError(`transaction ${hash} is in block ${found.transaction.blockHeight} already`);
}

async function readTransactions(fields: Fields, segment: Segment): Promise<PreparedTransaction[]> {
  const texts = fields["transactions"];
  if (!Array.isArray(texts)) throw new SyntaxError("transactions is not an array");
  return Promise.all(
    texts.map((text, index) => readSigned(text, segment, `transactions[${index}]`)),
  );
}

async function readSigned(
  text: unknown,
  segment: Segment,
  where: string,
): Promise<PreparedTransaction> {
  if (typeof text !== "string" || !HEX.test(text)) {
    throw new SyntaxError(`${where} is not lower-case hex that starts with 0x`);
  }
  const transaction = readTransaction(parseHex(text), segment);
  if (isRefusal(transaction)) throw new SyntaxError(`${where}: ${transaction.reason}`);
  const refusal = await checkSignature(transaction);
  if (refusal) throw new SyntaxError(`${where}: ${refusal.reason}`);
  return transaction;
}

function checkExecuted(
  transactions: readonly PreparedTransaction[],
  { executed }: ProducedBlock,
): void {
  const index = transactions.findIndex(({ hash }, position) => executed[position]?.hash !== hash);
  if (index === -1) return;
  throw new SyntaxError(`transactions[${index}] (${transactions[index]?.hash}) is not valid there`);
}

function checkFields(fields: Fields, produced: ProducedBlock): void {
  const real = JSON.parse(formatBlock(produced)) as Fields;
  for (const [name, value] of Object.entries(real)) {
    const found = JSON.stringify(fields[name]);
    const expected = JSON.stringify(value);
    if (found === expected) continue;
    throw new SyntaxError(
      `${name} is ${found?.slice(0, 200)}, replaying gives ${expected.slice(0, 200)}`,
    );
  }
}

/** State and state tree of the newest block. */
type ReplayState = Pick<Store, "readState" | "readTreeNodes">;

interface ReplayOptions {
  readonly segment: Segment;
  readonly parent: LedgerBlock;
  readonly timestamp: UnixSeconds;
  readonly validator: Address;
  readonly transactions: readonly PreparedTransaction[];
}

/**
 * Makes the block on top of a store's head again. The caller compares it with the line.
 *
 * @throws {SyntaxError} If time or validator cannot be those of such a block; the message is the reason alone.
 */
async function replayBlock(store: ReplayState, options: ReplayOptions): Promise<ProducedBlock> {
  const { segment, parent, timestamp, validator, transactions } = options;
  const { chain } = SEGMENTS[segment];
  if (timestamp < parent.timestamp) {
    throw new SyntaxError(`timestamp is ${timestamp}, the block below has ${parent.timestamp}`);
  }
  const known = VALIDATOR.key(validator);
  if (!(await store.readState([known])).values.has(known)) {
    throw new SyntaxError(
      `validator is ${JSON.stringify(validator)}, which is not a validator of the chain`,
    );
  }
  const block = { chain, parent, transactions, validator, timestamp };
  const state = await readStateFor(
    async (keys) => (await store.readState(keys)).values,
    (read) => blockKeys(block, read),
  );
  return produceBlock({ ...block, state }, (paths) => store.readTreeNodes(paths));
}
