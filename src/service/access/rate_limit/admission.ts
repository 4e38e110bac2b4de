import type { RequestCaller } from "../../request.ts";
import { type Tier, TIERS } from "../../../generated/tiers.gen.ts";
import type { TierLimits } from "../../../tables.ts";

/** Rate limit and quota of one subject. */
export interface RateLimits extends TierLimits {
  /** Requests admitted at once after a pause. @default the requests of one second */
  readonly burst?: number;
}

/** State of one of a tier's limits for a subject. */
export interface Quota {
  readonly limit: number;
  /** Requests left, never below 0. */
  readonly remaining: number;
  /** Seconds until it is full again, rounded up. */
  readonly resetAfter: number;
}

/** Decision on a request, and the budget that is left. */
export interface Admission {
  readonly isAdmitted: boolean;
  /** Seconds until a refused request may be retried, rounded up; 0 if it is admitted. */
  readonly retryAfter: number;
  /** The exhausted limit; undefined if the request is admitted. */
  readonly refusedBy: "second" | "day" | undefined;
  /** Undefined for a tier without limits. */
  readonly quotas: { readonly second: Quota; readonly day: Quota } | undefined;
}

/** An admission, or a promise of one if several processes share the counters. */
type AdmissionOrPromise = Admission | Promise<Admission>;

/** Admits or refuses requests by subject, within the limits of a tier. */
export interface RateLimiter {
  /** Subjects with a counter of their own in this process. */
  readonly size: number;
  /** Admits or refuses one request of a subject, or `cost` at once. */
  admit(subject: string, limits: RateLimits, cost?: number): AdmissionOrPromise;
  /** Admits or refuses the `further` requests of a batch, whose first one was already admitted. */
  admitFurther(subject: string, limits: RateLimits, further: number): AdmissionOrPromise;
}

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

/** Options of a `CallerLimiter`. */
interface CallerLimiterOptions {
  readonly caller: RequestCaller;
  readonly limiter: RateLimiter;
  /** Called once for each refusal. */
  readonly onRefusal: (tier: Tier) => void;
}

/** The message of a refusal, or undefined if a request is admitted; a promise if the counters are shared. */
type RefusalOrPromise = string | undefined | Promise<string | undefined>;

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
  charge(): RefusalOrPromise {
    const { caller, limiter } = this.#options;
    return this.#record(limiter.admit(caller.subject, TIERS[caller.tier]));
  }

  /**
   * Charges the further calls of a batch; the first was charged before the body was read and remains charged. Returns
   * the message of a refusal, or undefined if the whole batch is admitted.
   */
  chargeFurther(calls: number): RefusalOrPromise {
    if (calls === 0) return undefined;
    const { caller, limiter } = this.#options;
    return this.#record(limiter.admitFurther(caller.subject, TIERS[caller.tier], calls));
  }

  #record(admission: AdmissionOrPromise): RefusalOrPromise {
    if (admission instanceof Promise) return admission.then((settled) => this.#settle(settled));
    return this.#settle(admission);
  }

  #settle(admission: Admission): string | undefined {
    this.#admission = admission;
    if (admission.isAdmitted) return undefined;
    const { caller, onRefusal } = this.#options;
    onRefusal(caller.tier);
    return limitText(caller.tier, admission);
  }
}
