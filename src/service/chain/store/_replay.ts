import { type Segment, SEGMENTS } from "../../../chains/mod.ts";
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
  type PreparedTransaction,
  prepareTransaction,
  readStateFor,
  readTransaction,
  type Refusal,
  VALIDATOR,
} from "../ledger/mod.ts";
import type { StateChange } from "../state_tree/mod.ts";
import type { Store } from "./store.ts";

/** A block with its transactions and the state changes that a store has of it. */
interface ReplayedBlock {
  readonly block: LedgerBlock;
  readonly executed: readonly ExecutedTransaction[];
  readonly changes: readonly StateChange[];
}

/** The outcome of a run, as far as a block shows it. */
interface Outcome {
  readonly header: Readonly<Partial<Record<"receiptsRoot" | "stateRoot", string>>>;
  readonly changes: readonly StateChange[];
}

/** What a chain was started from; undefined where the store does not say so. */
export async function readGenesis(store: Store): Promise<GenesisState | undefined> {
  const text = (await store.readState([GENESIS.key()], 0)).values.get(GENESIS.key());
  return text === undefined ? undefined : GENESIS.decode(text);
}

/**
 * Runs a block again on the state below it: every signature is verified, and the transactions must have the receipts and the
 * state changes that the store has. Gives a sentence for each fault.
 *
 * @param below The block below; undefined for the first one.
 */
export async function* replayBlock(
  store: Store,
  genesis: GenesisState,
  replayed: ReplayedBlock,
  below: LedgerBlock | undefined,
): AsyncGenerator<string> {
  const { block, changes } = replayed;
  const place = `Block ${block.height}`;
  if (!below) {
    const first = await createGenesis({ ...genesis, timestamp: block.timestamp });
    yield* differences(place, replayed, { header: first.block, changes: first.changes });
    return;
  }
  if (block.timestamp < below.timestamp)
    yield `${place}: timestamp is ${block.timestamp}, the block below has ${below.timestamp}`;
  const { executed } = replayed;
  const refusals = await Promise.all(executed.map(({ raw }) => refusalOf(raw, genesis.segment)));
  for (const [index, refusal] of refusals.entries())
    if (refusal) yield `Transaction ${executed[index]?.hash}: ${refusal.reason}`;
  if (refusals.some((refusal) => refusal)) return;
  const transactions = executed.map(({ raw }) => prepareTransaction(raw));
  const outcome = await run(store, genesis, { block, below, transactions });
  if (typeof outcome === "string") yield `${place}: ${outcome}`;
  else yield* differences(place, { block, changes }, outcome);
}

/** Why no chain of a segment has a transaction: its form, its key or its signature. */
export async function refusalOf(raw: Uint8Array, segment: Segment): Promise<Refusal | undefined> {
  const read = readTransaction(raw, segment);
  return isRefusal(read) ? read : checkSignature(read);
}

interface Parts {
  readonly block: LedgerBlock;
  readonly below: LedgerBlock;
  readonly transactions: readonly PreparedTransaction[];
}

/** The outcome of the transactions, or why they have none. */
async function run(
  store: Store,
  { segment }: GenesisState,
  { block, below, transactions }: Parts,
): Promise<Outcome | string> {
  const { validator, timestamp } = block;
  const read = async (keys: readonly string[]): Promise<ReadonlyMap<string, string>> =>
    (await store.readState(keys, below.height)).values;
  const known = VALIDATOR.key(validator);
  if (!(await read([known])).has(known))
    return `validator is ${validator}, which is not a validator of the chain`;
  const { chain } = SEGMENTS[segment];
  const next = { chain, parent: below, transactions, validator, timestamp };
  const state = await readStateFor(read, (found) => blockKeys(next, found));
  const { header, changes, runs } = draftBlock({ ...next, state });
  const { hash } =
    transactions.find((one, index) => runs[index]?.transaction.hash !== one.hash) ?? {};
  if (hash !== undefined) return `transaction ${hash} cannot run there`;
  return { header, changes };
}

function* differences(
  place: string,
  { block, changes }: Pick<ReplayedBlock, "block" | "changes">,
  outcome: Outcome,
): Generator<string> {
  for (const name of ["receiptsRoot", "stateRoot"] as const) {
    const expected = outcome.header[name];
    if (expected === undefined || expected === block[name]) continue;
    yield `${place}: ${name} is ${block[name]}, running its transactions gives ${expected}`;
  }
  const found = new Map(changes.map(({ key, value }) => [key, value]));
  for (const { key, value } of outcome.changes) {
    if (!found.has(key) || found.get(key) !== value)
      yield `${place}: running its transactions sets the state value ${key} to ${shown(value)}, not ${shown(found.get(key))}`;
    found.delete(key);
  }
  for (const [key, value] of found)
    yield `${place}: running its transactions does not set the state value ${key}, to ${shown(value)}`;
}

function shown(value: string | undefined): string {
  return value === undefined ? "nothing" : value.slice(0, 200);
}
