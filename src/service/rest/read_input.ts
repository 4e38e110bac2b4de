import type { ChainSelection } from "../../chains/mod.ts";
import {
  type OperationId,
  OPERATIONS,
  type ServiceOperations,
} from "../../generated/service/operations.gen.ts";
import {
  OPERATION_VALIDATORS,
  type OperationValidators,
} from "../../generated/service/validator_tables.gen.ts";
import type { ParameterInfo } from "../../generated/tables.gen.ts";
import { faultOfValue, faultText } from "../gateway/mod.ts";
import { RestFault } from "./rest_fault.ts";

/** Where the texts of a request's parameters are. */
export interface RawInput {
  /** Parts of the path, still encoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

const INTEGER = /^(?:0|-?[1-9][0-9]*)$/;

/**
 * Reads the parameters of an operation by their declared kind, fills defaults in and checks them.
 *
 * @throws {RestFault} `INVALID_PARAM` that names the parameter, its value and what is allowed.
 */
export function readInput<Id extends OperationId>(
  id: Id,
  raw: RawInput,
  selection: ChainSelection,
): Pick<ServiceOperations[Id]["input"], "path" | "query"> {
  const input: Record<"path" | "query", Record<string, unknown>> = { path: {}, query: {} };
  const { parameters }: OperationValidators = OPERATION_VALIDATORS[id];
  for (const info of OPERATIONS[id].parameters) {
    const place = info.in === "path" ? "path" : "query";
    const value = readValue(info, raw);
    if (value === undefined) continue;
    const validator = parameters[info.name];
    const fault = validator && faultOfValue(info, validator, value, selection);
    if (fault) throw new RestFault("INVALID_PARAM", fault);
    input[place][info.name] = value;
  }
  return input;
}

function readValue(info: ParameterInfo, raw: RawInput): unknown {
  const text =
    info.in === "path" ? decodePart(info, raw.path[info.name] ?? "") : readQuery(info, raw.query);
  if (text !== undefined) return coerce(info, text);
  if (info.required)
    throw new RestFault("INVALID_PARAM", faultText(info, undefined, info.expected));
  return info.default;
}

function decodePart(info: ParameterInfo, part: string): string {
  if (!part.includes("%")) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    throw new RestFault("INVALID_PARAM", faultText(info, part, "percent-encoded UTF-8"));
  }
}

function readQuery(info: ParameterInfo, query: URLSearchParams): string | undefined {
  const values = query.getAll(info.name);
  if (values.length > 1)
    throw new RestFault("INVALID_PARAM", faultText(info, values, "given once"));
  return values[0];
}

/** A text in the way integers are written becomes a number where the parameter takes one; what else it is, is checked later. */
function coerce({ types }: ParameterInfo, text: string): unknown {
  if (!types.includes("integer")) return text;
  const number = Number(text);
  return INTEGER.test(text) && Number.isSafeInteger(number) ? number : text;
}
