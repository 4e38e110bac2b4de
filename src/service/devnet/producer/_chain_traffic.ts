import type { Address, Amount } from "../../../units/mod.ts";
import {
  ACCOUNT,
  type KeyFinder,
  type PreparedTransaction,
  type ProducedBlock,
  type WorkingState,
} from "../../chain/ledger/mod.ts";
import type { Traffic } from "../traffic/mod.ts";
import type { Mempool } from "./mempool.ts";

export interface ChainTrafficParts {
  readonly mempool: Mempool;
  /** Generates transactions; undefined without traffic. */
  readonly traffic: Traffic | undefined;
  /** Creates the traffic again, from the state of the store. */
  readonly restoreTraffic: () => Promise<Traffic>;
  readonly readState: (findKeys: KeyFinder) => Promise<WorkingState>;
}

/** Transactions that a devnet signs itself: its traffic, and payments from the accounts of that. */
export class ChainTraffic {
  readonly #parts: ChainTrafficParts;
  readonly #isOn: boolean;
  /** Without traffic its accounts are only paid from, and created with the first payment. */
  #traffic: Traffic | undefined;

  constructor(parts: ChainTrafficParts) {
    this.#parts = parts;
    this.#isOn = parts.traffic !== undefined;
    this.#traffic = parts.traffic;
  }

  /** A payment; `undefined` where no account holds that much. */
  async pay(to: Address, value: Amount): Promise<PreparedTransaction | undefined> {
    const { mempool, readState, restoreTraffic } = this.#parts;
    const traffic = (this.#traffic ??= await restoreTraffic());
    const keys = traffic.accounts.map(({ address }) => ACCOUNT.key(address));
    const state = await readState(() => keys);
    return traffic.pay({ to, value, state, claims: mempool });
  }

  async create(height: number): Promise<readonly PreparedTransaction[]> {
    const { mempool, readState } = this.#parts;
    const traffic = this.#traffic;
    if (!traffic || !this.#isOn) return [];
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

  /** Begins again from the store, where what is known of the accounts belongs to blocks that are gone. */
  async renew(): Promise<void> {
    this.#traffic = this.#isOn ? await this.#parts.restoreTraffic() : undefined;
  }
}
