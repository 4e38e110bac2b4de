import type { HeightInfo } from "../generated/tables.gen.ts";

/** What can change an answer. */
export interface Mutability {
  /** A height of the chain that the answer shows. */
  readonly height?: number | undefined;
  /** Nothing, a reorganisation down to `height`, or anything. */
  readonly changedBy: "nothing" | "reorganisation" | "anything";
}

const MUTABLE: Mutability = { changedBy: "anything" };

/**
 * Tells what can change an answer, by what the specs say of its height.
 *
 * @param args What was asked for: an answer asked for by its own hash never changes.
 *
 * @example
 * ```ts
 * import { mutabilityOf } from "alphadelta/transport";
 *
 * const info = { field: "blockNumber", settles: true };
 * console.log(mutabilityOf(info, [], { blockNumber: 7 })); // a reorganisation down to 7 changes it
 * ```
 */
export function mutabilityOf(
  info: HeightInfo | undefined,
  args: readonly unknown[],
  value: unknown,
): Mutability {
  if (!info || typeof value !== "object" || value === null) return MUTABLE;
  const fields = value as Readonly<Record<string, unknown>>;
  const height = fields[info.field];
  if (typeof height !== "number") return MUTABLE;
  const hash = info.hash === undefined ? undefined : fields[info.hash];
  if (hash !== undefined && args.includes(hash)) return { height, changedBy: "nothing" };
  return { height, changedBy: info.settles ? "reorganisation" : "anything" };
}
