import {
  OPERATION_VALIDATORS,
  type OperationId,
  OPERATIONS,
} from "../../../generated/service/operations.gen.ts";
import type { ParameterInfo } from "../../../tables.ts";
import { fieldOf } from "../../../zod/mod.ts";
import type { Exchange, ServiceRequest } from "../../request.ts";
import { type ArgumentRules, issueOfValue, issueText, RestServiceError } from "../context/mod.ts";

/** The operation of a request. */
export interface OperationRoute {
  readonly operation: OperationId;
  /** The parameters in the path, still encoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The parts of a request that have parameters. */
type ParameterSource = Pick<Exchange<OperationRoute>, "search" | "route"> & {
  readonly request: Pick<ServiceRequest, "header">;
};

type Place = "path" | "query" | "headers";

/** Parameters by place and name, and the body, which is read later. */
type Input = Record<Place, Record<string, unknown>> & { body: unknown };
type Type = ParameterInfo["types"][number];

const PLACES: Readonly<Partial<Record<ParameterInfo["in"], Place>>> = {
  path: "path",
  query: "query",
  header: "headers",
};

/**
 * Reads and validates the parameters of an operation by their declared types, and fills in defaults.
 *
 * @returns The input without a body, and the issue of the first invalid parameter that the rules pass on to an upstream.
 * @throws {RestServiceError} `INVALID_PARAM` with the parameter, its value and the allowed values.
 */
export function readParameters(
  call: ParameterSource,
  { selection, passesOn }: Partial<ArgumentRules> = {},
): { readonly input: Input; readonly issue: string | undefined } {
  const { operation: id } = call.route;
  const input: Input = { path: {}, query: {}, headers: {}, body: undefined };
  let passedIssue: string | undefined;
  const validators = OPERATION_VALIDATORS[id];
  const query = call.search === "" ? NO_QUERY : new URLSearchParams(call.search);
  for (const info of OPERATIONS[id].parameters) {
    const value = readValue(info, call, query);
    const place = PLACES[info.in] ?? "query";
    const issue = issueOfValue(info, fieldOf(validators[place], info.name), value, selection);
    if (issue && !passesOn?.(id, info, value)) throw new RestServiceError("INVALID_PARAM", issue);
    passedIssue ??= issue;
    if (value !== undefined) input[place][info.name] = value;
  }
  return { input, issue: passedIssue };
}

const NO_QUERY = new URLSearchParams();

function readValue(info: ParameterInfo, call: ParameterSource, query: URLSearchParams): unknown {
  const strings = readStrings(info, call, query);
  if (strings === undefined) return info.default;
  return info.items ? readList(info, strings) : readScalar(info, strings);
}

/** The strings of a parameter in the request; undefined if it is absent. */
function readStrings(
  info: ParameterInfo,
  { request, route }: ParameterSource,
  query: URLSearchParams,
): readonly string[] | undefined {
  if (info.in === "path") {
    const part = route.parameters[info.name] ?? "";
    // Split before decoding: a comma within an item is encoded.
    return (info.items ? splitList(part) : [part]).map((text) => decodePart(info, text));
  }
  if (info.in === "header") {
    const text = request.header(info.name.toLowerCase());
    return text === undefined ? undefined : [text];
  }
  const strings = query.getAll(info.name);
  return strings.length > 0 ? strings : undefined;
}

function readScalar(info: ParameterInfo, strings: readonly string[]): unknown {
  if (strings.length > 1)
    throw new RestServiceError("INVALID_PARAM", issueText(info, strings, "given once"));
  return coerce(info.types, strings[0] ?? "");
}

function readList(info: ParameterInfo, strings: readonly string[]): unknown[] {
  return itemsOf(info, strings).map((item) => coerce(info.items ?? [], item));
}

function itemsOf(info: ParameterInfo, strings: readonly string[]): readonly string[] {
  if (info.in === "path" || info.explode) return strings;
  const items = splitList(String(readScalar({ ...info, types: ["string"] }, strings)));
  return info.in === "header" ? items.map((item) => item.trim()) : items;
}

function splitList(text: string): string[] {
  return text === "" ? [] : text.split(",");
}

function decodePart(info: ParameterInfo, part: string): string {
  if (!part.includes("%")) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    throw new RestServiceError("INVALID_PARAM", issueText(info, part, "percent-encoded UTF-8"));
  }
}

const INTEGER = /^(?:0|-?[1-9][0-9]*)$/;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** Converts a string to the first declared type whose form matches; validation follows. */
function coerce(types: readonly Type[], text: string): unknown {
  if (types.includes("integer") && INTEGER.test(text)) {
    const number = Number(text);
    if (Number.isSafeInteger(number)) return number;
  }
  if (types.includes("number") && NUMBER.test(text)) return Number(text);
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  return types.includes("null") && text === "null" ? null : text;
}
