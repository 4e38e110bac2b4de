import { type Fault, showValue } from "../checks/mod.ts";
import type { ContractIssue } from "../errors/mod.ts";

/**
 * Says of an issue where it is, what is expected there and what came.
 *
 * @param root The value that was checked.
 *
 * @example
 * ```ts
 * import { describeIssue } from "alphadelta/transport";
 *
 * console.log(describeIssue({ path: ["number"], expected: "an integer" }, { number: "7" }).message);
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
