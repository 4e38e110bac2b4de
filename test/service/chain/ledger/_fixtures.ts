import { type Chain, type Segment, SEGMENTS } from "../../../../src/chains/mod.ts";
import {
  type DevAccount,
  devAccounts,
  signTransaction,
  type TransactionOf,
} from "../../../../src/devnet/mod.ts";
import {
  ACCOUNT,
  type Account,
  completeBlock,
  blockKeys,
  chooseValidator,
  createGenesis,
  draftBlock,
  prepareTransaction,
  type PreparedTransaction,
  type ProducedBlock,
  readStateFor,
  validatorsOf,
  SUPPLY,
  WorkingState,
} from "../../../../src/service/chain/ledger/mod.ts";
import { StateTree } from "../../../../src/service/chain/state_tree/mod.ts";
import { parseHex } from "../../../../src/units/mod.ts";
import { LedgerSums } from "./_ledger_sums.ts";

/** A chain held in memory alone: blocks on a plain map of state. */
export class TestChain {
  readonly segment: Segment;
  readonly values = new Map<string, string>();
  readonly tree = new StateTree();
  /** Sums over the state, followed from change to change. */
  readonly sums = new LedgerSums();
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

  /** Whose turn the next block is. */
  get validator(): string {
    const { segment } = this;
    const height = this.head.block.height + 1;
    return chooseValidator({ segment, seed: 0, height, validators: validatorsOf(this.state) });
  }

  account(address: string): Account {
    return this.state.get(ACCOUNT, address) ?? { balance: 0n, nonce: 0 };
  }

  produce(...transactions: PreparedTransaction[]): ProducedBlock {
    const draft = draftBlock({ ...this.#next(transactions), state: this.state });
    this.head = completeBlock(draft, this.tree.update(draft.changes));
    this.#absorb(this.head);
    return this.head;
  }

  /** Makes a block on no state but what `blockKeys` names. */
  async produceNarrowly(...transactions: PreparedTransaction[]): Promise<ProducedBlock> {
    const block = this.#next(transactions);
    const state = await readStateFor(
      async (keys) => new Map(keys.flatMap((key) => this.#entry(key))),
      (known) => blockKeys(block, known),
    );
    const draft = draftBlock({ ...block, state });
    this.head = completeBlock(draft, this.tree.update(draft.changes));
    this.#absorb(this.head);
    return this.head;
  }

  /** Makes blocks without transactions until the head has a height. */
  skipTo(height: number): void {
    while (this.head.block.height < height) this.produce();
  }

  /** Everything that anyone holds. */
  holdings(): bigint {
    return this.sums.held;
  }

  supply(): bigint {
    return this.state.get(SUPPLY)?.total ?? 0n;
  }

  #next(transactions: PreparedTransaction[]) {
    const { chain } = SEGMENTS[this.segment];
    const { block: parent } = this.head;
    const { validator } = this;
    return { chain, parent, transactions, validator, timestamp: parent.timestamp + 2 };
  }

  #entry(key: string): [string, string][] {
    const value = this.values.get(key);
    return value === undefined ? [] : [[key, value]];
  }

  #absorb({ changes }: ProducedBlock): void {
    for (const { key, value } of changes) {
      this.sums.change(key, this.values.get(key), value);
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
