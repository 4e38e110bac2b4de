import type { QuotaState } from "./quota_store.ts";

const SECOND = 1_000;
export const DAY = 86_400_000;

/** Share of a second's requests that may go out at once: the service's clock and ours do not tick together. */
const BURST = 0.8;

/** Requests that may go out at once. */
export function burstOf(perSecond: number): number {
  return Math.max(1, Math.floor(perSecond * BURST));
}

/** The state before anything is sent. */
export function freshState(now: number): QuotaState {
  return { refilledAt: 0, blockedUntil: 0, dayEndsAt: nextMidnight(now), used: 0 };
}

/** The state with the day's count at zero if a new day has come. */
export function today(state: QuotaState, now: number): QuotaState {
  if (now < state.dayEndsAt) return state;
  return { ...state, dayEndsAt: nextMidnight(now), used: 0 };
}

/** Requests that may go out at `now`; below 0 where a batch went out on credit. */
export function availableAt({ refilledAt }: QuotaState, perSecond: number, now: number): number {
  if (perSecond === Infinity) return Infinity;
  return burstOf(perSecond) - (Math.max(0, refilledAt - now) * perSecond) / SECOND;
}

/** The state in which `available` requests may go out at `now`. */
export function withAvailable(
  state: QuotaState,
  available: number,
  perSecond: number,
  now: number,
): QuotaState {
  if (perSecond === Infinity) return state;
  const missing = burstOf(perSecond) - Math.min(burstOf(perSecond), available);
  return { ...state, refilledAt: now + (missing * SECOND) / perSecond };
}

/**
 * Milliseconds until `cost` requests may go out, of a rate limit that refills continuously (GCRA).
 *
 * More than the burst goes out when the burst is whole, and the rest is owed.
 */
export function waitFor(state: QuotaState, perSecond: number, cost: number, now: number): number {
  const blocked = Math.max(0, state.blockedUntil - now);
  if (blocked > 0 || perSecond === Infinity) return blocked;
  const missing = Math.min(cost, burstOf(perSecond)) - availableAt(state, perSecond, now);
  // Fractions of a thousandth are rounding.
  return missing > 0.001 ? (missing * SECOND) / perSecond : 0;
}

/** The state after `cost` requests went out, whether there was room for them or not. */
export function spend(state: QuotaState, perSecond: number, cost: number, now: number): QuotaState {
  const { blockedUntil, refilledAt } = state;
  const { dayEndsAt, used } = today(state, now);
  const refilled =
    perSecond === Infinity ? refilledAt : Math.max(refilledAt, now) + (cost * SECOND) / perSecond;
  return { refilledAt: refilled, blockedUntil, dayEndsAt, used: used + cost };
}

/** The state after the clock was set back by so many milliseconds: all that is waited for goes back with it. */
export function movedBack(state: QuotaState, back: number): QuotaState {
  const { refilledAt, blockedUntil, dayEndsAt, used } = state;
  return {
    refilledAt: refilledAt - back,
    blockedUntil: blockedUntil - back,
    dayEndsAt: dayEndsAt - back,
    used,
  };
}

function nextMidnight(now: number): number {
  return (Math.floor(now / DAY) + 1) * DAY;
}
