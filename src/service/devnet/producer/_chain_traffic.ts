import { type Segment, SEGMENTS } from "../../../chains/mod.ts";
import { type Address, type Amount, type Hex, isAddress } from "../../../units/mod.ts";
import {
  ACCOUNT,
  type KeyFinder,
  type PreparedTransaction,
  prepareTransaction,
  type ProducedBlock,
  SERIAL_NUMBER,
  type WorkingState,
} from "../../chain/ledger/mod.ts";
import type { Store } from "../../chain/store/mod.ts";
import { Traffic } from "../traffic/mod.ts";
import type { ResolvedOptions } from "./devnet_options.ts";
import { type Mempool, readWorkingState } from "./mempool.ts";

interface ChainTrafficParts {
  readonly mempool: Mempool;
  /** Knows the state of the head if traffic is on. */
  readonly traffic: Traffic;
  /** Reads state at the head. */
  readonly readState: (findKeys: KeyFinder) => Promise<WorkingState>;
}

/** Transactions that a devnet signs itself: its traffic, and payments from the traffic accounts. */
export class ChainTraffic {
  readonly #options: ResolvedOptions;
  readonly #parts: ChainTrafficParts;
  /** Without traffic its accounts are only paid from, and created with the first payment. */
  #traffic: Traffic | undefined;

  constructor(options: ResolvedOptions, parts: ChainTrafficParts) {
    this.#options = options;
    this.#parts = parts;
    this.#traffic = options.traffic ? parts.traffic : undefined;
  }

  /** A payment; `undefined` where no account holds that much. */
  async pay(to: Address, value: Amount): Promise<PreparedTransaction | undefined> {
    const { mempool, readState } = this.#parts;
    const traffic = (this.#traffic ??= await this.#restore());
    const keys = traffic.accounts.map(({ address }) => ACCOUNT.key(address));
    const state = await readState(() => keys);
    return traffic.pay({ to, value, state, claims: mempool });
  }

  async create(height: number): Promise<readonly PreparedTransaction[]> {
    const { mempool, readState } = this.#parts;
    const traffic = this.#traffic;
    if (!traffic || !this.#options.traffic) return [];
    const state = await readState((known) => traffic.keys(known));
    return traffic.create({
      height,
      count: [0, 2],
      claims: mempool,
      state,
      isHistory: false,
    });
  }

  /** Takes notice of a block, and of the transactions that were tried in it. */
  follow(tried: readonly PreparedTransaction[], produced: ProducedBlock): void {
    this.#traffic?.follow(tried, produced);
  }

  /** Reads the wallet from the store again, after blocks were removed. */
  async renew(): Promise<void> {
    this.#traffic = this.#options.traffic ? await this.#restore() : undefined;
  }

  async #restore(): Promise<Traffic> {
    const traffic = new Traffic(this.#options);
    await restoreWallet(this.#options.store, traffic);
    return traffic;
  }
}

/** @throws {RangeError} If `to` is not an address of the chain, or `value` is below 1. */
export function checkPayment(segment: Segment, to: Address, value: Amount): void {
  const { chain, addressPrefix } = SEGMENTS[segment];
  if (!isAddress(to, addressPrefix.slice(0, -1)))
    throw new RangeError(`Cannot fund: ${JSON.stringify(to)} is not an address of ${chain}`);
  if (value < 1n)
    throw new RangeError(`Cannot fund: the amount must be at least 1 base unit, got ${value}`);
}

/** Latest transactions per account that are searched for unspent records. */
const WALLET_DEPTH = 20;

/** Finds the traffic accounts' unspent records of alpha among those of genesis and of their latest transactions. */
export async function restoreWallet(store: Store, { accounts, wallet }: Traffic): Promise<void> {
  if (!wallet) return;
  for (const { address } of accounts) {
    const filter = { direction: "all", offset: 0, limit: WALLET_DEPTH } as const;
    const latest = await store.readAccountTransactions(address, filter);
    for (const { raw } of latest.toReversed()) wallet.follow(prepareTransaction(raw));
  }
  await wallet.retain(async (serialNumbers) => {
    const keys = serialNumbers.map((serialNumber) => SERIAL_NUMBER.key(serialNumber));
    const state = await readWorkingState(store, () => keys);
    return new Set<Hex>(
      serialNumbers.filter((one) => state.get(SERIAL_NUMBER, one)?.spentAt === null),
    );
  });
}
