import {
  DEV_FAULT_DEFAULTS,
  DEV_METHOD_VALIDATORS,
  DEV_METHODS,
} from "../../../generated/service/dev_methods.gen.ts";
import { sha256 } from "../../crypto.ts";
import type { Fault, FaultRule } from "./fault.ts";

/** The faults of a service: which of its requests fail on purpose, and how. */
export class Faults {
  readonly #seed: number;
  #rules: readonly FaultRule[] = [];
  #draws = 0;

  /** @param seed What the draws follow from. */
  constructor(seed: number) {
    this.#seed = seed;
  }

  /** The rules in force. */
  get rules(): readonly FaultRule[] {
    return this.#rules;
  }

  /**
   * Replaces the rules; the draws begin anew.
   *
   * @throws {RangeError} If a rule is none, or there are too many.
   */
  set(rules: readonly FaultRule[]): readonly FaultRule[] {
    const [validator] = DEV_METHOD_VALIDATORS.dev_setFaults.params;
    const [info] = DEV_METHODS.dev_setFaults.parameters;
    const read = validator.safeParse(rules);
    if (!read.success) {
      const [issue] = read.error.issues;
      const place = (issue?.path ?? []).map((key) => `[${JSON.stringify(key)}]`).join("");
      throw new RangeError(`rules must be ${info?.expected}; rules${place} is none such`);
    }
    // Without what is there but undefined, so that the defaults hold.
    this.#rules = JSON.parse(JSON.stringify(read.data)) as FaultRule[];
    this.#draws = 0;
    return this.#rules;
  }

  /** What hits a request for `path`, if anything does: each call is another request. */
  hit(path: string): Fault | undefined {
    for (const rule of this.#rules) {
      if (!path.startsWith(rule.path) || this.#draw() >= rule.probability) continue;
      return { ...DEV_FAULT_DEFAULTS, ...rule, roll: this.#draw() };
    }
    return undefined;
  }

  /** The next draw, from 0 to below 1. */
  #draw(): number {
    const bytes = sha256(`alphadelta fault ${this.#seed} ${this.#draws++}`);
    return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32;
  }
}
