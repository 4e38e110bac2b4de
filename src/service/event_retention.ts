import { LIMITS } from "../generated/limits.gen.ts";

const MILLISECONDS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Bound of an event log: the most events in it, or the longest that one stays in it, such as `"7d"`, `"12h"` or `"90m"`. */
export type EventRetention = number | `${number}${"m" | "h" | "d"}`;

/** A block of a few thousand transactions must not push out events that nobody was sent yet. */
const EVENTS = [1_000, 1_000_000_000] as const;
/** Milliseconds: a minute, ten years. */
const AGES = [MILLISECONDS.m, 3_650 * MILLISECONDS.d] as const;

/** The values that {@linkcode isEventRetention} allows. */
export const EXPECTED_RETENTION = `a number of events from ${EVENTS[0]} to ${EVENTS[1]}, or an age from 1m to 3650d such as 7d, 12h or 90m`;

/** The bound of a log. One of the two is `Infinity`. */
export interface LogBound {
  /** Most events. */
  readonly events: number;
  /** Milliseconds. */
  readonly age: number;
}

/** The bound of a log for which none is given. */
export const DEFAULT_BOUND: LogBound = { events: LIMITS.eventLogEvents, age: Infinity };

/** Tells whether a number or a string is a bound. */
export function isEventRetention(value: unknown): value is EventRetention {
  if (typeof value === "number") return Number.isSafeInteger(value) && isWithin(value, EVENTS);
  return typeof value === "string" && isWithin(ageOf(value), AGES);
}

/** The bound that an option says. */
export function boundOf(retention: EventRetention): LogBound {
  return typeof retention === "number"
    ? { events: retention, age: Infinity }
    : { events: Infinity, age: ageOf(retention) };
}

function ageOf(text: string): number {
  const { count, unit } = /^(?<count>\d{1,7})(?<unit>[mhd])$/.exec(text)?.groups ?? {};
  return Number(count) * MILLISECONDS[unit as keyof typeof MILLISECONDS];
}

function isWithin(value: number, [least, most]: readonly [number, number]): boolean {
  return value >= least && value <= most;
}
