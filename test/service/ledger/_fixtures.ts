import type { Chain, Segment } from "../../../src/chains/mod.ts";
import {
  type DevAccount,
  devAccounts,
  signTransaction,
  type TransactionOf,
} from "../../../src/devnet/mod.ts";
import {
  ACCOUNT,
  type Account,
  completeBlock,
  createGenesis,
  draftBlock,
  prepareTransaction,
  type PreparedTransaction,
  type ProducedBlock,
  readValidators,
  StateTree,
  SUPPLY,
  WorkingState,
} from "../../../src/service/ledger/mod.ts";
import { parseHex } from "../../../src/units/mod.ts";

/** A chain held in memory alone: blocks on a plain map of state. */
export class TestChain {
  readonly segment: Segment;
  readonly values = new Map<string, string>();
  readonly tree = new StateTree();
  head: ProducedBlock;

  constructor(segment: Segment, genesis: ProducedBlock) {
    this.segment = segment;
    this.head = genesis;
    this.tree.update(genesis.changes);
    this.#absorb(genesis);
  }

  static async open(segment: Segment): Promise<TestChain> {
    return new TestChain(segment, await createGenesis({ segment, seed: 0, timestamp: 1_000 }));
  }

  /** A working state over everything there is. */
  get state(): WorkingState {
    return new WorkingState((key) => this.values.get(key));
  }

  get validator(): string {
    const [first] = readValidators(this.state);
    if (!first) throw new Error("Genesis sets validators");
    return first[0];
  }

  account(address: string): Account {
    return this.state.get(ACCOUNT, address) ?? { balance: 0n, nonce: 0 };
  }

  produce(...transactions: PreparedTransaction[]): ProducedBlock {
    const draft = draftBlock({
      chain: this.segment.startsWith("alpha") ? "alpha" : "delta",
      parent: this.head.block,
      transactions,
      validator: this.validator,
      timestamp: this.head.block.timestamp + 2,
      state: this.state,
    });
    this.head = completeBlock(draft, this.tree.update(draft.changes));
    this.#absorb(this.head);
    return this.head;
  }

  /** Everything that anyone holds: balances and stakes. */
  holdings(): bigint {
    const { state } = this;
    const accounts = [...this.values.keys()]
      .filter((key) => key.startsWith("account:"))
      .map((key) => this.account(key.slice("account:".length)).balance);
    const stakes = readValidators(state).map(
      ([, { stake, delegatedStake }]) => stake + delegatedStake,
    );
    return [...accounts, ...stakes].reduce((sum, amount) => sum + amount, 0n);
  }

  supply(): bigint {
    return this.state.get(SUPPLY)?.total ?? 0n;
  }

  #absorb({ changes }: ProducedBlock): void {
    for (const { key, value } of changes) {
      if (value === undefined) this.values.delete(key);
      else this.values.set(key, value);
    }
  }
}

/** The first two dev accounts of a chain. */
export async function devPair<C extends Chain>(chain: C) {
  const [alice, bob] = await devAccounts(chain, { count: 2 });
  if (!alice || !bob) throw new Error("Two accounts were asked for");
  return { alice, bob };
}

/** Signs and prepares a transaction. */
export async function sign<C extends Chain>(
  account: DevAccount<C>,
  transaction: TransactionOf[C],
): Promise<PreparedTransaction> {
  return prepareTransaction(parseHex((await signTransaction(account, transaction)).signedTx));
}
