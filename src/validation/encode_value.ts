import { safeEncode } from "../zod/mod.ts";
import { type ContractIssue, describeIssue } from "./describe_issue.ts";
import type { Validator } from "./validator.ts";

/**
 * Validates a value and encodes it for the wire: a `bigint` becomes a decimal string.
 *
 * @param onIssues Called with every issue of an invalid value; it throws.
 *
 * @example
 * ```ts
 * import { requestKey } from "alphadelta/rest";
 * import { encodeValue } from "alphadelta/transport";
 *
 * const { body } = requestKey.validators;
 * if (body) {
 *   encodeValue(body, { email: "me@example.org" }, (issues) => {
 *     throw new Error(issues.map(({ message }) => message).join("; "));
 *   });
 * }
 * ```
 */
export function encodeValue(
  validator: Validator,
  value: unknown,
  onIssues: (issues: readonly ContractIssue[]) => never,
): unknown {
  const { success, data, error } = safeEncode(validator, value);
  return success ? data : onIssues(error.issues.map((issue) => describeIssue(issue, value)));
}
