import { TIERS } from "../../generated/tiers.gen.ts";
import type { Caller } from "../gateway/mod.ts";
import { type Admission, limitText } from "../limits/mod.ts";
import type { ServiceParts } from "./service_parts.ts";

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

  /** Charges `calls` at once; what is told where they are refused. */
  charge(calls = 1): string | undefined {
    const { subject, tier } = this.#caller;
    const admission = this.#parts.limiter.admit(subject, TIERS[tier], calls);
    this.#admission = admission;
    if (admission.isAdmitted) return undefined;
    this.#parts.metrics.countRefusal(tier, "rate");
    return limitText(tier, admission);
  }

  /** Charges the further calls of a batch, of which one was charged; what is told where the whole is refused. */
  chargeFurther(calls: number): string | undefined {
    if (calls === 0) return undefined;
    this.#parts.limiter.refund(this.#caller.subject, TIERS[this.#caller.tier]);
    return this.charge(calls + 1);
  }
}
