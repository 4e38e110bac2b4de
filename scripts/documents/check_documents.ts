import { DocumentError } from "./document_error.ts";
import type { Documents } from "./documents.ts";
import { FIRST_RULES, OTHER_RULES } from "./rules/mod.ts";

/**
 * Checks both documents by every rule.
 *
 * @throws {DocumentError} With each problem found, if there is one.
 */
export function checkDocuments(documents: Documents): void {
  for (const rules of [FIRST_RULES, OTHER_RULES]) {
    const problems = Object.values(rules).flatMap((rule) => rule(documents));
    if (problems.length > 0) throw new DocumentError(problems);
  }
}
