import {
  ACCOUNT,
  PROPOSAL,
  SERIAL_NUMBER,
  STAKE,
  type StateKind,
  TOKEN_BALANCE,
  UNBONDING,
  VALIDATOR,
} from "../../../../src/service/chain/ledger/mod.ts";

type Counter = "balances" | "records" | "stakes" | "validators" | "entries" | "owed" | "pools";
type Counts = Partial<Record<Counter | "deposits" | `token ${string}`, bigint>>;

function reader<T>(kind: StateKind<T>, count: (value: T, id: string) => Counts) {
  return (text: string, id: string): Counts => count(kind.decode(text), id);
}

/** Contribution of each kind of value to the counters. */
const READERS: Readonly<Record<string, (text: string, id: string) => Counts>> = {
  account: reader(ACCOUNT, ({ balance }) => ({ balances: balance })),
  serial: reader(SERIAL_NUMBER, ({ value, spentAt }) => ({
    records: spentAt === null ? value : 0n,
  })),
  validator: reader(VALIDATOR, ({ stake, delegatedStake, rewardPool }) => ({
    validators: stake + delegatedStake,
    pools: rewardPool,
  })),
  stake: reader(STAKE, ({ amount, rewards, unbonding }) => ({
    stakes: amount,
    pools: rewards,
    owed: unbonding,
  })),
  unbonding: reader(UNBONDING, ({ amount }) => ({ entries: amount })),
  proposal: reader(PROPOSAL, ({ deposit }) => ({ deposits: deposit })),
  token_balance: reader(TOKEN_BALANCE, ({ balance }, id) => ({
    [`token ${id.split(":")[0]}`]: balance,
  })),
};

/** Sums over the state of a chain, kept by its changes: summing all after every block would take too long. */
export class LedgerSums {
  readonly #totals = new Map<string, bigint>();

  change(key: string, before: string | undefined, after: string | undefined): void {
    const colon = key.indexOf(":");
    const read = READERS[key.slice(0, colon)];
    if (colon < 0 || !read) return;
    const id = key.slice(colon + 1);
    if (before !== undefined) this.#add(read(before, id), -1n);
    if (after !== undefined) this.#add(read(after, id), 1n);
  }

  total(counter: keyof Counts): bigint {
    return this.#totals.get(counter) ?? 0n;
  }

  /** Every base unit of the native token, wherever it is. */
  get held(): bigint {
    const counters = ["balances", "validators", "pools", "owed", "deposits"] as const;
    return counters.reduce((sum, counter) => sum + this.total(counter), 0n);
  }

  #add(counts: Counts, sign: bigint): void {
    for (const [counter, value] of Object.entries(counts)) {
      this.#totals.set(counter, (this.#totals.get(counter) ?? 0n) + sign * (value ?? 0n));
    }
  }
}
