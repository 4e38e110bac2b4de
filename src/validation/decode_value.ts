import type { ContractIssue } from "./describe_issue.ts";
import { describeIssue } from "./describe_issue.ts";
import type { Validator } from "./validator.ts";

/**
 * Validates a value of the wire and decodes it: amounts become `bigint`.
 *
 * @param onIssues Called with every issue of an invalid value; it throws.
 *
 * @example
 * ```ts
 * import { getBlock } from "alphadelta/rest";
 * import { decodeValue } from "alphadelta/transport";
 *
 * decodeValue(getBlock.validators.data, { number: "7" }, (issues) => {
 *   throw new Error(issues.map(({ path, message }) => `${path}: ${message}`).join("; "));
 * });
 * ```
 */
export function decodeValue(
  validator: Validator,
  value: unknown,
  onIssues: (issues: readonly ContractIssue[]) => never,
): unknown {
  const { success, data, error } = validator.safeParse(value);
  return success ? data : onIssues(error.issues.map((issue) => describeIssue(issue, value)));
}
