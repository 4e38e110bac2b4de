import type { PostgresStore } from "../chain/store/internal.ts";
import { once } from "./_repeat.ts";
import type { PendingBytes } from "../chain/store/mod.ts";

/** Milliseconds between polls, for changes whose notification was lost. */
const POLL = 200;

type View = PostgresStore["view"];

/** The parts of a view of which each differs after a change. */
const MOMENT = [
  "revision",
  "last_event",
  "last_pending",
  "epoch",
] as const satisfies (keyof View)[];

/** Follows the writes of other processes to one segment, by notifications of the database and by polling. */
export class Follower {
  /** Why the database could not be read last; `undefined` where it could. */
  failure: string | undefined;
  /** Looks at once; calls that come meanwhile make up one more look. */
  readonly look: () => void;
  readonly #store: PostgresStore;
  readonly #onChange: () => void;
  readonly #onLook: (error?: unknown) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  /** The chain as it was seen last. */
  #seen: View | undefined;
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
    this.look = once(() => this.#look());
    this.#timer = setInterval(this.look, POLL);
    this.#timer.unref();
  }

  /** Seconds since the database was read last. */
  get age(): number {
    return (performance.now() - this.#lookedAt) / 1_000;
  }

  /** Seconds since a block was seen to come or go. */
  get headAge(): number {
    return (performance.now() - this.#headAt) / 1_000;
  }

  stop(): void {
    clearInterval(this.#timer);
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
    if (!before || MOMENT.some((name) => view[name] !== before[name])) this.#onChange();
  }
}

/** Hears of transactions that become pending. */
export interface PendingListener {
  /** False while nobody wants to know. */
  isWatched(): boolean;
  tell(transaction: PendingBytes): void;
}

/** Follows the table of pending transactions, which every process of a fleet adds to, while anybody wants to know. */
export class PendingFollower {
  /** Tells of those that have become pending; calls that come meanwhile make up one more look. */
  readonly look: () => void = once(() => this.#look());
  readonly #store: Pick<PostgresStore, "refresh" | "pendingAfter">;
  readonly #listener: PendingListener;
  /** Number of the newest transaction that was told; undefined while nobody wants to know. */
  #seen: number | undefined;

  constructor(store: Pick<PostgresStore, "refresh" | "pendingAfter">, listener: PendingListener) {
    this.#store = store;
    this.#listener = listener;
  }

  /** Resolves once transactions are told that become pending from then on. */
  async begin(): Promise<void> {
    this.#seen ??= (await this.#store.refresh()).last_pending;
  }

  async #look(): Promise<void> {
    if (!this.#listener.isWatched()) this.#seen = undefined;
    if (this.#seen !== undefined) await this.#tellAfter(this.#seen);
  }

  async #tellAfter(seen: number): Promise<void> {
    // While the database is away nothing is lost: the next look reads from the same place.
    const found = await this.#store.pendingAfter(seen).catch(() => undefined);
    if (!found) return;
    this.#seen = found.last;
    for (const transaction of found.transactions) this.#listener.tell(transaction);
  }
}
