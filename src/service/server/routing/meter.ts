import { TIERS } from "../../../generated/tiers.gen.ts";
import type { Caller } from "../../api/context/mod.ts";
import { type Admission, limitText } from "../../access/rate_limit/mod.ts";
import type { ServiceParts } from "../service_parts.ts";

/** Charges what one caller asks for. */
export class Meter {
  readonly #caller: Pick<Caller, "subject" | "tier">;
  readonly #parts: Pick<ServiceParts, "limiter" | "metrics">;
  #admission: Admission | undefined;

  constructor(
    caller: Pick<Caller, "subject" | "tier">,
    parts: Pick<ServiceParts, "limiter" | "metrics">,
  ) {
    this.#caller = caller;
    this.#parts = parts;
  }

  /** What the last charge came to; undefined before the first. */
  get admission(): Admission | undefined {
    return this.#admission;
  }

  /** Charges one request; a refusal's message, or undefined where it is admitted. */
  charge(): string | undefined {
    const { subject, tier } = this.#caller;
    return this.#note(this.#parts.limiter.admit(subject, TIERS[tier]));
  }

  /**
   * Charges the further calls of a batch, of which one was charged before its body was read and stays charged. Returns a
   * refusal's message, or undefined where the whole batch is admitted.
   */
  chargeFurther(calls: number): string | undefined {
    if (calls === 0) return undefined;
    const { subject, tier } = this.#caller;
    return this.#note(this.#parts.limiter.admitFurther(subject, TIERS[tier], calls));
  }

  #note(admission: Admission): string | undefined {
    this.#admission = admission;
    if (admission.isAdmitted) return undefined;
    const { tier } = this.#caller;
    this.#parts.metrics.countRefusal(tier, "rate");
    return limitText(tier, admission);
  }
}
