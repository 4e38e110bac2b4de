import type { HeightInfo } from "../generated/tables.gen.ts";
import type { Settlement } from "./transport_call.ts";

const UNSETTLED: Settlement = { changedBy: "anything" };

/**
 * What can change an answer, by what the documents say of its height.
 *
 * @param args What was asked for: an answer asked for by its own hash never changes.
 *
 * @example
 * ```ts
 * import { settlementOf } from "alphadelta/transport";
 *
 * const info = { field: "blockNumber", settles: true };
 * console.log(settlementOf(info, [], { blockNumber: 7 })); // a reorganisation down to 7 changes it
 * ```
 */
export function settlementOf(
  info: HeightInfo | undefined,
  args: readonly unknown[],
  value: unknown,
): Settlement {
  if (!info || typeof value !== "object" || value === null) return UNSETTLED;
  const fields = value as Readonly<Record<string, unknown>>;
  const height = fields[info.field];
  if (typeof height !== "number") return UNSETTLED;
  const hash = info.hash === undefined ? undefined : fields[info.hash];
  if (hash !== undefined && args.includes(hash)) return { height, changedBy: "nothing" };
  return { height, changedBy: info.settles ? "reorganisation" : "anything" };
}
