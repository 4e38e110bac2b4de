/** The state of the quotas at one API host: plain values, which can be stored as JSON. */
export interface QuotaState {
  /** When every request that was sent will have been refilled: milliseconds since 1970. */
  readonly refilledAt: number;
  /** Nothing is sent before this time, since the service refused until then: milliseconds since 1970. */
  readonly blockedUntil: number;
  /** When the day's count starts anew, by the service or else at midnight UTC: milliseconds since 1970. */
  readonly dayEndsAt: number;
  /** Requests sent on that day. */
  readonly used: number;
}

/**
 * A store of quotas, so that processes or tabs that use one key share them.
 *
 * A transport updates it once before each request, and once after an answer whose rate-limit headers differ from what is
 * known. Use one store for each key; within it `host`, the origin of an API host, names the quotas.
 *
 * @example
 * ```ts
 * import type { QuotaStore } from "alphadelta/transport";
 *
 * // Tabs of one origin: transactions of IndexedDB follow one another, which writes to localStorage do not.
 * const open = () =>
 *   new Promise<IDBDatabase>((resolve, reject) => {
 *     const request = indexedDB.open("quotas");
 *     request.onupgradeneeded = () => request.result.createObjectStore("quotas");
 *     request.onsuccess = () => resolve(request.result);
 *     request.onerror = () => reject(request.error);
 *   });
 * let database: Promise<IDBDatabase> | undefined;
 *
 * const store: QuotaStore = {
 *   async update(host, change) {
 *     database ??= open();
 *     const transaction = (await database).transaction("quotas", "readwrite");
 *     const quotas = transaction.objectStore("quotas");
 *     return new Promise((resolve, reject) => {
 *       const stored = quotas.get(host);
 *       stored.onsuccess = () => {
 *         const state = change(stored.result);
 *         quotas.put(state, host);
 *         transaction.oncomplete = () => resolve(state);
 *       };
 *       transaction.onabort = () => reject(transaction.error);
 *     });
 *   },
 * };
 * ```
 */
export interface QuotaStore {
  /**
   * Replaces the state of `host` by what `change` makes of it, atomically.
   *
   * `change` is given undefined at first. It is quick, sends nothing, and may be called again where a store compares and
   * swaps; its last result is the one that counts.
   *
   * @returns What is stored then. A call whose store fails rejects with the store's error.
   */
  update(
    host: string,
    change: (state: QuotaState | undefined) => QuotaState,
  ): QuotaState | Promise<QuotaState>;
}

/** A quota, and what is left of it. */
export interface BudgetQuota {
  /** Requests in the period; `Infinity` without a limit. */
  readonly limit: number;
  /** Requests left, as far as is known here. */
  readonly remaining: number;
}

/** The requests left at one API host. */
export interface Budget {
  /** Left of this second. */
  readonly second: BudgetQuota;
  /** Left of this day. */
  readonly day: BudgetQuota & {
    /** When the day's count starts anew: at midnight UTC, where the service does not say otherwise. */
    readonly resetsAt: Date;
  };
}
