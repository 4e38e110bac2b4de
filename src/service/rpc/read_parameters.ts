import type { ChainSelection } from "../../chains/mod.ts";
import type { MethodValidators } from "../../generated/service/validator_tables.gen.ts";
import type { MethodInfo } from "../../generated/tables.gen.ts";
import { faultOfValue, faultText } from "../gateway/mod.ts";
import { RpcFault } from "./rpc_fault.ts";

/**
 * Checks positional parameters and fills defaults in.
 *
 * @throws {RpcFault} Invalid params, naming the parameter, its value and what is allowed.
 */
export function readParameters(
  method: string,
  { parameters }: MethodInfo,
  { params: validators }: MethodValidators,
  params: unknown,
  selection: ChainSelection,
): unknown[] {
  const given = params === undefined ? [] : params;
  if (!Array.isArray(given))
    throw new RpcFault("InvalidParams", "params must be an array: parameters are positional");
  if (given.length > parameters.length) {
    const most = parameters.length;
    throw new RpcFault(
      "InvalidParams",
      `${method} takes at most ${most} parameters, got ${given.length}`,
    );
  }
  return parameters.map((info, index) => {
    const value: unknown = given[index] ?? (index < given.length ? given[index] : info.default);
    if (value === undefined) {
      if (info.required)
        throw new RpcFault("InvalidParams", faultText(info, undefined, info.expected));
      return undefined;
    }
    const validator = validators[index];
    const fault = validator && faultOfValue(info, validator, value, selection);
    if (fault) throw new RpcFault("InvalidParams", fault);
    return value;
  });
}
