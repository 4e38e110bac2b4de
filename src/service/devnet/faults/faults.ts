import {
  DEV_FAULT_DEFAULTS,
  DEV_METHOD_VALIDATORS,
  DEV_METHODS,
} from "../../../generated/service/dev_methods.gen.ts";
import { sha256 } from "../../crypto.ts";
import type { Fault, FaultRule } from "./fault.ts";

/** The injected faults of a service: rules, and seeded random draws. */
export class Faults {
  readonly #seed: number;
  #rules: readonly FaultRule[] = [];
  #draws = 0;

  /** @param seed Seed of the draws. */
  constructor(seed: number) {
    this.#seed = seed;
  }

  /** The rules in force. */
  get rules(): readonly FaultRule[] {
    return this.#rules;
  }

  /**
   * Replaces the rules and restarts the draws.
   *
   * @throws {RangeError} If a rule is not well-formed, or there are too many.
   */
  set(rules: readonly FaultRule[]): readonly FaultRule[] {
    const [validator] = DEV_METHOD_VALIDATORS.dev_setFaults.params;
    const [info] = DEV_METHODS.dev_setFaults.parameters;
    const read = validator.safeParse(rules);
    if (!read.success) {
      const [issue] = read.error.issues;
      const place = (issue?.path ?? []).map((key) => `[${JSON.stringify(key)}]`).join("");
      throw new RangeError(`rules must be ${info?.expected}; rules${place} is invalid`);
    }
    // Drops keys whose value is undefined, so that the defaults apply.
    this.#rules = JSON.parse(JSON.stringify(read.data)) as FaultRule[];
    this.#draws = 0;
    return this.#rules;
  }

  /** The fault of a request for `path`, if a rule applies; each call counts as a new request. */
  hit(path: string): Fault | undefined {
    for (const rule of this.#rules) {
      if (!path.startsWith(rule.path) || this.#draw() >= rule.probability) continue;
      return { ...DEV_FAULT_DEFAULTS, ...rule, roll: this.#draw() };
    }
    return undefined;
  }

  /** The next random number in [0, 1). */
  #draw(): number {
    const bytes = sha256(`alphadelta fault ${this.#seed} ${this.#draws++}`);
    return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32;
  }
}
