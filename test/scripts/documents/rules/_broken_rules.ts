import type { Problem } from "../../../../scripts/documents/document_error.ts";
import type { Documents } from "../../../../scripts/documents/documents.ts";
import { RULE_STAGES } from "../../../../scripts/documents/rules/mod.ts";
import { lineOf, type Mutation, smallDocuments, smallText } from "../_small_documents.ts";

/** A mutation of the small documents that breaks one rule in one place. */
export interface Case extends Mutation {
  readonly title: string;
  /** The problem's line: the first of the mutated text that holds this; `put` unless it is said. */
  readonly at?: string;
  readonly message: string;
  readonly fix: string;
}

/** What the rules should find after the mutation of `broken`, and nothing else. */
export function expectedProblem(rule: string, broken: Case): Record<string, Problem[]> {
  const { file, message, fix } = broken;
  const line = lineOf(smallText(file, broken), broken.at ?? broken.put);
  return { [rule]: [{ file, line, message, fix }] };
}

/** What the rules find after the mutation of `broken`. */
export function actualProblem(broken: Case): Record<string, Problem[]> {
  return brokenRules(smallDocuments(broken));
}

/** Problems by rule, of the first stage of rules that finds some. */
export function brokenRules(documents: Documents): Record<string, Problem[]> {
  for (const rules of RULE_STAGES) {
    const found = Object.entries(rules).map(([name, rule]) => [name, rule(documents)] as const);
    const broken = found.filter(([, problems]) => problems.length > 0);
    if (broken.length > 0) return Object.fromEntries(broken);
  }
  return {};
}
