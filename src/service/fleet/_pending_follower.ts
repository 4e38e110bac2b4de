import type { PostgresStore } from "../chain/store/internal.ts";
import type { PendingBytes } from "../chain/store/mod.ts";
import { once } from "./_repeat.ts";

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
