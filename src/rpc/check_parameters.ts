import type { MethodValidators } from "../generated/client/method_calls.gen.ts";
import type { MethodInfo } from "../generated/tables.gen.ts";
import { checkArgument, valueFault } from "../transport/mod.ts";

/**
 * Checks positional parameters by what the interface gives of them.
 *
 * @throws {TypeError | RangeError} If one is missing or not allowed, or there are too many.
 */
export function checkParameters(
  method: string,
  { parameters }: MethodInfo,
  { params: validators }: MethodValidators,
  params: readonly unknown[],
): void {
  if (!Array.isArray(params)) {
    throw valueFault(`Cannot call ${method}: params must be an array`, params, false);
  }
  const most = parameters.length;
  if (params.length > most) {
    throw valueFault(
      `Cannot call ${method}: expected at most ${most} parameters`,
      params.length,
      false,
    );
  }
  for (let index = 0; index < parameters.length; index++) {
    const info = parameters[index];
    const validator = validators[index];
    if (info && validator) checkArgument(method, info, validator, params[index]);
  }
}
