import { safeParse } from "../zod/mod.ts";
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
 * import { account_getNonce } from "alphadelta/rpc";
 * import { decodeValue } from "alphadelta/transport";
 *
 * const nonce = decodeValue(account_getNonce.validators.result, { nonce: 7 }, (issues) => {
 *   throw new Error(issues.map(({ path, message }) => `${path}: ${message}`).join("; "));
 * });
 * console.log(nonce); // { nonce: 7 }
 * ```
 */
export function decodeValue(
  validator: Validator,
  value: unknown,
  onIssues: (issues: readonly ContractIssue[]) => never,
): unknown {
  const { success, data, error } = safeParse(validator, value);
  return success ? data : onIssues(error.issues.map((issue) => describeIssue(issue, value)));
}
