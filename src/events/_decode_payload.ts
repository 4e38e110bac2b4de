import type * as z from "zod/mini";
import { ContractError, type ErrorContext } from "../errors/mod.ts";
import { describeIssue } from "../transport/mod.ts";

/**
 * Decodes what an event carries.
 *
 * @throws {ContractError} If it breaks what the interface gives.
 */
export function decodePayload(
  validator: z.ZodMiniType,
  value: unknown,
  context: ErrorContext,
): unknown {
  const result = validator.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) => describeIssue(issue, value));
  throw new ContractError(issues, context);
}
