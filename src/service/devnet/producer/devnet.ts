import type { Address, Amount, Hex, UnixSeconds, Wire } from "../../../units/mod.ts";
import type { Announcement, BlockSource, SubmissionOutcome } from "../../chain/block_source.ts";
import {
  ACCOUNT,
  accountOf,
  checkSignature,
  describeTransaction,
  isRefusal,
  type LedgerBlock,
  type PendingTransaction,
  type ProducedBlock,
  readTransaction,
  type Refusal,
} from "../../chain/ledger/mod.ts";
import type { DevState } from "../../../generated/types.gen.ts";
import { SerialQueue } from "../../turns.ts";
import { checkPayment } from "./_chain_traffic.ts";
import { type ChainParts, DevnetChain } from "./_devnet_chain.ts";
import { reorganise, revert } from "./_reorganise.ts";
import { Snapshots } from "./_snapshots.ts";
import { DevnetClock, Schedule, type WriteKind } from "./_schedule.ts";
import type { Reorganisation, ReorganiseOptions, ResolvedOptions } from "./devnet_options.ts";
import { readWorkingState } from "./mempool.ts";
import { SubmissionBatches } from "./submissions.ts";

/**
 * A block source that produces its blocks itself, from submitted transactions, and that can be controlled.
 *
 * Calls, submissions included, run one after the other in the order they were made. They reject once it is closed, where
 * the store fails, and with a `RangeError` before anything changes where an argument is out of range.
 */
export class Devnet implements BlockSource {
  blockTime: number;
  /**
   * Called with every announcement, in order, each once, when the store has it. It must return quickly; what it throws is
   * reported.
   */
  onAnnounced: (announcement: Announcement) => void = () => undefined;
  readonly #options: ResolvedOptions;
  readonly #queue = new SerialQueue();
  readonly #clock: DevnetClock;
  readonly #chain: DevnetChain;
  readonly #schedule: Schedule;
  readonly #snapshots = new Snapshots();
  readonly #submissions = new SubmissionBatches(
    (submissions) => this.#take(() => this.#chain.accept(submissions)),
    // If a batch cannot be stored, each is tried alone: a full disk may have room for some.
    { triesAlone: true },
  );
  #isClosed = false;

  constructor(options: ResolvedOptions, parts: Omit<ChainParts, "announce" | "now">) {
    this.blockTime = options.blockTime;
    this.#options = options;
    this.#clock = new DevnetClock(options.clock);
    this.#chain = new DevnetChain(options, {
      ...parts,
      announce: (announcement) => this.#announce(announcement),
      now: () => this.#clock.now(),
    });
    this.#schedule = new Schedule({
      ...options,
      makeBlock: () => this.produceBlock(),
      makeSubmitted: () => this.#enqueue(() => this.#produceSubmitted()),
    });
  }

  /** Seed of the chain's accounts, validators and traffic. */
  get seed(): number {
    return this.#options.seed;
  }

  get pendingCount(): number {
    return this.#chain.mempool.size;
  }

  get failure(): string | undefined {
    return this.#isClosed ? "it is closed" : this.#chain.failures.reason;
  }

  /** Blocks that could not be produced, in a row; 0 once one was. */
  get failedBlocks(): number {
    return this.#chain.failures.blocks;
  }

  /** Seconds by which the next automatic block is late; 0 where none is due. */
  get overdue(): number {
    return this.#schedule.overdue;
  }

  /** Its mode, seconds between blocks, clock in Unix seconds, and the ids of its snapshots. */
  get state(): Omit<Wire<DevState>, "rules"> {
    const { mode } = this.#schedule;
    const timestamp = this.#clock.now();
    return { mode, seconds: this.blockTime, timestamp, snapshots: this.#snapshots.ids };
  }

  async submit(raw: Uint8Array): Promise<SubmissionOutcome> {
    const transaction = readTransaction(raw, this.#options.segment);
    if (isRefusal(transaction)) return transaction;
    // The queue preserves the order of arrival; signatures it will probably need are verified in parallel meanwhile.
    const begun = this.#chain.isSettled(transaction) ? undefined : checkSignature(transaction);
    const verify = (): Promise<Refusal | undefined> => begun ?? checkSignature(transaction);
    return this.#submissions.add({ transaction, verify });
  }

  async findPending(hash: Hex): Promise<PendingTransaction | undefined> {
    await this.#readBack();
    const transaction = this.#chain.findPending(hash);
    return transaction && describeTransaction(transaction);
  }

  async nextNonce(address: Address): Promise<number> {
    const keys = [ACCOUNT.key(address)];
    for (;;) {
      await this.#readBack();
      const { head } = this.#chain;
      const state = await readWorkingState(this.#options.store, () => keys);
      // A block produced in between removed its transactions from the mempool, so the value read is outdated.
      if (head !== this.#chain.head || this.#chain.isUnsure) continue;
      return this.#chain.mempool.nextNonce(address, accountOf(state, address).nonce);
    }
  }

  /**
   * Produces one block of pending transactions at once, in any mode; the chain is unchanged if that fails.
   *
   * If not all of them fit, senders are served round-robin, starting with the longest-waiting one. Transactions run in
   * order of arrival.
   */
  produceBlock(): Promise<ProducedBlock> {
    return this.#enqueue(() => this.#chain.produce());
  }

  /**
   * Replaces the newest `depth` blocks, 1 to 1000, with at least one more, so that the longer chain wins, and drops the
   * snapshots of removed blocks. No replacing block has the hash of a removed one: the first is at least a second younger
   * than the block it replaces.
   *
   * The transactions of the removed blocks are pending again, in their order and ahead of other pending ones, even beyond
   * the size of the mempool; one that can no longer run is dropped. A process killed before the replacing blocks exist
   * continues from the shorter chain without losing any. Announces what is removed, pending again and dropped, then the
   * blocks.
   */
  reorganise(depth: number, options: ReorganiseOptions = {}): Promise<Reorganisation> {
    return this.#enqueue(() => reorganise(depth, options, this.#context));
  }

  /** Saves the head and the pending transactions, until the devnet is closed; gives the id for {@linkcode revert}. */
  snapshot(): Promise<string> {
    const { mempool } = this.#chain;
    return this.#enqueue(async () => this.#snapshots.take(this.#chain.head, mempool.list()));
  }

  /**
   * Restores the head and the pending transactions of a snapshot, and gives the head. Later snapshots are dropped; this
   * one can be used again. Announces what is removed, pending again and dropped, but not the transactions of removed
   * blocks that were submitted after the snapshot.
   */
  revert(id: string): Promise<LedgerBlock> {
    return this.#enqueue(() => revert(id, this.#context));
  }

  /** Produces a block every `seconds` from now on, 0 to 86400, in any mode; with 0 only `produceBlock` does. */
  setInterval(seconds: number): number {
    this.blockTime = this.#schedule.setInterval(seconds);
    this.#chain.failures.clear();
    return seconds;
  }

  /** Sets the clock, which runs on from there and gives the times of new blocks, none before its parent's. */
  setTime(timestamp: UnixSeconds): Promise<UnixSeconds> {
    return this.#enqueue(async () => this.#clock.set(timestamp, this.#chain.head.timestamp));
  }

  /**
   * Submits a payment from one of the traffic accounts, even without traffic. Each of them starts with a million
   * tokens. On alpha a payment spends a single record if one is large enough.
   */
  async fund(to: Address, value: Amount): Promise<SubmissionOutcome> {
    checkPayment(this.#options.segment, to, value);
    const [outcome] = await this.#take(async () => [await this.#chain.fund(to, value)]);
    if (!outcome) throw new Error("Every payment has an outcome");
    return outcome;
  }

  /** Called when another process has added transactions to a shared mempool. */
  wake(): void {
    this.#schedule.submitted();
  }

  /** Starts automatic blocks, if the mode has any; with `isWaiting`, pending transactions count as submitted. */
  start(isWaiting: boolean): void {
    this.#schedule.start(isWaiting);
  }

  /** Adds traffic for the next block, if this devnet has any. */
  addTraffic(): Promise<void> {
    return this.#enqueue(() => this.#chain.addTraffic());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#schedule.stop();
    // Nothing can be queued behind this, so a second call waits for the same tasks.
    await this.#queue.run(async () => undefined);
  }

  get #context(): Parameters<typeof revert>[1] {
    return { store: this.#options.store, chain: this.#chain, snapshots: this.#snapshots };
  }

  #announce(announcement: Announcement): void {
    const { kind } = announcement;
    if (kind === "block" || kind === "removed") this.#schedule.changed();
    try {
      this.onAnnounced(announcement);
    } catch (error) {
      this.#options.onError(error);
    }
  }

  /** @param kind The kind of failure that is noted if head and pending transactions cannot be read. */
  #enqueue<T>(work: () => Promise<T>, kind: WriteKind = "block"): Promise<T> {
    // Later submissions come after this work.
    this.#submissions.close();
    if (this.#isClosed) return Promise.reject(new Error("Cannot use the devnet: it is closed"));
    return this.#queue.run(async () => {
      await this.#chain.failures.note(kind, () => this.#chain.refresh());
      return work();
    });
  }

  /** Reads head and pending transactions back first, where a write failed that may have taken effect. */
  async #readBack(): Promise<void> {
    if (this.#chain.isUnsure) await this.#queue.run(() => this.#chain.refresh());
  }

  /** Runs submissions in the queue, and lets the schedule know whether any is pending or could not be stored. */
  #take(
    accept: () => Promise<readonly SubmissionOutcome[]>,
  ): Promise<readonly SubmissionOutcome[]> {
    return this.#enqueue(async () => {
      try {
        const outcomes = await accept();
        if (outcomes.some((outcome) => !isRefusal(outcome) && outcome.status === "pending"))
          this.#schedule.submitted();
        return outcomes;
      } catch (error) {
        this.#schedule.retry();
        throw error;
      }
    }, "submission");
  }

  /** Produces as many blocks as the pending transactions need. */
  async #produceSubmitted(): Promise<void> {
    const { mempool, failures } = this.#chain;
    // Submissions checked while this waited in the queue have set the timer again, and are part of this block.
    this.#schedule.taken();
    const waiting = mempool.list();
    // A service that is not ready may get no submission that would clear the failure, so it expires after a block time.
    if (waiting.length === 0) failures.clear();
    while (waiting.some(({ hash }) => mempool.get(hash))) {
      const { executed } = await this.#chain.produce();
      if (executed.length === 0) return;
    }
  }
}
