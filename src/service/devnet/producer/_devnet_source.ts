import { SEGMENTS } from "../../../chains/mod.ts";
import {
  type Address,
  type Amount,
  type Hex,
  isAddress,
  type UnixSeconds,
} from "../../../units/mod.ts";
import type { Announcement, SubmissionOutcome } from "../../chain/block_source.ts";
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
import { type ChainParts, DevnetChain } from "./_devnet_chain.ts";
import { SerialQueue } from "../../turns.ts";
import { readWorkingState } from "./mempool.ts";
import { reorganise, Snapshots } from "./_reorganise.ts";
import { DevnetClock, Schedule, type WriteKind } from "./_schedule.ts";
import { SubmissionBatches } from "./submissions.ts";
import type { Devnet, Reorganisation, ReorganiseOptions, ResolvedOptions } from "./devnet.ts";

/** Notifies listeners of a chain's announcements. */
class Announcer {
  readonly #listeners = new Set<(announcement: Announcement) => void>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Adds a listener; the returned function removes it. A function added twice is called twice. */
  subscribe(listener: (announcement: Announcement) => void): () => void {
    const entry = (announcement: Announcement): void => listener(announcement);
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  /** Calls every listener synchronously, in order; one that throws is reported and does not affect the others. */
  announce(announcement: Announcement): void {
    // Copied, so that a listener added by a listener receives only later announcements.
    for (const listener of [...this.#listeners]) {
      if (!this.#listeners.has(listener)) continue;
      try {
        listener(announcement);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}

type DevnetParts = Omit<ChainParts, "announce" | "now">;

/** Implements {@linkcode Devnet}: runs one call at a time, and produces blocks on schedule. */
export class DevnetSource implements Devnet {
  blockTime: number;
  readonly #options: ResolvedOptions;
  readonly #queue = new SerialQueue();
  readonly #announcer: Announcer;
  readonly #clock: DevnetClock;
  readonly #chain: DevnetChain;
  readonly #schedule: Schedule;
  readonly #snapshots = new Snapshots();
  readonly #submissions = new SubmissionBatches(
    (submissions) => this.#take(() => this.#chain.accept(submissions)),
    // A full disk may have room for some, and the others then fail for their own reasons.
    { triesAlone: true },
  );
  #isClosed = false;

  constructor(options: ResolvedOptions, parts: DevnetParts) {
    this.blockTime = options.blockTime;
    this.#options = options;
    this.#announcer = new Announcer(options.onError);
    this.#clock = new DevnetClock(options.clock);
    this.#chain = new DevnetChain(options, {
      ...parts,
      announce: (announcement) => this.#announcer.announce(announcement),
      now: () => this.#clock.now(),
    });
    this.#schedule = new Schedule({
      ...options,
      makeBlock: () => this.produceBlock(),
      makeSubmitted: () => this.#enqueue(() => this.#produceSubmitted()),
    });
    this.#announcer.subscribe(({ kind }) => {
      if (kind === "block" || kind === "removed") this.#schedule.changed();
    });
  }

  get seed(): number {
    return this.#options.seed;
  }

  get pendingCount(): number {
    return this.#chain.mempool.size;
  }

  get failure(): string | undefined {
    return this.#isClosed ? "it is closed" : this.#chain.failures.reason;
  }

  get failedBlocks(): number {
    return this.#chain.failures.blocks;
  }

  get overdue(): number {
    return this.#schedule.overdue;
  }

  get state(): Devnet["state"] {
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
    const transaction = this.#chain.findPending(hash);
    return transaction && describeTransaction(transaction);
  }

  async nextNonce(address: Address): Promise<number> {
    const keys = [ACCOUNT.key(address)];
    for (;;) {
      const { head } = this.#chain;
      const state = await readWorkingState(this.#options.store, () => keys);
      // A block produced in between removed its transactions from the mempool, so the value read is outdated.
      if (head !== this.#chain.head) continue;
      return this.#chain.mempool.nextNonce(address, accountOf(state, address).nonce);
    }
  }

  subscribe(listener: (announcement: Announcement) => void): () => void {
    return this.#announcer.subscribe(listener);
  }

  produceBlock(): Promise<ProducedBlock> {
    return this.#enqueue(() => this.#chain.produce());
  }

  reorganise(depth: number, options: ReorganiseOptions = {}): Promise<Reorganisation> {
    return this.#enqueue(async () => {
      const { store } = this.#options;
      return reorganise(depth, options, {
        store,
        chain: this.#chain,
        snapshots: this.#snapshots,
      });
    });
  }

  snapshot(): Promise<string> {
    const { mempool } = this.#chain;
    return this.#enqueue(async () => this.#snapshots.take(this.#chain.head, mempool.list()));
  }

  revert(id: string): Promise<LedgerBlock> {
    return this.#enqueue(() => this.#revert(id));
  }

  setInterval(seconds: number): number {
    this.blockTime = this.#schedule.setInterval(seconds);
    this.#chain.failures.clear();
    return seconds;
  }

  setTime(timestamp: UnixSeconds): Promise<UnixSeconds> {
    return this.#enqueue(async () => this.#clock.set(timestamp, this.#chain.head.timestamp));
  }

  async fund(to: Address, value: Amount): Promise<SubmissionOutcome> {
    const { chain, addressPrefix } = SEGMENTS[this.#options.segment];
    if (!isAddress(to, addressPrefix.slice(0, -1)))
      throw new RangeError(`Cannot fund: ${JSON.stringify(to)} is not an address of ${chain}`);
    if (value < 1n)
      throw new RangeError(`Cannot fund: the amount must be at least 1 base unit, got ${value}`);
    const [outcome] = await this.#take(async () => [await this.#chain.fund(to, value)]);
    if (!outcome) throw new Error("Every payment has an outcome");
    return outcome;
  }

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

  #take(
    accept: () => Promise<readonly SubmissionOutcome[]>,
  ): Promise<readonly SubmissionOutcome[]> {
    return this.#enqueue(async () => {
      try {
        const outcomes = await accept();
        if (outcomes.some((one) => !isRefusal(one) && one.status === "pending"))
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

  async #revert(id: string): Promise<LedgerBlock> {
    const snapshot = this.#snapshots.get(id);
    const pending = new Set(snapshot.pending.map(({ hash }) => hash));
    const gone = this.#chain.mempool.list().filter(({ hash }) => !pending.has(hash));
    const reason = `The devnet was reverted to ${id}, taken before this transaction`;
    const dropped = gone.map((transaction) => ({ transaction, reason }));
    await this.#chain.rewind({ newHead: snapshot.head, pending: snapshot.pending, dropped });
    this.#snapshots.forgetAfter(snapshot);
    return snapshot.head;
  }
}
