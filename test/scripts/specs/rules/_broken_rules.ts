import type { Problem } from "../../../../scripts/specs/spec_file.ts";
import type { Specs } from "../../../../scripts/specs/specs.ts";
import { RULE_STAGES } from "../../../../scripts/specs/rules/mod.ts";
import { lineOf, type Mutation, smallSpecs, smallText } from "../_small_specs.ts";

/** A mutation of the small specs that breaks one rule in one place. */
export interface Case extends Mutation {
  readonly title: string;
  /** The problem's line: the first of the mutated text that holds this; `put` unless it is said. */
  readonly at?: string;
  readonly message: string;
  /** Place of another line that the message names as FIRST, and its spec, if not the mutated one. */
  readonly first?: string;
  readonly firstFile?: Mutation["file"];
  readonly fix: string;
}

/** The only finding expected of the rules after the mutation of `broken`. */
export function expectedProblem(rule: string, broken: Case): Record<string, Problem[]> {
  const { file, fix, first, firstFile = file } = broken;
  const line = lineOf(smallText(file, broken), broken.at ?? broken.put);
  const other = first === undefined ? 0 : lineOf(smallText(firstFile, broken), first);
  const message = broken.message.replace("FIRST", String(other));
  return { [rule]: [{ file, line, message, fix }] };
}

/** Findings of the rules after the mutation of `broken`. */
export function actualProblem(broken: Case): Record<string, Problem[]> {
  return brokenRules(smallSpecs(broken));
}

/** Problems by rule, of the first stage of rules that finds some. */
export function brokenRules(specs: Specs): Record<string, Problem[]> {
  for (const rules of RULE_STAGES) {
    const found = Object.entries(rules).map(([name, rule]) => [name, rule(specs)] as const);
    const broken = found.filter(([, problems]) => problems.length > 0);
    if (broken.length > 0) return Object.fromEntries(broken);
  }
  return {};
}
