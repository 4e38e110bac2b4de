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
 * the service asked for is over, and no more at a time than may be in flight. A call that would wait beyond its deadline, or
 * without one beyond a minute, is denied unsent. A refusal by the service for a limit is waited out here, and does not count
 * as a try.
 */
export function rateLimit(send: Sender, limiterOf: RateLimiters, clock: Clock): Sender {
  function sendLimited(pending: PendingCall): void {
    pending.ownLimit = ownLimitOf(pending);
    pending.refusals = 0;
    enter(pending);
  }

  /** Sends the request once it may go out, or denies the call. */
  function enter(pending: PendingCall): void {
    const limiter = limiterOf(hostOf(pending.call));
    if (limiter.tryEnter(pending)) return pending.send(send, receive);
    const immediate = limiter.denialOf(pending);
    if (immediate) return go(pending, immediate);
    pending.trace?.queue(pending);
    const ownWait = limiter.ownWaitOf(pending);
    if (ownWait > 0) return pending.sleep(ownWait, clock, enter);
    pending.wait<Denial | undefined>(
      (goOn) =>
        limiter.enqueue(pending, (denial) => {
          // The call whose refusal by the service led to the denial ends first.
          if (denial) queueMicrotask(() => goOn(denial));
          else goOn(undefined);
        }),
      go,
      () => limiter.promote(pending),
    );
  }

  function go(pending: PendingCall, denial: Denial | undefined): void {
    if (!denial) return pending.send(send, receive);
    pending.settle({ isError: true, error: errorOf(denial, pending, clock), isFinal: true });
  }

  function receive(pending: PendingCall, outcome: CallOutcome): void {
    const { call } = pending;
    const limiter = limiterOf(hostOf(call));
    const isRefused = limiter.leave(pending, outcome.isCancelled ? undefined : outcome);
    if (!isRefused || !mayRepeat(pending, outcome)) return pending.settle(outcome);
    const isOver = outcome.answer && call.isFinal?.(outcome.answer);
    if (isOver || pending.refusals === LIMIT_RETRIES || limiter.denialOf(pending)) {
      return pending.settle({ ...outcome, isFinal: true });
    }
    pending.refusals += 1;
    pending.trace?.retry(pending, outcome, 0);
    enter(pending);
  }

  return sendLimited;
}

function ownLimitOf({ call: { method, url } }: PendingCall): string | undefined {
  return OWN_LIMITS.find((limited) => limited.method === method && limited.url.test(url))?.limit;
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
