import type { PostgresStore } from "../chain/store/internal.ts";
import { type LogState, type PendingBytes, readLogState } from "../chain/store/mod.ts";
import { once, repeat } from "../turns.ts";

/** Milliseconds between polls, for changes whose notification was lost. */
const POLL = 200;
/** Milliseconds between counts of pending transactions and of the event log. */
const COUNT = 1_000;

type View = PostgresStore["view"];

/** The parts of a view of which each differs after a change. */
const MOMENT = [
  "revision",
  "last_event",
  "last_pending",
  "epoch",
] as const satisfies (keyof View)[];

/** Hears of transactions that become pending in any process. */
interface PendingListener {
  /** False while nobody wants to know. */
  isWatched(): boolean;
  tell(transaction: PendingBytes): void;
}

/** Follows the writes of other processes to one segment, by notifications of the database and by polling. */
export class Follower {
  /** Why the database could not be read last; `undefined` where it could. */
  failure: string | undefined;
  /** Transactions that were pending when that was counted last. */
  pendingCount = 0;
  /** The extent of the event log then. */
  logState: LogState | undefined;
  /** Hears of transactions that become pending, once {@linkcode beginPending} was called. */
  pendingListener: PendingListener | undefined;
  /** Looks at once; calls that come meanwhile make up one more look. */
  readonly look: () => void = once(() => this.#look());
  readonly #tellPending = once(() => this.#readPending());
  readonly #store: PostgresStore;
  readonly #onChange: () => void;
  readonly #onLook: (error?: unknown) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #stopCounting: () => Promise<void>;
  /** The chain as it was seen last. */
  #seen: View | undefined;
  /** Number of the newest pending transaction that was told; undefined while nobody wants to know. */
  #told: number | undefined;
  #lookedAt = performance.now();
  #headAt = performance.now();

  /**
   * @param onChange Called after each change of the chain, its events, or its epoch.
   * @param onLook Called after each look, with the error of one that failed.
   */
  constructor(store: PostgresStore, onChange: () => void, onLook: (error?: unknown) => void) {
    this.#store = store;
    this.#onChange = onChange;
    this.#onLook = onLook;
    this.#timer = setInterval(this.look, POLL);
    this.#timer.unref();
    this.#stopCounting = repeat(COUNT, () => this.#count());
  }

  /** Seconds since the database was read last. */
  get age(): number {
    return (performance.now() - this.#lookedAt) / 1_000;
  }

  /** Seconds since a block was seen to come or go. */
  get headAge(): number {
    return (performance.now() - this.#headAt) / 1_000;
  }

  /** Resolves once transactions are told that become pending from then on. */
  async beginPending(): Promise<void> {
    this.#told ??= (await this.#store.refresh()).last_pending;
  }

  stop(): void {
    clearInterval(this.#timer);
    void this.#stopCounting();
  }

  async #look(): Promise<void> {
    try {
      const view = await this.#store.refresh();
      this.failure = undefined;
      this.#lookedAt = performance.now();
      this.#onLook();
      this.#follow(view);
    } catch (error) {
      this.#onLook(error);
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  #follow(view: View): void {
    const before = this.#seen;
    this.#seen = view;
    const isOfHead = before?.height !== view.height || before.removals !== view.removals;
    if (before && isOfHead) this.#headAt = performance.now();
    if (before && MOMENT.every((name) => view[name] === before[name])) return;
    this.#tellPending();
    this.#onChange();
  }

  async #readPending(): Promise<void> {
    const listener = this.pendingListener;
    if (!listener?.isWatched()) this.#told = undefined;
    if (this.#told === undefined) return;
    // While the database is away nothing is lost: the next look reads from the same place.
    const found = await this.#store.pendingAfter(this.#told).catch(() => undefined);
    if (!found) return;
    this.#told = found.last;
    for (const transaction of found.transactions) listener?.tell(transaction);
  }

  async #count(): Promise<void> {
    const { events } = this.#store;
    const counted = await Promise.all([this.#store.countPending(), readLogState(events)]).catch(
      () => undefined,
    );
    if (counted) [this.pendingCount, this.logState] = counted;
  }
}
