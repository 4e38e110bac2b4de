import { SEGMENTS } from "../../../chains/mod.ts";
import type { Address, Amount, Hex, UnixSeconds } from "../../../units/mod.ts";
import {
  type LedgerBlock,
  BLOCK_GAS_LIMIT,
  chooseValidator,
  completeBlock,
  draftBlock,
  type DroppedTransaction,
  prepareTransaction,
  type PreparedTransaction,
  type ProducedBlock,
  validatorsOf,
  validatorKeys,
} from "../../chain/ledger/mod.ts";
import type { Announcement, SubmissionOutcome } from "../../chain/block_source.ts";
import type { BlockReads } from "../../chain/store/mod.ts";
import type { Traffic } from "../traffic/mod.ts";
import { ChainTraffic } from "./_chain_traffic.ts";
import { factsOf, judgeAll, type Submitted } from "./submissions.ts";
import { chooseFairly, type Mempool, recheck, StateMemory } from "./mempool.ts";
import type { ResolvedOptions } from "./devnet_options.ts";
import { WriteFailures } from "./_schedule.ts";

export interface ChainParts {
  readonly head: LedgerBlock;
  readonly mempool: Mempool;
  /** Knows the state of the head if traffic is on. */
  readonly traffic: Traffic;
  readonly announce: (announcement: Announcement) => void;
  readonly now: () => UnixSeconds;
}

interface BlockRequest {
  /** Transactions to include, in this order; by default pending ones, chosen fairly. */
  readonly candidates?: readonly PreparedTransaction[];
  readonly earliest?: UnixSeconds;
}

/** The head and the pending transactions to restore. */
interface Rewind {
  readonly newHead: LedgerBlock;
  /** In the order of arrival. */
  readonly pending: readonly PreparedTransaction[];
  /** Transactions that are no longer pending, to announce. */
  readonly dropped: readonly DroppedTransaction[];
}

/**
 * Head and mempool of a devnet. Changes are written to the store first; calls must not overlap. A write that fails may have
 * taken effect: head and mempool are read back from the store before anything else is written.
 */
export class DevnetChain {
  readonly mempool: Mempool;
  readonly failures = new WriteFailures();
  readonly #options: ResolvedOptions;
  readonly #parts: ChainParts;
  #head: LedgerBlock;
  readonly #traffic: ChainTraffic;
  /** Transactions of the mempool that are not stored yet: they count for later submissions, but cannot be found. */
  readonly #unstored = new Set<Hex>();
  /** See {@linkcode isUnsure}. */
  #isUnsure = false;
  readonly #state = new StateMemory();

  constructor(options: ResolvedOptions, parts: ChainParts) {
    this.#options = options;
    this.#parts = parts;
    this.mempool = parts.mempool;
    this.#head = parts.head;
    this.#traffic = new ChainTraffic(options, {
      ...parts,
      readState: (findKeys) =>
        this.#state.read(findKeys, async (keys) => (await options.store.readState(keys)).values),
    });
  }

  get head(): LedgerBlock {
    return this.#head;
  }

  /** True from a write that failed until head and mempool were read back: the store may have others. */
  get isUnsure(): boolean {
    return this.#isUnsure;
  }

  /** True if a transaction can be answered without verifying its signature: the mempool is full or has it. */
  isSettled({ hash }: PreparedTransaction): boolean {
    return this.mempool.size >= this.#options.mempoolSize || this.mempool.get(hash) !== undefined;
  }

  /** The pending transaction of a hash, once it is stored. */
  findPending(hash: Hex): PreparedTransaction | undefined {
    return this.#unstored.has(hash) ? undefined : this.mempool.get(hash);
  }

  /**
   * Takes submissions, in this order, and stores those that are not refused in one step: a commit takes as long for one
   * as for many. Returns the outcome of each. If storing fails, it rejects, and none of them is pending.
   */
  async accept(submissions: Iterable<Submitted>): Promise<SubmissionOutcome[]> {
    const { shared } = this.#options;
    if (!shared) return this.#acceptAll(submissions);
    return this.failures.watch("submission", () =>
      Promise.all(Array.from(submissions, ({ transaction }) => shared.accept(transaction))),
    );
  }

  /** Makes sure that head and mempool are those of the store, and adds the transactions of other processes. */
  async refresh(): Promise<void> {
    const { shared } = this.#options;
    if (this.#isUnsure) await this.#readBackLate();
    if (!shared) return;
    const fresh = (await shared.next()).map(({ raw }) => prepareTransaction(raw));
    for (const transaction of fresh) this.mempool.add(transaction);
    this.#announcePending(fresh);
  }

  /** Submits a payment from the funds of the traffic accounts. */
  async fund(to: Address, value: Amount): Promise<SubmissionOutcome> {
    const payment = await this.#traffic.pay(to, value);
    if (payment) {
      const [outcome] = await this.accept([{ transaction: payment }]);
      if (outcome) return outcome;
    }
    const reason = `No account of the devnet holds ${value} base units plus the fee, counting pending transactions: request less, or retry after the next block`;
    return { code: "InsufficientFunds", reason };
  }

  async produce(request: BlockRequest = {}): Promise<ProducedBlock> {
    const waiting = request.candidates ?? chooseFairly(this.mempool.list(), BLOCK_GAS_LIMIT);
    const produced = await this.failures.watch("block", () => this.#seal(waiting, request));
    for (const { hash } of produced.executed) this.mempool.remove(hash);
    this.#head = produced.block;
    this.#parts.announce({ kind: "block", ...produced });
    // The block is valid even if the follow-up fails.
    await this.#followUp(waiting, produced, request).catch(this.#options.onError);
    return produced;
  }

  /** Removes the blocks above `newHead` and sets the pending transactions, in one transaction of the store. */
  async rewind({ newHead, pending, dropped }: Rewind): Promise<void> {
    const { announce } = this.#parts;
    const oldHead = this.#head;
    const before = this.mempool.list();
    // First, so that a concurrent read neither misses a transaction in both places nor gets a used nonce.
    this.mempool.reset(pending);
    await this.#write(
      () => this.#options.store.truncate(newHead.height, pending),
      () => this.#head.hash === newHead.hash && oldHead.height > newHead.height,
    ).catch((error: unknown) => {
      if (this.#isUnsure) this.mempool.reset(before);
      throw error;
    });
    this.#head = newHead;
    this.#state.clear();
    if (oldHead.height > newHead.height) {
      const fromHeight = newHead.height + 1;
      announce({ kind: "removed", fromHeight, oldHead, newHead });
    }
    const known = new Set(before.map(({ hash }) => hash));
    this.#announcePending(pending.filter(({ hash }) => !known.has(hash)));
    this.#announceDropped(dropped);
    await this.#traffic.renew().catch(this.#options.onError);
  }

  /** Adds traffic for the next block, if this devnet has any. */
  async addTraffic(): Promise<void> {
    const transactions = await this.#traffic.create(this.#head.height + 1);
    if (transactions.length === 0) return;
    // Refusals (funds used up, mempool full) are ignored: there is less traffic then.
    await this.accept(transactions.map((transaction) => ({ transaction })));
  }

  async #acceptAll(submissions: Iterable<Submitted>): Promise<SubmissionOutcome[]> {
    const { mempool } = this;
    const { store, mempoolSize } = this.#options;
    const accepted: PreparedTransaction[] = [];
    let outcomes: SubmissionOutcome[];
    try {
      const facts = factsOf(store, mempool, mempoolSize);
      outcomes = await judgeAll(submissions, facts, (transaction) => {
        this.#unstored.add(transaction.hash);
        mempool.add(transaction);
        accepted.push(transaction);
      });
      if (accepted.length === 0) return outcomes;
      await this.failures.watch("submission", () =>
        this.#write(
          () => store.putPending(accepted),
          () => accepted.every(({ hash }) => mempool.get(hash)),
        ),
      );
    } catch (error) {
      for (const { hash } of accepted) if (this.#unstored.has(hash)) mempool.remove(hash);
      throw error;
    } finally {
      this.#unstored.clear();
    }
    this.#announcePending(accepted);
    return outcomes;
  }

  /** Produces a block and stores it. Nothing changes if that fails. */
  async #seal(
    transactions: readonly PreparedTransaction[],
    { earliest = 0 }: BlockRequest,
  ): Promise<ProducedBlock> {
    const { segment, seed, store } = this.#options;
    const { chain } = SEGMENTS[segment];
    const parent = this.#head;
    const height = parent.height + 1;
    let produced: ProducedBlock | undefined;
    const make = async ({ readState, updateTree }: BlockReads): Promise<ProducedBlock> => {
      const validators = validatorsOf(await this.#state.read(validatorKeys, readState));
      const validator = chooseValidator({ segment, seed, height, validators });
      const block = { chain, parent, validator, transactions };
      const state = await this.#state.readForBlock(block, readState);
      const timestamp = Math.max(parent.timestamp, earliest, this.#parts.now());
      const draft = draftBlock({ ...block, timestamp, state });
      const executed = draft.runs.map(({ transaction }) => transaction);
      return (produced = completeBlock(draft, await updateTree(draft.changes, executed)));
    };
    await this.#write(
      async () => void (await store.add(make)),
      () => this.#head.hash === produced?.block.hash,
    );
    if (!produced) throw new Error("A block that was added was made");
    this.#state.follow(produced.changes);
    return produced;
  }

  /** Writes to the store. An error is ignored if `isDone` finds, after reading back, that the write took effect all the same. */
  async #write(write: () => Promise<void>, isDone: () => boolean): Promise<void> {
    try {
      await write();
    } catch (error) {
      this.#isUnsure = true;
      this.#state.clear();
      await this.#readBack().catch(() => undefined);
      if (this.#isUnsure || !isDone()) throw error;
    }
  }

  /** Reads back if that failed right after the write. The write may have changed the head, which traffic has to follow. */
  async #readBackLate(): Promise<void> {
    const { hash } = this.#head;
    await this.#readBack();
    if (this.#head.hash !== hash) await this.#traffic.renew().catch(this.#options.onError);
  }

  /** Takes over head and pending transactions as the store has them. */
  async #readBack(): Promise<void> {
    const { store } = this.#options;
    const [head, pending] = await Promise.all([store.head(), store.listPending()]);
    if (!head) throw new Error("Cannot read the head back: the store is empty");
    this.#head = head.block;
    this.mempool.reset(
      pending.map(({ hash, raw }) => this.mempool.get(hash) ?? prepareTransaction(raw)),
    );
    this.#unstored.clear();
    this.#isUnsure = false;
  }

  /** Runs after a block: drops transactions that can no longer succeed, and adds traffic for the next one. */
  async #followUp(
    tried: readonly PreparedTransaction[],
    produced: ProducedBlock,
    { candidates }: BlockRequest,
  ): Promise<void> {
    this.#traffic.follow(tried, produced);
    // Fairly chosen transactions fit into the block: one that did not run depends on another, or can never run.
    if (!candidates && produced.executed.length < tried.length) await this.#dropStuck();
    await this.addTraffic();
  }

  async #dropStuck(): Promise<void> {
    const { store } = this.#options;
    const { dropped } = await recheck(store, this.mempool.list(), this.#head);
    await store.removePending(dropped.map(({ transaction }) => transaction.hash));
    for (const { transaction } of dropped) this.mempool.remove(transaction.hash);
    this.#announceDropped(dropped);
  }

  #announcePending(transactions: readonly PreparedTransaction[]): void {
    for (const transaction of transactions) this.#parts.announce({ kind: "pending", transaction });
  }

  #announceDropped(dropped: readonly DroppedTransaction[]): void {
    for (const { transaction, reason } of dropped)
      this.#parts.announce({ kind: "dropped", transaction, reason });
  }
}
