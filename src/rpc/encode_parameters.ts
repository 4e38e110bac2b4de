import { argumentsOf, encodeArgument, type MethodCall, valueFault } from "../validation/mod.ts";

/**
 * Validates positional parameters by what the interface specifies of them, and encodes them for the wire. Those left
 * out at the end are not sent: the service's defaults hold.
 *
 * @param values The parameters; before `start`, what is none. A batch need not copy its entries so.
 * @throws {TypeError | RangeError} If one is missing or not allowed, or there are too many.
 */
export function encodeParameters(
  method: string,
  { info: { parameters }, validators }: MethodCall,
  values: readonly unknown[],
  start: number,
): readonly unknown[] {
  if (!Array.isArray(values)) {
    throw valueFault(`Cannot call ${method}: params must be an array`, values, false);
  }
  const most = parameters.length;
  const count = values.length - start;
  if (count > most) {
    const message = `Cannot call ${method}: expected at most ${most} parameters`;
    throw valueFault(message, count, false);
  }
  const { params: validator } = validators;
  if (!validator) return [];
  const encoded = argumentsOf(parameters, validator).map((argument, index) =>
    encodeArgument(method, argument, values[start + index]),
  );
  while (encoded.length > 0 && encoded.at(-1) === undefined) encoded.pop();
  return encoded;
}
