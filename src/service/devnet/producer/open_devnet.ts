import { type Segment, SEGMENTS } from "../../../chains/mod.ts";
import { FIRST_SEGMENTS } from "../../../generated/segments.gen.ts";
import type { Hex } from "../../../units/mod.ts";
import {
  chooseValidator,
  completeBlock,
  createGenesis,
  createWorkingState,
  draftBlock,
  type LedgerBlock,
  NO_CLAIMS,
  prepareTransaction,
  type ProducedBlock,
  SERIAL_NUMBER,
  validatorsOf,
  WorkingState,
} from "../../chain/ledger/mod.ts";
import { StateTree } from "../../chain/state_tree/mod.ts";
import type { Store } from "../../chain/store/mod.ts";
import { Traffic } from "../traffic/mod.ts";
import { DevnetSource } from "./_devnet_source.ts";
import { Mempool, recheck } from "./mempool.ts";
import {
  type Devnet,
  type DevnetOptions,
  type ResolvedOptions,
  resolveDevnetOptions,
} from "./devnet.ts";

/** Thrown if the store has another chain than the options say. */
export class ChainMismatchError extends Error {
  override readonly name = "ChainMismatchError";
}

/** Latest transactions per account that are searched for unspent records. */
const WALLET_DEPTH = 20;

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
  const devnet = new DevnetSource(resolved, {
    head,
    mempool,
    traffic: resolved.traffic ? traffic : undefined,
    restoreTraffic: () => restoreTraffic(resolved),
  });
  if (isNew) await devnet.addTraffic();
  devnet.start(isWaiting);
  return devnet;
}

/** Writes the history in one step: an interrupted first start leaves the store empty, and the next one starts over. */
async function writeHistory(options: ResolvedOptions, traffic: Traffic): Promise<void> {
  const { store, segment, clock, history: blocks } = options;
  const end = clock() / 1000;
  try {
    await store.fill(createHistory({ ...options, blocks, end, traffic }));
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

/** Traffic that continues from the state of a store. */
async function restoreTraffic({ store, segment, seed }: ResolvedOptions): Promise<Traffic> {
  const traffic = new Traffic({ segment, seed });
  await restoreWallet(store, traffic);
  return traffic;
}

/** Finds the traffic accounts' unspent records of alpha among those of genesis and of their latest transactions. */
async function restoreWallet(store: Store, { accounts, wallet }: Traffic): Promise<void> {
  if (!wallet) return;
  for (const { address } of accounts) {
    const filter = { direction: "all", offset: 0, limit: WALLET_DEPTH } as const;
    const latest = await store.readAccountTransactions(address, filter);
    for (const { raw } of latest.toReversed()) wallet.follow(prepareTransaction(raw));
  }
  await wallet.retain(async (serialNumbers) => {
    const keys = serialNumbers.map((serialNumber) => SERIAL_NUMBER.key(serialNumber));
    const state = createWorkingState(keys, (await store.readState(keys)).values);
    return new Set<Hex>(
      serialNumbers.filter((one) => state.get(SERIAL_NUMBER, one)?.spentAt === null),
    );
  });
}

/** Options of a history. */
interface HistoryOptions {
  readonly segment: Segment;
  readonly seed: number;
  /** Dev accounts to fund. */
  readonly accounts: number;
  /** Blocks on top of genesis. */
  readonly blocks: number;
  /** Seconds between blocks. */
  readonly blockTime: number;
  /** Time of the last block, in Unix seconds. */
  readonly end: number;
  /** Fills the blocks; afterwards it has the state of the last block. */
  readonly traffic: Traffic;
  /** Aborted to end with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the height of each block. */
  readonly onHistory?: ((height: number) => void) | undefined;
}

/** Genesis and the blocks on top of it, filled with traffic, in order. The whole chain state is in memory meanwhile. */
async function* createHistory(options: HistoryOptions): AsyncGenerator<ProducedBlock> {
  const { segment, seed, blocks, traffic, signal } = options;
  const { chain } = SEGMENTS[segment];
  const tree = new StateTree();
  let last = await createGenesis({ ...options, timestamp: timeOf(options, 0) });
  tree.update(last.changes);
  const founded = new Map(last.changes.map(({ key, value }) => [key, value]));
  // Values stay decoded from one block to the next.
  const whole = new WorkingState((key) => founded.get(key));
  yield last;
  for (let height = 1; height <= blocks; height++) {
    await nextTurn();
    signal?.throwIfAborted();
    options.onHistory?.(height);
    traffic.signAhead(height, blocks);
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
      timestamp: timeOf(options, height),
      state,
    });
    last = completeBlock(draft, tree.update(draft.changes));
    whole.merge(state);
    traffic.follow(transactions, last);
    yield last;
  }
}

/** Lets the process do what waits, such as requests for chains that are open. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

function timeOf({ end, blocks, blockTime }: HistoryOptions, height: number): number {
  return Math.max(0, Math.floor(end - (blocks - height) * blockTime));
}
