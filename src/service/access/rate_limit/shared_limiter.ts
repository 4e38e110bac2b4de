import { type EvaluateScript, script } from "../../redis.ts";
import { boundsOf, type Charge, quotasOf, refusalOf, UNLIMITED } from "./_gcra.ts";
import type { Admission } from "./admission.ts";
import type { Limiter } from "./limiter.ts";
import type { RateLimiter } from "./rate_limiter.ts";
import type { RateLimits } from "./rate_limits.ts";

/** How a {@linkcode SharedLimiter} counts. */
export interface SharedLimiterOptions {
  /** Runs a script on the shared counters; rejects where they are away. */
  readonly evaluate: EvaluateScript;
  /** Counts where the shared counters are away. */
  readonly own: Limiter;
  /** How many gateways share the limits; each goes on with its part then. */
  readonly gateways: () => number;
}

/**
 * Admits or refuses, as `Limiter` does, in one step that nothing comes between. The clock is that of Redis; where it was
 * set back, what is owed goes with it. Gives whether it is admitted, the counter, and the time.
 */
const ADMIT = script(`
  local perSecond, perDay, burst = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  local cost, charged = tonumber(ARGV[4]), tonumber(ARGV[5])
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local day = math.floor(now / 86400000)
  local kept = redis.call('HMGET', KEYS[1], 'refilled', 'day', 'used', 'at')
  local refilled = tonumber(kept[1]) or 0
  local used = tonumber(kept[2]) == day and tonumber(kept[3]) or 0
  refilled = refilled - math.max(0, (tonumber(kept[4]) or 0) - now)
  local needed = cost > burst and 1 or cost
  local debt = math.max(0, refilled - now)
  local excess = debt + (needed - burst - charged) * 1000 / perSecond
  local admitted = 0
  if used + cost - charged <= perDay and excess < 0.001 then
    admitted = 1
    refilled = math.max(refilled, now) + (cost - charged) * 1000 / perSecond
    used = used + cost - charged
    redis.call('HSET', KEYS[1], 'refilled', string.format('%.3f', refilled), 'day', day, 'used', used,
      'at', string.format('%.3f', now))
    redis.call('PEXPIRE', KEYS[1], math.ceil(math.max((day + 1) * 86400000, refilled) - now))
  end
  return { admitted, string.format('%.3f', refilled), used, string.format('%.3f', now) }`);

/**
 * Counts requests in Redis, so that the gateways of a fleet admit together what a tier allows, to the request. While
 * Redis is away each admits its part of that by itself: never more than the whole, never nothing.
 */
export class SharedLimiter implements RateLimiter {
  readonly #options: SharedLimiterOptions;

  constructor(options: SharedLimiterOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#options.own.size;
  }

  admit(subject: string, limits: RateLimits, cost = 1): Promise<Admission> {
    return this.#admit(subject, limits, { cost, charged: 0 });
  }

  admitFurther(subject: string, limits: RateLimits, further: number): Promise<Admission> {
    return this.#admit(subject, limits, { cost: further + 1, charged: 1 });
  }

  async #admit(subject: string, limits: RateLimits, charge: Charge): Promise<Admission> {
    const bounds = boundsOf(limits);
    if (!bounds) return UNLIMITED;
    const { perSecond, perDay, burst } = bounds;
    const { cost, charged } = charge;
    let reply: readonly unknown[];
    try {
      const values = [perSecond, perDay, burst, cost, charged].map(String);
      reply = await this.#options.evaluate(ADMIT, `alphadelta:limit:${subject}`, values);
    } catch {
      return this.#admitPart(subject, limits, charge);
    }
    const [isAdmitted, refilledAt, used, now] = reply.map(Number) as [
      number,
      number,
      number,
      number,
    ];
    const counter = { refilledAt, used, day: 0 };
    const quotas = quotasOf(counter, bounds, now);
    if (isAdmitted === 1) return { ...UNLIMITED, quotas };
    const refusal = refusalOf(counter, bounds, charge, now);
    // The script rounds as this does not: what it refused may be admitted in less than a millisecond.
    return { isAdmitted: false, retryAfter: 1, refusedBy: "second", ...refusal, quotas };
  }

  #admitPart(subject: string, limits: RateLimits, { cost, charged }: Charge): Admission {
    const { own, gateways } = this.#options;
    const part = partOf(limits, gateways());
    return charged === 0
      ? own.admit(subject, part, cost)
      : own.admitFurther(subject, part, cost - charged);
  }
}

/** One of `count` equal parts of limits; a part smaller than one request is one in more than a second. */
export function partOf(
  { requestsPerSecond, requestsPerDay, burst }: RateLimits,
  count: number,
): RateLimits {
  if (requestsPerSecond === null || requestsPerDay === null)
    return { requestsPerSecond, requestsPerDay };
  return {
    requestsPerSecond: requestsPerSecond / count,
    requestsPerDay: Math.floor(requestsPerDay / count),
    burst: Math.max(1, Math.floor((burst ?? requestsPerSecond) / count)),
  };
}
