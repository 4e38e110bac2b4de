import { type Tier, TIERS } from "../../../generated/tiers.gen.ts";
import type { RequestCaller } from "../../request.ts";
import { type Admission, type RateLimiter, UNLIMITED } from "./limiter.ts";
import { delay } from "../../turns.ts";

/** The message of a refusal: the tier, the exhausted limit, and the seconds until a retry. */
export function limitText(tier: Tier, { retryAfter, refusedBy }: Admission): string {
  const { requestsPerSecond, requestsPerDay } = TIERS[tier];
  const quota =
    refusedBy === "day"
      ? `${requestsPerDay} requests per day`
      : `${requestsPerSecond} requests per second`;
  return `The tier ${tier} allows ${quota}, retry in ${retryAfter} ${retryAfter === 1 ? "second" : "seconds"}`;
}

/**
 * The rate-limit headers of a response (extension): `RateLimit-Policy` and `RateLimit` of the IETF httpapi draft, each
 * with an item for the second and one for the day, and `Retry-After` with a refusal. None for a tier without limits.
 */
export function rateHeaders({ isAdmitted, retryAfter, quotas }: Admission): Record<string, string> {
  if (!quotas) return {};
  const { second, day } = quotas;
  const headers = {
    "RateLimit-Policy": `"second";q=${second.limit};w=1, "day";q=${day.limit};w=86400`,
    RateLimit: `"second";r=${second.remaining};t=${second.resetAfter}, "day";r=${day.remaining};t=${day.resetAfter}`,
  };
  return isAdmitted ? headers : { ...headers, "Retry-After": String(retryAfter) };
}

interface CallerLimiterOptions {
  readonly caller: RequestCaller;
  readonly limiter: RateLimiter;
  /** Called with the requests or calls of each charge, refused or not. */
  readonly onCharge: (caller: RequestCaller, calls: number, isRefused: boolean) => void;
}

/** The limiter of one caller: charges its requests and remembers the last outcome. */
export class CallerLimiter {
  readonly #options: CallerLimiterOptions;
  #admission: Admission | undefined;

  constructor(options: CallerLimiterOptions) {
    this.#options = options;
  }

  get caller(): RequestCaller {
    return this.#options.caller;
  }

  /** The outcome of the last charge; undefined before the first. */
  get admission(): Admission | undefined {
    return this.#admission;
  }

  /** Charges one request; returns the message of a refusal, or undefined if it is admitted. */
  charge(): Promise<string | undefined> {
    return this.#charge(1, 0);
  }

  /**
   * Charges further calls of a batch, or the length of a list, beside the one request that was charged before the body was
   * read; that one stays charged. Returns the message of a refusal, or undefined if all is admitted.
   */
  async chargeFurther(requests: number): Promise<string | undefined> {
    return requests === 0 ? undefined : this.#charge(requests + 1, 1);
  }

  async #charge(cost: number, charged: number): Promise<string | undefined> {
    const { caller, limiter, onCharge } = this.#options;
    const { subject, tier, limits } = caller;
    const admission = await limiter.admit(subject, limits, cost, charged);
    this.#admission = admission;
    onCharge(caller, cost - charged, !admission.isAdmitted);
    return admission.isAdmitted ? undefined : limitText(tier, admission);
  }
}

/** Admits everything. */
export const ADMIT_ALL: RateLimiter = {
  size: 0,
  admit: async () => UNLIMITED,
  pace: async () => 0,
};

/** Makes requests that are never refused wait for the rate of their subject. */
export class Pacer {
  readonly #limiter: RateLimiter;
  /** Settle once nobody of a subject waits any longer. */
  readonly #queues = new Map<string, Promise<void>>();

  constructor(limiter: RateLimiter) {
    this.#limiter = limiter;
  }

  /**
   * Charges one request to the rate of a caller, and resolves once there is room for it; at once for a tier without limits.
   * Requests of one subject wait in their order, one after the other: however many wait, they owe one request.
   *
   * @param signal Ends the wait. One that is ended before its turn is not charged.
   */
  wait({ subject, limits }: RequestCaller, signal: AbortSignal): Promise<void> {
    const ahead = this.#queues.get(subject) ?? Promise.resolve();
    const done = ahead.then(async () => {
      if (!signal.aborted) await delay(await this.#limiter.pace(subject, limits), signal);
    });
    const settled = done
      .catch(() => undefined)
      .then(() => void (this.#queues.get(subject) === settled && this.#queues.delete(subject)));
    this.#queues.set(subject, settled);
    return done;
  }
}
