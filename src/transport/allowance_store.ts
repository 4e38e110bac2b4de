/** What is known of an allowance: plain values, which can be stored as JSON. */
export interface AllowanceState {
  /** When all that was sent will have been refilled: milliseconds since 1970. */
  readonly refilledAt: number;
  /** Nothing is sent before this time, since the service said so: milliseconds since 1970. */
  readonly blockedUntil: number;
  /** Day that `used` is of, in days since 1970 (UTC). */
  readonly day: number;
  /** Requests sent on that day. */
  readonly used: number;
}

/**
 * Where an allowance is kept, so that processes or tabs that use the same key share it.
 *
 * A transport asks it once before each request, and once after an answer that tells of the allowance. Keep one store for
 * each key; within it `host`, the origin of an API host, names the allowance.
 *
 * @example
 * ```ts
 * import type { AllowanceStore } from "alphadelta/transport";
 *
 * // Tabs of one origin, which take turns by a lock.
 * const store: AllowanceStore = {
 *   update: (host, change) =>
 *     navigator.locks.request(host, () => {
 *       const state = change(JSON.parse(localStorage.getItem(host) ?? "null") ?? undefined);
 *       localStorage.setItem(host, JSON.stringify(state));
 *       return state;
 *     }),
 * };
 * ```
 */
export interface AllowanceStore {
  /**
   * Replaces the state of `host` by what `change` makes of it, as one step that nobody else's comes between.
   *
   * `change` is given undefined at first. It is quick, sends nothing, and may be called again where a store compares and
   * swaps; its last result is the one that counts.
   *
   * @returns What is stored then. A call whose store fails rejects with the store's error.
   */
  update(
    host: string,
    change: (state: AllowanceState | undefined) => AllowanceState,
  ): AllowanceState | Promise<AllowanceState>;
}
