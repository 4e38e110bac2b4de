import { type Tier, TIERS } from "../../../generated/tiers.gen.ts";
import type { Admission } from "./admission.ts";
import { limitText } from "./limit_text.ts";
import type { AdmissionOrPromise, RateLimiter } from "./rate_limiter.ts";

/** Options of a `CallerLimiter`. */
export interface CallerLimiterOptions {
  readonly caller: { readonly subject: string; readonly tier: Tier };
  readonly limiter: RateLimiter;
  /** Called once for each refusal. */
  readonly onRefusal: (tier: Tier) => void;
}

/** The message of a refusal, or undefined if a request is admitted; a promise if the counters are shared. */
export type RefusalOrPromise = string | undefined | Promise<string | undefined>;

/** The limiter of one caller: charges its requests and remembers the last outcome. */
export class CallerLimiter {
  readonly #options: CallerLimiterOptions;
  #admission: Admission | undefined;

  constructor(options: CallerLimiterOptions) {
    this.#options = options;
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
