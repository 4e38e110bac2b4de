import type { Check } from "../checks/mod.ts";
import type { ParameterInfo } from "../generated/tables.gen.ts";
import { valueFault } from "./value_fault.ts";

/**
 * Checks an argument by what the interface gives of its parameter.
 *
 * @throws {TypeError} If it is missing or of another type.
 * @throws {RangeError} If it is of the right type and not allowed.
 *
 * @example
 * ```ts
 * import { getBlock } from "alphadelta/rest";
 * import { checkArgument } from "alphadelta/transport";
 *
 * const [info] = getBlock.info.parameters;
 * const check = getBlock.validators.parameters["identifier"];
 * if (info && check) checkArgument("getBlock", info, check, 7);
 * ```
 */
export function checkArgument(
  call: string,
  info: ParameterInfo,
  validator: Check,
  value: unknown,
): void {
  if (value === undefined && !info.required) return;
  if (validator.accepts(value)) return;
  const message = `Cannot call ${call}: ${info.name} must be ${info.expected}`;
  throw valueFault(message, value, hasType(info, value));
}

function hasType({ types }: ParameterInfo, value: unknown): boolean {
  return types.some((type) => type.replace("integer", "number") === typeof value);
}
