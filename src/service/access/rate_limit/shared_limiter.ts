import { defineScript, type EvaluateScript } from "../../redis.ts";
import {
  type Admission,
  type Bounds,
  boundsOf,
  type Charge,
  type Counter,
  type Limiter,
  quotasOf,
  type RequestLimiter,
  type RateLimits,
  refusalOf,
  UNLIMITED,
  waitOf,
} from "./limiter.ts";

/** Options of a {@linkcode SharedLimiter}. */
interface SharedLimiterOptions {
  /** Runs a script on the shared counters; rejects if Redis is unavailable. */
  readonly evaluate: EvaluateScript;
  /** Local limiter, used while Redis is unavailable. */
  readonly own: Limiter;
  /** Number of gateways that share the limits; without Redis each admits an equal part. */
  readonly gateways: () => number;
  /** Most subjects of a day with a counter of their own; further ones with the same limits share one. */
  readonly maximumSubjects: number;
}

/** Subjects and their counts of the present day, which end with it. */
const DAY_KEY = "alphadelta:limit:day";
/** Where a subject's bucket is, until that is full. */
const BUCKET = "alphadelta:limit:bucket:";

/**
 * Admits, refuses or paces as `Limiter` does, atomically. It uses the clock of Redis; if that was set back, all debt is
 * cleared. Returns whether the requests are admitted, the counter, and the time.
 */
const ADMIT = defineScript(`
  local perSecond, perDay, burst = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
  local cost, charged = tonumber(ARGV[4]), tonumber(ARGV[5])
  local isPaced = ARGV[6] == '1'
  local subject, newcomers, maximum = ARGV[7], ARGV[8], tonumber(ARGV[9])
  local counts, bucket = KEYS[1], KEYS[2]
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  local day = math.floor(now / 86400000)
  local kept = redis.call('HMGET', counts, '', subject)
  local isNew = tonumber(kept[1]) ~= day
  local used = not isNew and tonumber(kept[2])
  if not used and not isNew and redis.call('HLEN', counts) > maximum then
    subject, bucket = newcomers, KEYS[3]
    used = tonumber(redis.call('HGET', counts, subject))
  end
  used = used or 0
  local refilled, at = string.match(redis.call('GET', bucket) or '0 0', '(%S+) (%S+)')
  refilled = refilled - math.max(0, at - now)
  local needed = cost > burst and 1 or cost
  local debt = math.max(0, refilled - now)
  local excess = debt + (needed - burst - charged) * 1000 / perSecond
  local admitted = 0
  if isPaced or used + cost - charged <= perDay and excess < 0.001 then
    admitted = 1
    refilled = math.max(refilled, now) + (cost - charged) * 1000 / perSecond
    used = isPaced and used or used + cost - charged
    if isNew then
      redis.call('UNLINK', counts)
      redis.call('HSET', counts, '', day, subject, used)
      redis.call('PEXPIREAT', counts, (day + 1) * 86400000)
    else
      redis.call('HSET', counts, subject, used)
    end
    redis.call('SET', bucket, string.format('%.3f %.3f', refilled, now), 'PX', math.max(1, math.ceil(refilled - now)))
  end
  return { admitted, string.format('%.3f', refilled), used, string.format('%.3f', now) }`);

/** The result of the script. */
interface Counted {
  readonly isAdmitted: boolean;
  readonly counter: Counter;
  /** Milliseconds since 1970, by the clock of Redis. */
  readonly now: number;
}

/**
 * Counts requests in Redis, so that the gateways of a fleet together admit exactly what a tier allows. While Redis is
 * unavailable each gateway admits an equal part on its own: never more than the whole, and never nothing.
 */
export class SharedLimiter implements RequestLimiter {
  readonly #options: SharedLimiterOptions;

  constructor(options: SharedLimiterOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#options.own.size;
  }

  async admit(subject: string, limits: RateLimits, cost = 1, charged = 0): Promise<Admission> {
    const bounds = boundsOf(limits);
    if (!bounds) return UNLIMITED;
    const { own, gateways } = this.#options;
    const counted = await this.#count(subject, bounds, { cost, charged, isPaced: false });
    if (!counted) return own.admit(subject, partOf(limits, gateways()), cost, charged);
    const { isAdmitted, counter, now } = counted;
    const quotas = quotasOf(counter, bounds, now);
    if (isAdmitted) return { ...UNLIMITED, quotas };
    const refusal = refusalOf(counter, bounds, { cost, charged }, now);
    // The script rounds differently: a request it refused may be admissible within a millisecond.
    return { isAdmitted: false, retryAfter: 1, refusedBy: "second", ...refusal, quotas };
  }

  async pace(subject: string, limits: RateLimits): Promise<number> {
    const bounds = boundsOf(limits);
    if (!bounds) return 0;
    const { own, gateways } = this.#options;
    const counted = await this.#count(subject, bounds, { cost: 1, charged: 0, isPaced: true });
    if (!counted) return own.pace(subject, partOf(limits, gateways()));
    return waitOf(counted.counter, bounds, counted.now);
  }

  /** Counts in Redis; undefined while that is unavailable. */
  async #count(
    subject: string,
    { perSecond, perDay, burst }: Bounds,
    { cost, charged, isPaced }: Charge & { readonly isPaced: boolean },
  ): Promise<Counted | undefined> {
    const { evaluate, maximumSubjects } = this.#options;
    const newcomers = `newcomers:${perSecond}:${perDay}`;
    const numbers = [perSecond, perDay, burst, cost, charged, Number(isPaced)].map(String);
    const keys = [DAY_KEY, BUCKET + subject, BUCKET + newcomers];
    const names = [subject, newcomers, String(maximumSubjects)];
    let reply: readonly unknown[];
    try {
      reply = await evaluate(ADMIT, keys, [...numbers, ...names]);
    } catch {
      return undefined;
    }
    const [isAdmitted = 0, refilledAt = 0, used = 0, now = 0] = reply.map(Number);
    return { isAdmitted: isAdmitted === 1, counter: { refilledAt, used, day: 0 }, now };
  }
}

/** One of `count` equal parts of limits; a part below one request per second is one request in a longer time. */
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
