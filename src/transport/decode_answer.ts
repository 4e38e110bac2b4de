import type { Check } from "../checks/mod.ts";
import { ContractError, type ErrorContext } from "../errors/mod.ts";
import type { Answer } from "./answer.ts";
import { describeIssue } from "./describe_issue.ts";
import { contextOf } from "./parse_json.ts";

/**
 * Decodes a value of an answer.
 *
 * @throws {ContractError} If the value breaks what the interface gives.
 *
 * @example
 * ```ts
 * import { getBlock } from "alphadelta/rest";
 * import { Answer, decodeAnswer } from "alphadelta/transport";
 *
 * const answer = new Answer({ status: 200 }, "{}", 1, 0);
 * try {
 *   decodeAnswer(getBlock.validators.data, {}, answer, { operation: "getBlock" });
 * } catch (error) {
 *   console.log(String(error)); // ContractError: …
 * }
 * ```
 */
export function decodeAnswer(
  validator: Check,
  value: unknown,
  answer: Answer,
  context: ErrorContext,
): unknown {
  return validator.decode(value, (faults) => {
    const issues = faults.map((fault) => describeIssue(fault, value));
    throw new ContractError(issues, contextOf(answer, context));
  });
}
