import type { PostgresStore } from "../chain/store/internal.ts";
import type { PendingBytes } from "../chain/store/mod.ts";

/** Hears of transactions that become pending. */
export interface PendingListener {
  /** False while nobody wants to know. */
  isWatched(): boolean;
  tell(transaction: PendingBytes): void;
}

/** Follows the table of pending transactions, which every process of a fleet adds to, while anybody wants to know. */
export class PendingFollower {
  readonly #store: Pick<PostgresStore, "refresh" | "pendingAfter">;
  readonly #listener: PendingListener;
  /** Number of the newest transaction that was told; undefined while nobody wants to know. */
  #seen: number | undefined;
  #isReading = false;
  #isStale = false;

  constructor(store: Pick<PostgresStore, "refresh" | "pendingAfter">, listener: PendingListener) {
    this.#store = store;
    this.#listener = listener;
  }

  /** Resolves once transactions are told that become pending from then on. */
  async begin(): Promise<void> {
    this.#seen ??= (await this.#store.refresh()).last_pending;
  }

  /** Tells of those that have become pending; calls that come meanwhile make up one more look. */
  async look(): Promise<void> {
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#isStale && this.#seen !== undefined) {
      this.#isStale = false;
      if (!this.#listener.isWatched()) this.#seen = undefined;
      else await this.#tellAfter(this.#seen);
    }
    this.#isReading = false;
  }

  async #tellAfter(seen: number): Promise<void> {
    // Where the database is away, the next look tells what has come meanwhile.
    const found = await this.#store.pendingAfter(seen).catch(() => undefined);
    if (!found) return;
    this.#seen = found.last;
    for (const transaction of found.transactions) this.#listener.tell(transaction);
  }
}
