import type { ChainSelection } from "../../../chains/mod.ts";
import { LIMITS } from "../../../generated/limits.gen.ts";
import {
  OPERATION_VALIDATORS,
  type OperationId,
  OPERATIONS,
} from "../../../generated/service/operations.gen.ts";
import type { ParameterInfo } from "../../../tables.ts";
import { describeIssue } from "../../../validation/mod.ts";
import { fieldOf, safeParse } from "../../../zod/mod.ts";
import {
  BodyCutShort,
  BodyTooLarge,
  encodingFault,
  type Exchange,
  type ServiceRequest,
} from "../../request.ts";
import {
  type ArgumentRules,
  issueOfChain,
  issueOfValue,
  issueText,
  JsonFault,
  parseJson,
  RestServiceError,
} from "../context/mod.ts";

/** A request for an operation. */
export type RestCall = Pick<
  Exchange,
  "search" | "pathname" | "meta" | "onError" | "settledHeight"
> & {
  readonly request: Pick<ServiceRequest, "body" | "header">;
  readonly route: {
    readonly operation: OperationId;
    /** The parameters in the path, still encoded. */
    readonly parameters: Readonly<Record<string, string>>;
  };
};

type Place = "path" | "query" | "headers";
type Input = Record<Place, Record<string, unknown>> & { body: unknown };
type Type = ParameterInfo["types"][number];

const PLACES: Readonly<Partial<Record<ParameterInfo["in"], Place>>> = {
  path: "path",
  query: "query",
  header: "headers",
};

/**
 * Reads the parameters of an operation by their declared types, fills in defaults and validates them.
 *
 * @returns Its input without a body, and the issue of a parameter that is passed on all the same.
 * @throws {RestServiceError} `INVALID_PARAM` with the parameter, its value and the allowed values.
 */
export function readInput(
  call: RestCall,
  { selection, passesOn }: Partial<ArgumentRules> = {},
): { readonly input: Input; readonly issue: string | undefined } {
  const { operation: id } = call.route;
  const input: Input = { path: {}, query: {}, headers: {}, body: undefined };
  let passed: string | undefined;
  const validators = OPERATION_VALIDATORS[id];
  const query = call.search === "" ? NO_QUERY : new URLSearchParams(call.search);
  for (const info of OPERATIONS[id].parameters) {
    const value = readValue(info, call, query);
    const place = PLACES[info.in] ?? "query";
    const issue = issueOfValue(info, fieldOf(validators[place], info.name), value, selection);
    if (issue && !passesOn?.(id, info, value)) throw new RestServiceError("INVALID_PARAM", issue);
    passed ??= issue;
    if (value !== undefined) input[place][info.name] = value;
  }
  return { input, issue: passed };
}

const NO_QUERY = new URLSearchParams();

function readValue(info: ParameterInfo, call: RestCall, query: URLSearchParams): unknown {
  const texts = readTexts(info, call, query);
  if (texts === undefined) return info.default;
  return info.items ? readList(info, texts) : readOne(info, texts);
}

/** The strings sent for a parameter; undefined if it is absent. */
function readTexts(
  info: ParameterInfo,
  { request, route }: RestCall,
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
  const texts = query.getAll(info.name);
  return texts.length > 0 ? texts : undefined;
}

function readOne(info: ParameterInfo, texts: readonly string[]): unknown {
  if (texts.length > 1)
    throw new RestServiceError("INVALID_PARAM", issueText(info, texts, "given once"));
  return coerce(info.types, texts[0] ?? "");
}

function readList(info: ParameterInfo, texts: readonly string[]): unknown[] {
  return itemsOf(info, texts).map((item) => coerce(info.items ?? [], item));
}

function itemsOf(info: ParameterInfo, texts: readonly string[]): readonly string[] {
  if (info.in === "path" || info.explode) return texts;
  const items = splitList(String(readOne({ ...info, types: ["string"] }, texts)));
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

/** Converts a string to the first declared type that it has the form of; the validator checks the value. */
function coerce(types: readonly Type[], text: string): unknown {
  if (types.includes("integer") && INTEGER.test(text)) {
    const number = Number(text);
    if (Number.isSafeInteger(number)) return number;
  }
  if (types.includes("number") && NUMBER.test(text)) return Number(text);
  if (types.includes("boolean") && (text === "true" || text === "false")) return text === "true";
  return types.includes("null") && text === "null" ? null : text;
}

/**
 * Reads and validates the JSON body of an operation; undefined if the operation has none, or an optional one is absent.
 *
 * @param selection The segment; undefined for an operation of the host.
 * @throws {RestServiceError} `INVALID_PARAM` with the field, its value and the allowed values.
 */
export async function readBody(
  id: OperationId,
  request: Pick<ServiceRequest, "header" | "body">,
  selection?: ChainSelection,
): Promise<unknown> {
  const { body: kind, fields = [] } = OPERATIONS[id];
  const { body: validator } = OPERATION_VALIDATORS[id];
  if (!kind || !validator) return undefined;
  const bytes = await readBytes(request);
  if (bytes.length === 0 && kind === "optional") return undefined;
  const body = await parse(bytes, fields);
  const { success, error } = safeParse(validator, body);
  if (!success)
    throw new RestServiceError("INVALID_PARAM", describeFirstIssue(error.issues[0], body, fields));
  if (!selection) return body;
  const values = body as Readonly<Record<string, unknown>>;
  for (const info of fields) {
    const issue = issueOfChain(info, values[info.name], selection);
    if (issue !== undefined) throw new RestServiceError("INVALID_PARAM", issue);
  }
  return body;
}

type Fields = NonNullable<(typeof OPERATIONS)[OperationId]["fields"]>;
type Issue = Parameters<typeof describeIssue>[0];

/** Describes a field as in the specs, if they do; a nested issue by its path. */
function describeFirstIssue(issue: Issue | undefined, body: unknown, fields: Fields): string {
  if (!issue) return "Body is not allowed";
  const [name, ...within] = issue.path;
  const info = fields.find((field) => field.name === name);
  if (info && within.length === 0) {
    const value = (body as Readonly<Record<string, unknown>>)[info.name];
    return issueText(info, shownOf(value), info.expected);
  }
  const { path, message } = describeIssue(issue, body);
  return `${path || "Body"}: ${message}`;
}

/** Nested values are shown by their type, since they may be long. */
function shownOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? [] : {};
}

async function readBytes(request: Pick<ServiceRequest, "header" | "body">): Promise<Uint8Array> {
  const fault = encodingFault(request);
  if (fault !== undefined) throw new RestServiceError("INVALID_PARAM", fault);
  try {
    return await request.body(LIMITS.bodyBytes);
  } catch (error) {
    if (error instanceof BodyTooLarge || error instanceof BodyCutShort)
      throw new RestServiceError("INVALID_PARAM", error.message);
    throw error;
  }
}

async function parse(bytes: Uint8Array, fields: Fields): Promise<unknown> {
  try {
    return await parseJson(bytes);
  } catch (error) {
    if (error instanceof JsonFault && error.kind !== "not JSON")
      throw new RestServiceError("INVALID_PARAM", error.message);
    const required = fields.filter((field) => field.required).map(({ name }) => name);
    const noun = required.length === 1 ? "a field" : "the fields";
    const withFields = required.length > 0 ? ` with ${noun} ${required.join(", ")}` : "";
    throw new RestServiceError("INVALID_PARAM", `Body must be JSON${withFields}`);
  }
}
