import { Check } from "./check.ts";
import { refuse } from "./_refuse.ts";

/** An amount: a decimal integer in a string on the wire, a `bigint` once decoded. */
export function amount(pattern: RegExp): Check {
  return new Check((value, faults) => {
    if (typeof value !== "string") return refuse(faults, "a string");
    return pattern.test(value) ? BigInt(value) : refuse(faults, `text of ${pattern}`);
  });
}
