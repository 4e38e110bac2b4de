import { type Tier, TIERS } from "../../../generated/tiers.gen.ts";
import type { RequestCaller } from "../../request.ts";
import { type Admission, type RequestLimiter, UNLIMITED } from "./limiter.ts";
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
  readonly limiter: RequestLimiter;
  /** Called after each charge with its number of requests. */
  readonly onCharge: (caller: RequestCaller, calls: number, isRefused: boolean) => void;
}

/** Charges the requests of one caller, and remembers the last admission. */
export class CallerLimiter {
  readonly #options: CallerLimiterOptions;
  #admission: Admission | undefined;

  constructor(options: CallerLimiterOptions) {
    this.#options = options;
  }

  get caller(): RequestCaller {
    return this.#options.caller;
  }

  /** The last admission; undefined before the first charge. */
  get admission(): Admission | undefined {
    return this.#admission;
  }

  /** Charges one request. Returns the message of a refusal; undefined if admitted. */
  charge(): Promise<string | undefined> {
    return this.#charge(1, 0);
  }

  /**
   * Charges further calls of a batch, or the items of a list, beside the request that was charged before its body was read and
   * stays charged. Returns the message of a refusal; undefined if admitted.
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
export const ADMIT_ALL: RequestLimiter = {
  size: 0,
  admit: async () => UNLIMITED,
  pace: async () => 0,
};

/** Delays requests by the rate of their subject, without refusals. */
export class Pacer {
  readonly #limiter: RequestLimiter;
  /** By subject, a promise that resolves after the last waiting request. */
  readonly #queues = new Map<string, Promise<void>>();

  constructor(limiter: RequestLimiter) {
    this.#limiter = limiter;
  }

  /**
   * Charges one request to the rate of a caller. Resolves once the rate allows the request; at once for a tier without limits.
   * Requests of a subject wait one after the other, so that their credit is one request at most.
   *
   * @param signal Aborts the wait; a request aborted before its turn is not charged.
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
