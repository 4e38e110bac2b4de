import { SpecError } from "./spec_error.ts";
import type { Specs } from "./specs.ts";
import { RULE_STAGES } from "./rules/mod.ts";

/**
 * Checks both specs by every rule.
 *
 * @throws {SpecError} With each problem of the first stage of rules that finds one.
 */
export function checkSpecs(specs: Specs): void {
  for (const rules of RULE_STAGES) {
    const problems = Object.values(rules).flatMap((rule) => rule(specs));
    if (problems.length > 0) throw new SpecError(problems);
  }
}
