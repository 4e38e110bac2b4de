import { type Tier, TIERS } from "../../../generated/tiers.gen.ts";
import type { Admission } from "./admission.ts";
import { limitText } from "./limit_text.ts";
import type { Limiter } from "./limiter.ts";

/** Options of a `CallerLimiter`. */
export interface CallerLimiterOptions {
  readonly caller: { readonly subject: string; readonly tier: Tier };
  readonly limiter: Limiter;
  /** Called once for each refusal. */
  readonly onRefusal: (tier: Tier) => void;
}

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

  /** Charges one request; returns the message of a refusal, or undefined where it is admitted. */
  charge(): string | undefined {
    const { caller, limiter } = this.#options;
    return this.#record(limiter.admit(caller.subject, TIERS[caller.tier]));
  }

  /**
   * Charges the further calls of a batch; the first was charged before the body was read and stays charged. Returns the
   * message of a refusal, or undefined where the whole batch is admitted.
   */
  chargeFurther(calls: number): string | undefined {
    if (calls === 0) return undefined;
    const { caller, limiter } = this.#options;
    return this.#record(limiter.admitFurther(caller.subject, TIERS[caller.tier], calls));
  }

  #record(admission: Admission): string | undefined {
    this.#admission = admission;
    if (admission.isAdmitted) return undefined;
    const { caller, onRefusal } = this.#options;
    onRefusal(caller.tier);
    return limitText(caller.tier, admission);
  }
}
