import { SEGMENTS } from "../../../chains/mod.ts";
import { FIRST_SEGMENTS } from "../../../generated/segments.gen.ts";
import {
  chooseValidator,
  completeBlock,
  createGenesis,
  draftBlock,
  type LedgerBlock,
  NO_CLAIMS,
  prepareTransaction,
  type ProducedBlock,
  validatorsOf,
  WorkingState,
} from "../../chain/ledger/mod.ts";
import { StateTree } from "../../chain/state_tree/mod.ts";
import { Traffic } from "../traffic/mod.ts";
import { restoreWallet } from "./_chain_traffic.ts";
import { Mempool, recheck } from "./mempool.ts";
import { Devnet } from "./devnet.ts";
import {
  type DevnetOptions,
  type ResolvedOptions,
  resolveDevnetOptions,
} from "./devnet_options.ts";

/** Thrown if the store has another chain than the options say. */
export class ChainMismatchError extends Error {
  override readonly name = "ChainMismatchError";
}

/**
 * Opens a devnet on a store. The same seed, clock and submissions give the same blocks.
 *
 * @throws {TypeError | RangeError} If an option is not what it must be; the message names it.
 * @throws {ChainMismatchError} If the store has the chain of another segment, seed or number of accounts.
 */
export async function openDevnet(options: DevnetOptions): Promise<Devnet> {
  const resolved = resolveDevnetOptions(options);
  const { store, segment, seed } = resolved;
  const traffic = new Traffic({ segment, seed });
  const isNew = (await store.head()) === undefined;
  if (isNew) {
    await writeHistory(resolved, traffic);
  } else {
    await checkGenesis(resolved);
    if (resolved.traffic) await restoreWallet(store, traffic);
  }
  const head = (await store.head())?.block;
  if (!head) throw new Error(`Cannot open devnet ${segment}: the store stayed empty`);
  const mempool = await restoreMempool(resolved, head);
  const isWaiting = mempool.size > 0;
  const devnet = new Devnet(resolved, { head, mempool, traffic });
  if (isNew) await devnet.addTraffic();
  devnet.start(isWaiting);
  return devnet;
}

/** Writes the history in one step: an interrupted first start leaves the store empty, and the next one starts over. */
async function writeHistory(options: ResolvedOptions, traffic: Traffic): Promise<void> {
  const { store, segment } = options;
  try {
    await store.fill(createHistory(options, traffic));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot write the history of ${segment}: ${reason}`, { cause });
  }
}

/** Segment, seed and number of accounts determine genesis, so its hash identifies the chain of a store. */
async function checkGenesis({ store, segment, seed, accounts }: ResolvedOptions): Promise<void> {
  const first = (await store.findBlock(0))?.block;
  const timestamp = first?.timestamp ?? 0;
  const { block } = await createGenesis({ segment, seed, accounts, timestamp });
  if (first?.hash === block.hash) return;
  throw new ChainMismatchError(
    `Cannot open devnet ${segment} with seed ${seed} and ${accounts} accounts: the store holds another chain (genesis ${first?.hash}, expected ${block.hash})`,
  );
}

/**
 * Restores the transactions that were pending when the store was closed. Those that no block can include any more are
 * dropped and reported.
 */
async function restoreMempool(
  { store, segment, onError }: ResolvedOptions,
  head: LedgerBlock,
): Promise<Mempool> {
  const mempool = new Mempool();
  const waiting = (await store.listPending()).map(({ raw }) => prepareTransaction(raw));
  const { kept, dropped } = await recheck(store, waiting, head);
  mempool.reset(kept);
  await store.removePending(dropped.map(({ transaction }) => transaction.hash));
  for (const { transaction, reason } of dropped) {
    onError(new Error(`Dropped pending transaction ${transaction.hash} of ${segment}: ${reason}`));
  }
  return mempool;
}

/**
 * Genesis and the blocks on top of it, filled with traffic, in order; the last one is of now. The whole chain state is in
 * memory meanwhile.
 */
async function* createHistory(
  options: ResolvedOptions,
  traffic: Traffic,
): AsyncGenerator<ProducedBlock> {
  const { segment, seed, accounts, history: blocks, blockTime, clock, signal } = options;
  const { chain } = SEGMENTS[segment];
  const end = clock() / 1000;
  const timeOf = (height: number): number =>
    Math.max(0, Math.floor(end - (blocks - height) * blockTime));
  const tree = new StateTree();
  let last = await createGenesis({ segment, seed, accounts, timestamp: timeOf(0) });
  tree.update(last.changes);
  const founded = new Map(last.changes.map(({ key, value }) => [key, value]));
  // Values stay decoded from one block to the next.
  const whole = new WorkingState((key) => founded.get(key));
  yield last;
  for (let height = 1; height <= blocks; height++) {
    // Waiting work comes first, such as requests for chains that are open.
    await new Promise<void>((resolve) => void setImmediate(resolve));
    signal?.throwIfAborted();
    options.onHistory?.(height);
    const state = whole.fork();
    const transactions = await traffic.create({
      height,
      count: segment === FIRST_SEGMENTS[chain] ? [1, 3] : [1, 2],
      claims: NO_CLAIMS,
      state,
      isHistory: true,
    });
    const draft = draftBlock({
      chain,
      parent: last.block,
      transactions,
      validator: chooseValidator({ segment, seed, height, validators: validatorsOf(state) }),
      timestamp: timeOf(height),
      state,
    });
    last = completeBlock(draft, tree.update(draft.changes));
    whole.merge(state);
    traffic.follow(transactions, last);
    yield last;
  }
}
