import { DocumentError } from "./document_error.ts";
import type { Documents } from "./documents.ts";
import { RULE_STAGES } from "./rules/mod.ts";

/**
 * Checks both documents by every rule.
 *
 * @throws {DocumentError} With each problem of the first stage of rules that finds one.
 */
export function checkDocuments(documents: Documents): void {
  for (const rules of RULE_STAGES) {
    const problems = Object.values(rules).flatMap((rule) => rule(documents));
    if (problems.length > 0) throw new DocumentError(problems);
  }
}
