import { type Fault, showValue } from "../checks/mod.ts";
import type { ContractIssue } from "../errors/mod.ts";

/**
 * Says of an issue where it is, what is expected there and what came.
 *
 * @param root The value that was checked.
 *
 * @example
 * ```ts
 * import { getBlock } from "alphadelta/rest";
 * import { describeIssue } from "alphadelta/transport";
 *
 * const value = { number: "7" };
 * const { error } = getBlock.validators.data.safeParse(value);
 * for (const fault of error?.issues ?? []) console.log(describeIssue(fault, value));
 * ```
 */
export function describeIssue({ path, expected }: Fault, root: unknown): ContractIssue {
  const message = `expected ${expected}, got ${showValue(valueAt(root, path))}`;
  return { path: path.join("."), message };
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key],
    root,
  );
}
