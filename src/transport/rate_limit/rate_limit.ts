import { QuotaExhaustedError } from "../../errors/mod.ts";
import { OWN_LIMITS } from "../../generated/limits.gen.ts";
import type { CallOutcome, PendingCall, Sender } from "../pending_call.ts";
import type { Clock } from "../clock.ts";
import { hostOf } from "../transport_call.ts";
import { type Denial, RateLimiter, type RateLimiterOptions } from "./rate_limiter.ts";

/** Most refusals for a limit that a call waits out, unless it has no retries at all. */
const LIMIT_RETRIES = 5;

/** The rate limit of each API host, by its origin; without one, of the first host that was called. */
type RateLimiters = (host?: string) => RateLimiter;

export function createRateLimiters(options: Omit<RateLimiterOptions, "host">): RateLimiters {
  const limiters = new Map<string, RateLimiter>();
  return (host = [...limiters.keys()].find(Boolean) ?? "") => {
    let limiter = limiters.get(host);
    if (!limiter) limiters.set(host, (limiter = new RateLimiter({ ...options, host })));
    return limiter;
  };
}

/**
 * Sends requests as the rate limit of their API host admits them: the most urgent first, and none before a pause that
 * the service asked for is over, and no more at a time than may be in flight. A call that would wait beyond its deadline, or without one beyond a minute, is refused
 * unsent. A refusal by the service for a limit is waited out here, and does not count as a try.
 */
export function rateLimit(send: Sender, limiterOf: RateLimiters, clock: Clock): Sender {
  return async function sendLimited(pending) {
    const limiter = limiterOf(hostOf(pending.call));
    pending.ownLimit = ownLimitOf(pending);
    for (let refusals = 0; ; refusals += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after another
      const denial = limiter.tryEnter(pending) ? undefined : await enter(limiter, pending, clock);
      if (denial) return { isError: true, error: errorOf(denial, pending, clock), isFinal: true };
      let outcome: CallOutcome | undefined;
      let isRefused = false;
      try {
        // oxlint-disable-next-line no-await-in-loop -- one after another
        outcome = await send(pending);
      } finally {
        isRefused = limiter.leave(pending, outcome);
      }
      if (!isRefused || !mayRepeat(pending, outcome)) return outcome;
      const isOver = outcome.answer && pending.call.isFinal?.(outcome.answer);
      if (isOver || refusals === LIMIT_RETRIES || limiter.refusalOf(pending)) {
        return { ...outcome, isFinal: true };
      }
      pending.trace?.retry(pending, outcome, 0);
    }
  };
}

function ownLimitOf({ call: { method, url } }: PendingCall): string | undefined {
  return OWN_LIMITS.find((limited) => limited.method === method && limited.url.test(url))?.limit;
}

/** Waits until a request may go out; resolves to what forbids it. */
async function enter(
  limiter: RateLimiter,
  pending: PendingCall,
  clock: Clock,
): Promise<Denial | undefined> {
  const refusal = limiter.refusalOf(pending);
  if (refusal) return refusal;
  pending.trace?.queue(pending);
  const ownWait = limiter.ownWaitOf(pending);
  if (ownWait > 0) {
    await pending.sleep(ownWait, clock);
    return limiter.tryEnter(pending) ? undefined : enter(limiter, pending, clock);
  }
  return pending.wait(
    (resolve) => limiter.enqueue(pending, resolve),
    () => limiter.promote(pending),
  );
}

/** A refused request did nothing. One of an operation with a limit of its own is repeated where it is told when. */
function mayRepeat(pending: PendingCall, { answer }: CallOutcome): boolean {
  const { call, ownLimit, policy } = pending;
  if (policy.retries === 0) return false;
  return ownLimit === undefined ? call.safe : answer?.retryAfter() !== undefined;
}

function errorOf(denial: Denial, { call }: PendingCall, clock: Clock): unknown {
  if ("error" in denial) return denial.error;
  const { reason, until } = denial;
  const retryAfter = Math.ceil((until - clock.now()) / 1_000);
  return new QuotaExhaustedError(reason, new Date(until), { ...call.context, retryAfter });
}
