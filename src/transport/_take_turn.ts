import type { AllowanceState } from "./allowance_store.ts";

/** What holds of an allowance; `Infinity` where there is no limit. */
export interface AllowanceLimits {
  readonly perSecond: number;
  readonly perDay: number;
}

const SECOND = 1_000;
export const DAY = 86_400_000;

/** How much of a second's allowance may go out at once: the service's clock and ours do not tick together. */
const BURST = 0.8;

/** Requests that may go out at once. */
export function burstOf(perSecond: number): number {
  return Math.max(1, Math.floor(perSecond * BURST));
}

/** The state of an allowance that nothing was sent on yet. */
export function freshState(now: number): AllowanceState {
  return { refilledAt: 0, blockedUntil: 0, day: Math.floor(now / DAY), used: 0 };
}

/** The state with the day's count at zero if a new day (UTC) has come. */
export function today(state: AllowanceState, now: number): AllowanceState {
  const day = Math.floor(now / DAY);
  return day === state.day ? state : { ...state, day, used: 0 };
}

/** Requests that may go out at `now`; below 0 where a batch went out on credit. */
export function availableAt(
  { refilledAt }: AllowanceState,
  perSecond: number,
  now: number,
): number {
  if (perSecond === Infinity) return Infinity;
  return burstOf(perSecond) - (Math.max(0, refilledAt - now) * perSecond) / SECOND;
}

/** The state in which `available` requests may go out at `now`. */
export function withAvailable(
  state: AllowanceState,
  available: number,
  perSecond: number,
  now: number,
): AllowanceState {
  if (perSecond === Infinity) return state;
  const missing = burstOf(perSecond) - Math.min(burstOf(perSecond), available);
  return { ...state, refilledAt: now + (missing * SECOND) / perSecond };
}

/**
 * Takes `cost` requests from an allowance that refills continuously (GCRA), or says how many milliseconds to wait.
 *
 * What is above the burst goes out when the burst is whole, and the rest is owed.
 */
export function takeTurn(
  state: AllowanceState,
  perSecond: number,
  cost: number,
  now: number,
): { readonly state: AllowanceState; readonly wait: number } {
  if (now < state.blockedUntil) return { state, wait: state.blockedUntil - now };
  if (perSecond === Infinity) return { state: spend(state, perSecond, cost, now), wait: 0 };
  const needed = Math.min(cost, burstOf(perSecond));
  const lacking = needed - availableAt(state, perSecond, now);
  // Fractions of a thousandth are rounding.
  if (lacking > 0.001) return { state, wait: (lacking * SECOND) / perSecond };
  return { state: spend(state, perSecond, cost, now), wait: 0 };
}

/** When `cost` requests can go out at the earliest, with nobody else before them. */
export function opensAt(
  state: AllowanceState,
  perSecond: number,
  cost: number,
  now: number,
): number {
  return now + takeTurn(state, perSecond, cost, now).wait;
}

/** The state after `cost` requests went out, whether there was room for them or not. */
export function spend(
  state: AllowanceState,
  perSecond: number,
  cost: number,
  now: number,
): AllowanceState {
  const { day, used } = today(state, now);
  const { blockedUntil } = state;
  const refilledAt =
    perSecond === Infinity
      ? state.refilledAt
      : Math.max(state.refilledAt, now) + (cost * SECOND) / perSecond;
  return { refilledAt, blockedUntil, day, used: used + cost };
}
