import { type Segment, SEGMENTS } from "../../../chains/mod.ts";
import { DEV_ACCOUNT_COUNT } from "../../../devnet/mod.ts";
import type { Hex } from "../../../units/mod.ts";
import {
  type Block,
  createGenesis,
  createWorkingState,
  prepareTransaction,
  type ProducedBlock,
  SERIAL_NUMBER,
} from "../../ledger/mod.ts";
import type { Store } from "../../store/mod.ts";
import { createHistory, createWallet } from "./_history.ts";
import { Mempool } from "./_mempool.ts";
import { Traffic } from "./_traffic.ts";
import type { Wallet } from "./_wallet.ts";
import { Devnet, type DevnetParts } from "./devnet.ts";

/** How a devnet is opened. */
export interface DevnetOptions {
  /** Chain and network. */
  readonly segment: Segment;
  /** Where the chain is kept. An empty store is given its history, a used one is continued. */
  readonly store: Store;
  /** What accounts, validators and traffic follow from, a whole number from 0. @default {0} */
  readonly seed?: number;
  /** Seconds from one block to the next, more than 0. @default {2} */
  readonly blockTime?: number;
  /** Blocks that an empty store is given on top of genesis, the last of them at the clock's present. @default {300} */
  readonly history?: number;
  /** Whether transfers between accounts made for it go on while the devnet runs. @default {true} */
  readonly traffic?: boolean;
  /** Whether blocks come by themselves; if not, `produceBlock` makes them. @default {true} */
  readonly automatic?: boolean;
  /** Milliseconds since 1970. @default {Date.now} */
  readonly clock?: () => number;
  /** Dev accounts that genesis funds. @default {10} */
  readonly accounts?: number;
  /** Most transactions that may wait for a block. @default {5000} */
  readonly mempoolSize?: number;
  /** Told when a block could not be made or a listener threw; the devnet goes on. @default {console.error} */
  readonly onError?: (error: unknown) => void;
}

/** Options with every default filled in. */
export type ResolvedDevnetOptions = Required<DevnetOptions>;

/** Blocks of history written at once: large enough to be quick, small enough to let other work in between. */
const HISTORY_BATCH = 50;
/** Transactions looked through per account for records that are still unspent. */
const WALLET_DEPTH = 50;

/**
 * Opens a devnet on a store. The same seed, clock and submissions give the same blocks.
 *
 * @throws {RangeError} If a number among the options is out of range.
 * @throws {Error} If the store holds the chain of another segment or seed.
 */
export async function openDevnet(options: DevnetOptions): Promise<Devnet> {
  const resolved = resolveOptions(options);
  const { store } = resolved;
  const isNew = (await store.head()) === undefined;
  if (isNew) await writeHistory(resolved);
  else await checkGenesis(resolved);
  const head = (await store.head())?.block;
  if (!head) throw new Error(`Cannot open devnet ${resolved.segment}: the store stayed empty`);
  const devnet = new Devnet(resolved, await restoreParts(resolved, head));
  if (isNew) await devnet.addTraffic();
  if (resolved.automatic) devnet.start();
  return devnet;
}

function resolveOptions(options: DevnetOptions): ResolvedDevnetOptions {
  const resolved: ResolvedDevnetOptions = {
    seed: 0,
    blockTime: 2,
    history: 300,
    traffic: true,
    automatic: true,
    clock: Date.now,
    accounts: DEV_ACCOUNT_COUNT,
    mempoolSize: 5_000,
    onError: (error) => console.error(error),
    ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
    segment: options.segment,
    store: options.store,
  };
  checkWhole(resolved, "seed", Number.MAX_SAFE_INTEGER);
  checkWhole(resolved, "history", 1_000_000);
  checkWhole(resolved, "accounts", 10_000);
  checkWhole(resolved, "mempoolSize", 1_000_000);
  // A longer interval overflows the timer, which would then fire at once.
  if (!(resolved.blockTime > 0 && resolved.blockTime <= 86_400)) {
    throw new RangeError(
      `Cannot open devnet: blockTime must be above 0 and at most 86400 seconds, got ${resolved.blockTime}`,
    );
  }
  return resolved;
}

function checkWhole(
  options: ResolvedDevnetOptions,
  name: "seed" | "history" | "accounts" | "mempoolSize",
  maximum: number,
): void {
  const value = options[name];
  if (Number.isSafeInteger(value) && value >= 0 && value <= maximum) return;
  throw new RangeError(
    `Cannot open devnet: ${name} must be a whole number from 0 to ${maximum}, got ${value}`,
  );
}

async function writeHistory(options: ResolvedDevnetOptions): Promise<void> {
  const { store, clock, history: blocks } = options;
  let batch: ProducedBlock[] = [];
  for await (const block of createHistory({ ...options, blocks, end: clock() / 1000 })) {
    batch.push(block);
    if (batch.length < HISTORY_BATCH) continue;
    await store.apply(batch);
    batch = [];
  }
  await store.apply(batch);
}

/** A segment, a seed and a number of accounts have one genesis, so its hash tells whose chain a store holds. */
async function checkGenesis({
  store,
  segment,
  seed,
  accounts,
}: ResolvedDevnetOptions): Promise<void> {
  const first = (await store.findBlock(0))?.block;
  const timestamp = first?.timestamp ?? 0;
  const { block } = await createGenesis({ segment, seed, accounts, timestamp });
  if (first?.hash === block.hash) return;
  throw new Error(
    `Cannot open devnet ${segment} with seed ${seed} and ${accounts} accounts: the store holds another chain (genesis ${first?.hash}, expected ${block.hash})`,
  );
}

async function restoreParts(options: ResolvedDevnetOptions, head: Block): Promise<DevnetParts> {
  const { store, segment, seed } = options;
  const mempool = new Mempool();
  for (const { raw } of await store.listPending()) mempool.add(prepareTransaction(raw));
  if (!options.traffic) return { head, mempool, traffic: undefined };
  const wallet = createWallet(segment, seed);
  const source = new Traffic({ segment, seed, wallet });
  if (SEGMENTS[segment].chain === "alpha") await restoreWallet(store, source, wallet);
  return { head, mempool, traffic: { source, wallet } };
}

/** Finds the traffic accounts' unspent records among those of genesis and of their latest transactions. */
async function restoreWallet(store: Store, source: Traffic, wallet: Wallet): Promise<void> {
  for (const { address } of source.accounts) {
    const filter = { direction: "all", offset: 0, limit: WALLET_DEPTH } as const;
    const latest = await store.readAccountTransactions(address, filter);
    for (const { raw } of latest.reverse()) wallet.follow(prepareTransaction(raw));
  }
  await wallet.retain(async (serialNumbers) => {
    const keys = serialNumbers.map((serialNumber) => SERIAL_NUMBER.key(serialNumber));
    const state = createWorkingState(keys, (await store.readState(keys)).values);
    return new Set<Hex>(
      serialNumbers.filter((one) => state.get(SERIAL_NUMBER, one)?.spentAt === null),
    );
  });
}
