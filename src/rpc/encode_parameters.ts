import type { MethodCall } from "../generated/client/method_calls.gen.ts";
import { encodeArguments, valueFault } from "../validation/mod.ts";

/**
 * Validates positional parameters by what the interface specifies of them, and encodes them for the wire. Those left
 * out at the end are not sent: the service's defaults hold.
 *
 * @throws {TypeError | RangeError} If one is missing or not allowed, or there are too many.
 */
export function encodeParameters(
  method: string,
  { info: { parameters }, validators }: MethodCall,
  params: readonly unknown[],
): readonly unknown[] {
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
  if (!validators.params) return [];
  const given: Record<string, unknown> = {};
  parameters.forEach(({ name }, index) => (given[name] = params[index]));
  const encoded = encodeArguments(method, parameters, validators.params, given);
  const sent = params.findLastIndex((value) => value !== undefined) + 1;
  return parameters.slice(0, sent).map(({ name }) => encoded[name]);
}
