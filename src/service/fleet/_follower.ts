import type { PostgresStore } from "../chain/store/internal.ts";

/** Milliseconds after which a change is noticed that no notice told of. */
const POLL = 200;

/** Follows what other processes write to one segment: by notices where they come, and by looking where they do not. */
export class Follower {
  /** Why the database could not be read last; `undefined` where it could. */
  failure: string | undefined;
  readonly #store: PostgresStore;
  readonly #onChange: () => void;
  readonly #onLook: (error?: unknown) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #seen = "";
  #isLooking = false;
  #isStale = false;
  #lookedAt = performance.now();

  /**
   * @param onChange Called after each change of the chain, its events, or its epoch.
   * @param onLook Called after each look, with the error of one that failed.
   */
  constructor(store: PostgresStore, onChange: () => void, onLook: (error?: unknown) => void) {
    this.#store = store;
    this.#onChange = onChange;
    this.#onLook = onLook;
    this.#timer = setInterval(() => this.look(), POLL);
    this.#timer.unref();
  }

  /** Seconds since the database was read last. */
  get age(): number {
    return (performance.now() - this.#lookedAt) / 1_000;
  }

  /** Looks at once; calls that come meanwhile make up one more look. */
  look(): void {
    this.#isStale = true;
    if (!this.#isLooking) void this.#look();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.#isStale) {
      this.#isStale = false;
      try {
        const { revision, last_event, last_pending, epoch } = await this.#store.refresh();
        this.failure = undefined;
        this.#lookedAt = performance.now();
        this.#onLook();
        this.#tell(`${revision} ${last_event} ${last_pending} ${epoch}`);
      } catch (error) {
        this.#onLook(error);
        this.failure = error instanceof Error ? error.message : String(error);
      }
    }
    this.#isLooking = false;
  }

  #tell(moment: string): void {
    if (moment === this.#seen) return;
    this.#seen = moment;
    this.#onChange();
  }
}
