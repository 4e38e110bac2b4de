import type { ChainSelection } from "../../../chains/mod.ts";
import type { MethodValidators } from "../../../generated/service/validator_tables.gen.ts";
import type { MethodInfo } from "../../../generated/tables.gen.ts";
import { issueOfValue, issueText } from "../context/mod.ts";
import { isObject } from "./read_call.ts";
import { RpcServiceError } from "./rpc_service_error.ts";

/**
 * Validates parameters, by position or by name as the method specifies, and fills in defaults.
 *
 * @returns Their values in the order of the specs.
 * @throws {RpcServiceError} Invalid params, with the parameter, its value and the allowed values.
 */
export function readParameters(
  method: string,
  info: MethodInfo,
  { params: validators }: MethodValidators,
  params: unknown,
  selection: ChainSelection,
): unknown[] {
  const given = readGiven(method, info, params);
  return info.parameters.map((parameter, index) => {
    const value = given[index] === undefined ? parameter.default : given[index];
    if (value === undefined) {
      if (parameter.required) throw invalid(issueText(parameter, undefined, parameter.expected));
      return undefined;
    }
    const validator = validators[index];
    const issue = validator && issueOfValue(parameter, validator, value, selection);
    if (issue) throw invalid(issue);
    return value;
  });
}

/** The sent values, in the order of the specs. */
function readGiven(
  method: string,
  { parameters, paramStructure }: MethodInfo,
  params: unknown = [],
): readonly unknown[] {
  if (Array.isArray(params)) {
    if (paramStructure === "by-name" && params.length > 0)
      throw invalid("params must be an object: parameters go by name");
    if (params.length <= parameters.length) return params;
    const most = parameters.length === 1 ? "1 parameter" : `${parameters.length} parameters`;
    throw invalid(`${method} takes at most ${most}, got ${params.length}`);
  }
  if (paramStructure === undefined || !isObject(params))
    throw invalid("params must be an array: parameters are positional");
  const names = parameters.map(({ name }) => name);
  const unknown = Object.keys(params).find((name) => !names.includes(name));
  if (unknown === undefined)
    return names.map((name) => (Object.hasOwn(params, name) ? params[name] : undefined));
  throw invalid(`${method} takes ${names.join(", ")}, got ${JSON.stringify(unknown.slice(0, 80))}`);
}

function invalid(text: string): RpcServiceError {
  return new RpcServiceError("InvalidParams", text);
}
