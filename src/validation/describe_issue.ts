import type { core } from "../zod/mod.ts";
import { expectationOf, valueAt } from "./expectations.ts";
import { showValue } from "./show_value.ts";

/** A part of a value that is invalid. */
export interface ContractIssue {
  /** Keys from the root of the value down, such as `blocks.0.hash`; empty for the value as a whole. */
  readonly path: string;
  /** Expected and actual value. */
  readonly message: string;
}

/**
 * Says where a value is invalid, what is expected there and what was found.
 *
 * @param issue An issue of zod.
 * @param root The value that was validated.
 *
 * @example
 * ```ts
 * import { safeParse } from "zod/mini";
 * import { account_getNonce } from "alphadelta/rpc";
 * import { describeIssue } from "alphadelta/transport";
 *
 * const value = { nonce: "7" };
 * const { error } = safeParse(account_getNonce.validators.result, value);
 * for (const issue of error?.issues ?? []) console.log(describeIssue(issue, value));
 * ```
 */
export function describeIssue(issue: core.$ZodIssue, root: unknown): ContractIssue {
  const { path, expected } = expectationOf(issue);
  const message = `expected ${expected}, got ${showValue(valueAt(root, path))}`;
  return { path: path.join("."), message };
}
