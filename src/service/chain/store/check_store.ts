/**
 * The full check of a store: what the database finds, and every block made again.
 *
 * @module
 */
import { type Segment, SEGMENTS } from "../../../chains/mod.ts";
import { sha256Hex } from "../../crypto.ts";
import {
  blockKeys,
  checkSignature,
  createGenesis,
  draftBlock,
  type ExecutedTransaction,
  GENESIS,
  type GenesisState,
  isRefusal,
  type LedgerBlock,
  prepareTransaction,
  readStateFor,
  readTransaction,
  sealBlock,
  VALIDATOR,
} from "../ledger/mod.ts";
import { type StateWrite, StateTree } from "../state_tree/mod.ts";
import type { PendingBytes, Render, Store, StoredBlock } from "./store.ts";

interface CheckedChain {
  readonly store: Store;
  readonly render: Render;
  readonly genesis: GenesisState;
  /** The state tree after the block below; undefined after a fault, which would show in the state roots of all blocks above. */
  tree: StateTree | undefined;
}

/** A block as its transactions give it, without what follows from the state tree. */
interface Outcome extends Pick<ReturnType<typeof draftBlock>, "runs" | "changes"> {
  readonly header: Omit<LedgerBlock, "hash" | "stateRoot">;
}

/**
 * Checks a store from its first block to its head: lists and totals, then that each block is what running its transactions
 * on the state below it gives, every signature, and the rendered texts. Gives a sentence for each fault, none for a sound
 * store. Nothing may be written meanwhile.
 *
 * @param segment That of the chain, where it is known.
 */
export async function* checkStore(
  store: Store,
  render: Render,
  segment?: Segment,
): AsyncGenerator<string> {
  yield* store.inspect();
  const head = await store.head();
  const genesis = await readGenesis(store);
  if (!genesis) {
    if (head) yield "The store does not say what its chain was started from";
    return;
  }
  if (segment !== undefined && genesis.segment !== segment)
    yield `The chain is one of ${genesis.segment}, not of ${segment}`;
  yield* findBlockFaults({ store, render, genesis, tree: new StateTree() }, head?.block.height);
  for (const pending of await store.listPending()) {
    const fault = await faultOfBytes(pending, genesis.segment);
    if (fault !== undefined) yield fault;
  }
}

/** What a chain was started from; undefined where the store does not say so. */
async function readGenesis(store: Store): Promise<GenesisState | undefined> {
  const text = (await store.readState([GENESIS.key()], 0)).values.get(GENESIS.key());
  return text === undefined ? undefined : GENESIS.decode(text);
}

async function* findBlockFaults(chain: CheckedChain, head = -1): AsyncGenerator<string> {
  let below: LedgerBlock | undefined;
  for (let height = 0; height <= head; height++) {
    try {
      const stored = await chain.store.findBlock(height);
      if (stored) yield* findFaults(chain, stored, below);
      else yield `Block ${height} is missing`;
      if (!stored) chain.tree = undefined;
      below = stored?.block;
    } catch (error) {
      yield `Block ${height} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
      below = undefined;
      chain.tree = undefined;
    }
  }
}

async function* findFaults(
  chain: CheckedChain,
  stored: StoredBlock,
  below: LedgerBlock | undefined,
): AsyncGenerator<string> {
  const { block } = stored;
  const executed = await chain.store.readBlockTransactions(block.height);
  yield* findRenderingFaults(chain, stored, executed);
  if (below && block.timestamp < below.timestamp)
    yield `Block ${block.height}: timestamp is ${block.timestamp}, the block below has ${below.timestamp}`;
  const faults = await findLedgerFaults(chain, block, { executed, below });
  if (faults.length > 0) chain.tree = undefined;
  yield* faults;
}

interface BlockParts {
  readonly executed: readonly ExecutedTransaction[];
  readonly below: LedgerBlock | undefined;
}

/** Where a block is not what its transactions give: the first kind of fault alone, as others follow from it. */
async function findLedgerFaults(
  chain: CheckedChain,
  block: LedgerBlock,
  { executed, below }: BlockParts,
): Promise<string[]> {
  const { store, genesis } = chain;
  const inBytes = await Promise.all(executed.map((one) => faultOfBytes(one, genesis.segment)));
  const wrong = inBytes.filter((fault) => fault !== undefined);
  if (wrong.length > 0) return wrong;
  // That the block below is missing was reported there.
  if (block.height > 0 && !below) return [];
  const outcome = below
    ? await run(chain, block, { executed, below })
    : await outcomeOfGenesis(genesis, block);
  if (typeof outcome === "string") return [`Block ${block.height}: ${outcome}`];
  const inRuns = [...runFaults(executed, outcome)];
  if (inRuns.length > 0) return inRuns;
  const inChanges = [...changeFaults(await store.readChanges(block.height), outcome)];
  const found = inChanges.length > 0 ? inChanges : [...headerFaults(chain, block, outcome)];
  return found.map((fault) => `Block ${block.height}: ${fault}`);
}

/** Why no chain of a segment has a transaction: its hash, its form, its key or its signature. */
async function faultOfBytes(
  { hash, raw }: Pick<PendingBytes, "hash" | "raw">,
  segment: Segment,
): Promise<string | undefined> {
  const real = sha256Hex(raw);
  if (hash !== real) return `Transaction ${hash} has bytes that hash to ${real}`;
  const read = readTransaction(raw, segment);
  const refusal = isRefusal(read) ? read : await checkSignature(read);
  return refusal && `Transaction ${hash}: ${refusal.reason}`;
}

async function outcomeOfGenesis(
  genesis: GenesisState,
  { timestamp }: LedgerBlock,
): Promise<Outcome> {
  const { block: header, changes } = await createGenesis({ ...genesis, timestamp });
  return { header, changes, runs: [] };
}

/** The outcome of transactions on the state below, or why they have none. */
async function run(
  { store, genesis: { segment } }: CheckedChain,
  { validator, timestamp }: LedgerBlock,
  { executed, below }: BlockParts & { readonly below: LedgerBlock },
): Promise<Outcome | string> {
  const read = async (keys: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    (await store.readState(keys, below.height)).values;
  const known = VALIDATOR.key(validator);
  if (!(await read([known])).has(known))
    return `validator is ${validator}, which is not a validator of the chain`;
  const transactions = executed.map(({ raw }) => prepareTransaction(raw));
  const { chain } = SEGMENTS[segment];
  const next = { chain, parent: below, transactions, validator, timestamp };
  const state = await readStateFor(read, (found) => blockKeys(next, found));
  const outcome = draftBlock({ ...next, state });
  const { hash } =
    transactions.find((one, index) => outcome.runs[index]?.transaction.hash !== one.hash) ?? {};
  return hash === undefined ? outcome : `transaction ${hash} cannot run there`;
}

function* runFaults(
  executed: readonly ExecutedTransaction[],
  { runs }: Outcome,
): Generator<string> {
  for (const [index, found] of executed.entries()) {
    const {
      transaction: { raw: _, ...fields } = {},
      gasUsed,
      status,
      logs = [],
    } = runs[index] ?? {};
    const computed = {
      ...fields,
      gasUsed,
      status,
      logs: logs.map((log, at) => ({ index: at, ...log })),
    };
    for (const [name, value] of Object.entries(computed)) {
      const real = textOf(value);
      const shown = textOf(found[name as keyof ExecutedTransaction]);
      if (shown !== real) yield `Transaction ${found.hash}: ${name} is ${shown}, expected ${real}`;
    }
  }
}

function textOf(value: object | string | number | bigint | undefined): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function* changeFaults(changes: readonly StateWrite[], outcome: Outcome): Generator<string> {
  const found = new Map(changes.map(({ key, value }) => [key, value]));
  if (found.size < changes.length) yield "its changes hold a state value more than once";
  for (const { key, value } of outcome.changes) {
    if (!found.has(key) || found.get(key) !== value)
      yield `running its transactions sets the state value ${key} to ${valueText(value)}, not ${valueText(found.get(key))}`;
    found.delete(key);
  }
  for (const [key, value] of found)
    yield `running its transactions does not set the state value ${key}, to ${valueText(value)}`;
}

function valueText(value: string | undefined): string {
  return value === undefined ? "nothing" : value.slice(0, 200);
}

function* headerFaults(
  { tree }: CheckedChain,
  block: LedgerBlock,
  { header, changes }: Outcome,
): Generator<string> {
  const { stateRoot } = tree ? tree.update(changes) : block;
  const real = sealBlock({ ...header, stateRoot });
  for (const [name, expected] of Object.entries(real)) {
    const found = block[name as keyof LedgerBlock];
    if (found !== expected) yield `${name} is ${found}, expected ${expected}`;
  }
}

async function* findRenderingFaults(
  { store, render }: CheckedChain,
  { block, rendered }: StoredBlock,
  executed: readonly ExecutedTransaction[],
): AsyncGenerator<string> {
  const { height } = block;
  const { items } = await store.listBlocks({ order: "asc", offset: height, limit: 1 });
  if (rendered !== render.block(block) || items !== `[${render.blockSummary(block)}]`)
    yield `Block ${height} has a rendered body that differs from its fields`;
  for (const transaction of executed) {
    const text = await store.renderTransaction(transaction.hash);
    if (text === render.transaction(transaction)) continue;
    yield `Transaction ${transaction.hash} has a rendered body that differs from its fields`;
  }
}
