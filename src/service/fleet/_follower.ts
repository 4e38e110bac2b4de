import type { PostgresStore } from "../chain/store/internal.ts";
import { once } from "./_repeat.ts";

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
