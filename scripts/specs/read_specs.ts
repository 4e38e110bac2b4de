import { lintSpecs } from "./lint_specs.ts";
import { RULE_STAGES } from "./rules/mod.ts";
import { SpecError } from "./spec_file.ts";
import { loadSpecs, type Specs } from "./specs.ts";

/** Specs that have passed our rules, while the linters of others still run. */
export interface CheckedSpecs {
  readonly specs: Specs;
  /** Rejects with a {@linkcode SpecError} if one of them finds something. */
  readonly linted: Promise<void>;
}

/**
 * Reads both specs from `folder` and checks them by every rule.
 *
 * @throws {SpecError} If they cannot be read, or break a rule.
 */
export async function readSpecs(folder: string): Promise<CheckedSpecs> {
  const specs = await loadSpecs(folder);
  checkSpecs(specs);
  const linted = lintSpecs(folder, specs).then((problems) => {
    if (problems.length > 0) throw new SpecError(problems);
  });
  // Whoever waits for it gets it; until then it is not unhandled.
  linted.catch(() => {});
  return { specs, linted };
}

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
