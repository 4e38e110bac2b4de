import {
  DEV_FAULT_DEFAULTS,
  DEV_METHOD_VALIDATORS,
  DEV_METHODS,
} from "../../generated/service/methods.gen.ts";
import type { DevFaultKind, DevFaultRule } from "../../generated/types.gen.ts";
import { fieldOf, safeParse } from "../../zod/mod.ts";
import { sha256 } from "../crypto.ts";

/** A rule of injected faults: the affected requests, the probability and the failure. */
export type FaultRule = DevFaultRule;

export interface Fault {
  readonly kind: DevFaultKind;
  /** HTTP status of the kind `status`. */
  readonly status: number;
  /** Milliseconds of delay before anything else happens. */
  readonly delayMs: number;
  /** A random number in [0, 1), for kinds that choose between variants. */
  readonly roll: number;
}

/** The injected faults of a service: rules, and seeded random draws. */
export class Faults {
  /** The rules in force. */
  rules: readonly FaultRule[] = [];
  readonly #seed: number;
  #draws = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /**
   * Replaces the rules and restarts the draws.
   *
   * @throws {RangeError} If a rule is not well-formed, or there are too many.
   */
  set(rules: readonly FaultRule[]): readonly FaultRule[] {
    const validator = fieldOf(DEV_METHOD_VALIDATORS.dev_setFaults.params, "rules");
    const [info] = DEV_METHODS.dev_setFaults.parameters;
    const read = validator && safeParse(validator, rules);
    if (!read?.success) {
      const [issue] = read?.error?.issues ?? [];
      const place = (issue?.path ?? []).map((key) => `[${JSON.stringify(key)}]`).join("");
      throw new RangeError(`rules must be ${info?.expected}; rules${place} is invalid`);
    }
    // Drops keys whose value is undefined, so that the defaults apply.
    this.rules = JSON.parse(JSON.stringify(read.data)) as FaultRule[];
    this.#draws = 0;
    return this.rules;
  }

  /** The fault of a request for `path`, if a rule applies; each call counts as a new request. */
  hit(path: string): Fault | undefined {
    for (const rule of this.rules) {
      if (!path.startsWith(rule.path) || this.#draw() >= rule.probability) continue;
      return { ...DEV_FAULT_DEFAULTS, ...rule, roll: this.#draw() };
    }
    return undefined;
  }

  #draw(): number {
    const bytes = sha256(`alphadelta fault ${this.#seed} ${this.#draws++}`);
    return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32;
  }
}

/** Duplicates or shuffles the responses of a batch; any other body is returned unchanged. */
export function applyReplyFault(text: string, { kind, roll }: Fault): string {
  if ((kind !== "duplicate" && kind !== "shuffle") || !text.startsWith("[")) return text;
  const replies = JSON.parse(text) as unknown[];
  if (kind === "duplicate") {
    const position = Math.floor(roll * replies.length);
    return JSON.stringify(replies.toSpliced(position, 0, replies[position]));
  }
  return JSON.stringify(shuffled(replies, roll));
}

/** A different order of `items`, if there is one, derived from `roll`. */
function shuffled<T>(items: readonly T[], roll: number): T[] {
  const left = [...items];
  const result: T[] = [];
  let rest = roll;
  while (left.length > 0) {
    rest *= left.length;
    const position = Math.floor(rest);
    rest = (rest - position) % 1;
    result.push(...left.splice(position, 1));
  }
  const isSame = result.every((item, position) => item === items[position]);
  return isSame ? [...result.slice(1), ...result.slice(0, 1)] : result;
}
