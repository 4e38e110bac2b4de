import { SYSTEM_CLOCK } from "../transport/internal.ts";
import type { Clock } from "../transport/mod.ts";
import { checkNames, checkValues, numberOf, type Rules } from "../validation/mod.ts";

/** Time and randomness of events; tests pass one of their own. */
export interface EventClock extends Clock {
  /** Milliseconds since some moment; never goes back. */
  now(): number;
  /** A random number from 0 to below 1. */
  random(): number;
}

/** The runtime's own clock. */
export const RUNTIME_CLOCK: EventClock = {
  ...SYSTEM_CLOCK,
  now: () => performance.now(),
  random: () => Math.random(),
};

/** Options of reconnecting. */
export interface ReconnectOptions {
  /** Milliseconds that the first pause lasts at most; each further one may last twice as long. @default {500} */
  readonly base?: number;
  /** Milliseconds that any pause lasts at most, also between attempts while polling. @default {30_000} */
  readonly cap?: number;
  /** Failed attempts in a row after which subscriptions end with a `TransportError`. @default {Infinity} */
  readonly maximum?: number;
  /** Attempts in a row without a message, at first or after a loss, after which polling begins. @default {3} */
  readonly fallbackAfter?: number;
}

/** Options of detecting dead connections. Either time may pass by half of the shorter one before it is noticed. */
export interface HeartbeatOptions {
  /** Milliseconds of silence after which one cheap call is made. @default {30_000} */
  readonly silence?: number;
  /** Milliseconds within which a connection opens and a call is answered; else the connection counts as dead. @default {10_000} */
  readonly timeout?: number;
}

/** Bounds of attempts and of silence, complete. */
export type Timing = Required<ReconnectOptions> & Required<HeartbeatOptions>;

/** Milliseconds after which a connection counts as stable, so that the next pause is a short one again. */
export const STABLE = 10_000;

const FROM_1 = numberOf("from 1", (value) => value >= 1);

const RECONNECT: Rules<keyof ReconnectOptions> = {
  base: FROM_1,
  cap: FROM_1,
  maximum: FROM_1,
  fallbackAfter: FROM_1,
};

const HEARTBEAT: Rules<keyof HeartbeatOptions> = { silence: FROM_1, timeout: FROM_1 };

/**
 * Fills in what was left out.
 *
 * @throws {TypeError} If a value is no number, or an option is unknown.
 * @throws {RangeError} If one is below 1.
 */
export function readTiming(reconnect: ReconnectOptions, heartbeat: HeartbeatOptions): Timing {
  const action = "Cannot use events";
  checkNames(`${action}: reconnect`, reconnect, Object.keys(RECONNECT));
  checkNames(`${action}: heartbeat`, heartbeat, Object.keys(HEARTBEAT));
  checkValues(action, { ...reconnect, ...heartbeat }, { ...RECONNECT, ...HEARTBEAT });
  const { base = 500, cap = 30_000, maximum = Infinity, fallbackAfter = 3 } = reconnect;
  const { silence = 30_000, timeout = 10_000 } = heartbeat;
  return { base, cap, maximum, fallbackAfter, silence, timeout };
}

/** Milliseconds to pause before the attempt after `failures` of them: anything up to a bound that doubles (full jitter). */
export function backoff({ base, cap }: Timing, failures: number, clock: EventClock): number {
  return clock.random() * Math.min(cap, base * 2 ** Math.min(failures, 30));
}
