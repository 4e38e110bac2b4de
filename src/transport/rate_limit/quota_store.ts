/** The state of the quotas at one API host: plain values, which can be stored as JSON. */
export interface QuotaState {
  /** Time at which every sent request will be refilled, in milliseconds since 1970. */
  readonly refilledAt: number;
  /** End of the pause after a refusal, in milliseconds since 1970. */
  readonly blockedUntil: number;
  /** Reset of the daily count, as reported or else at midnight UTC, in milliseconds since 1970. */
  readonly dayEndsAt: number;
  /** Requests sent on that day. */
  readonly used: number;
}

/**
 * A store of quotas, so that processes or tabs that use one key share them.
 *
 * A transport updates it once before each request, and once after an answer whose rate-limit headers differ from the
 * state. Use one store for each key; within it `host`, the origin of an API host, names the quotas.
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
   * Replaces the state of `host` by the result of `change`, atomically.
   *
   * The first state is undefined. `change` is quick and sends nothing. A store that compares and swaps may call it several
   * times; the last result counts.
   *
   * @returns The stored state. A call whose store fails rejects with the store's error.
   */
  update(
    host: string,
    change: (state: QuotaState | undefined) => QuotaState,
  ): QuotaState | Promise<QuotaState>;
}

/** A quota, with its remaining requests. */
export interface BudgetQuota {
  /** Requests in the period; `Infinity` without a limit. */
  readonly limit: number;
  /** Remaining requests, as far as this client knows. */
  readonly remaining: number;
}

/** The remaining requests at one API host. */
export interface Budget {
  /** Quota of this second. */
  readonly second: BudgetQuota;
  /** Quota of this day. */
  readonly day: BudgetQuota & {
    /** Reset of the daily quota, as reported or else at midnight UTC. */
    readonly resetsAt: Date;
  };
}
