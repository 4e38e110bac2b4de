import type * as z from "zod/mini";
import type { ParameterInfo } from "../generated/tables.gen.ts";

const SHOWN = 40;

/**
 * Checks an argument by what the interface gives of its parameter.
 *
 * @throws {TypeError} If it is missing or of another type.
 * @throws {RangeError} If it is of the right type and not allowed.
 */
export function checkArgument(
  call: string,
  info: ParameterInfo,
  validator: z.ZodMiniType,
  value: unknown,
): void {
  if (value === undefined && !info.required) return;
  if (validator.safeParse(value).success) return;
  const message = `Cannot call ${call}: ${info.name} must be ${info.expected}, got ${show(value)}`;
  throw hasType(info, value) ? new RangeError(message) : new TypeError(message);
}

function hasType({ types }: ParameterInfo, value: unknown): boolean {
  return types.some((type) =>
    type === "integer" ? typeof value === "number" : typeof value === type,
  );
}

/** Values can be long and secret, as signed transactions are, so a message shows the start alone. */
function show(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") {
    return value.length > SHOWN ? `text of ${value.length} characters` : JSON.stringify(value);
  }
  return typeof value === "number" || typeof value === "boolean" ? String(value) : typeof value;
}
