import { ContractError, type ErrorContext } from "../errors/mod.ts";
import type { Answer } from "./answer.ts";
import { decodeValue, type Validator } from "../validation/mod.ts";
import { contextOf } from "./parse_json.ts";

/**
 * Decodes a value of an answer.
 *
 * @throws {ContractError} If the value breaks what the interface gives.
 *
 * @example
 * ```ts
 * import { account_getNonce } from "alphadelta/rpc";
 * import { Answer, decodeAnswer } from "alphadelta/transport";
 *
 * const answer = new Answer({ status: 200 }, "{}", 1, Date.now());
 * try {
 *   decodeAnswer(account_getNonce.validators.result, {}, answer, { operation: "account_getNonce" });
 * } catch (error) {
 *   console.log(String(error)); // ContractError: …
 * }
 * ```
 */
export function decodeAnswer(
  validator: Validator,
  value: unknown,
  answer: Answer,
  context: ErrorContext,
): unknown {
  return decodeValue(validator, value, (issues) => {
    throw new ContractError(issues, contextOf(answer, context));
  });
}
