import type { PostgresStore } from "../chain/store/internal.ts";
import { type LogState, type PendingBytes, readLogState } from "../chain/store/mod.ts";
import { coalesce, repeat } from "../turns.ts";

/** Milliseconds between polls, for changes whose notification was lost. */
const POLL = 200;
/** Milliseconds between counts of pending transactions and of the event log. */
const COUNT = 1_000;

type View = PostgresStore["view"];

/** The properties of a view that show a change. */
const MOMENT = [
  "revision",
  "last_event",
  "last_pending",
  "epoch",
] as const satisfies (keyof View)[];

/** Receives transactions that become pending in any process. */
interface PendingListener {
  /** True while there are subscribers. */
  isWatched(): boolean;
  send(transaction: PendingBytes): void;
}

/** Follows the writes of other processes to one segment, by notifications of the database and by polling. */
export class FleetFollower {
  /** Error of the last read of the database; undefined after a success. */
  failure: string | undefined;
  /** Number of pending transactions at the last count. */
  pendingCount = 0;
  /** State of the event log at the last count. */
  logState: LogState | undefined;
  /** Receives new pending transactions after {@linkcode beginPending}. */
  pendingListener: PendingListener | undefined;
  /** Reads the database now; calls during the read lead to one more. */
  readonly look: () => void = coalesce(() => this.#look());
  readonly #sendPending = coalesce(() => this.#readPending());
  readonly #store: PostgresStore;
  readonly #onChange: () => void;
  readonly #onLook: (error?: unknown) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #stopCounting: () => Promise<void>;
  /** The newest view of the chain. */
  #seen: View | undefined;
  /** Number of the newest pending transaction that was sent; undefined without subscribers. */
  #sentPending: number | undefined;
  #lookedAt = performance.now();
  #headAt = performance.now();

  /**
   * @param onChange Called after each change of the chain, its events, or its epoch.
   * @param onLook Called after each read, with the error if it failed.
   */
  constructor(store: PostgresStore, onChange: () => void, onLook: (error?: unknown) => void) {
    this.#store = store;
    this.#onChange = onChange;
    this.#onLook = onLook;
    this.#timer = setInterval(this.look, POLL);
    this.#timer.unref();
    this.#stopCounting = repeat(COUNT, () => this.#count());
  }

  /** Seconds since the last read of the database. */
  get age(): number {
    return (performance.now() - this.#lookedAt) / 1_000;
  }

  /** Seconds since the last change of the head. */
  get headAge(): number {
    return (performance.now() - this.#headAt) / 1_000;
  }

  /** Resolves once further pending transactions are sent. */
  async beginPending(): Promise<void> {
    this.#sentPending ??= (await this.#store.refresh()).last_pending;
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
    const hasNewHead = before?.height !== view.height || before.removals !== view.removals;
    if (before && hasNewHead) this.#headAt = performance.now();
    if (before && MOMENT.every((name) => view[name] === before[name])) return;
    this.#sendPending();
    this.#onChange();
  }

  async #readPending(): Promise<void> {
    const listener = this.pendingListener;
    if (!listener?.isWatched()) this.#sentPending = undefined;
    if (this.#sentPending === undefined) return;
    // An outage of the database loses nothing: the next read begins at the same transaction.
    const found = await this.#store.pendingAfter(this.#sentPending).catch(() => undefined);
    if (!found) return;
    this.#sentPending = found.last;
    for (const transaction of found.transactions) listener?.send(transaction);
  }

  async #count(): Promise<void> {
    const { events } = this.#store;
    const counted = await Promise.all([this.#store.countPending(), readLogState(events)]).catch(
      () => undefined,
    );
    if (counted) [this.pendingCount, this.logState] = counted;
  }
}
