import type { ChainSelection } from "../../../chains/mod.ts";
import { LIMITS } from "../../../generated/limits.gen.ts";
import type { MethodInfo } from "../../../tables.ts";
import type { MethodValidators } from "../../../validation/mod.ts";
import { fieldOf } from "../../../zod/mod.ts";
import { issueOfValue, RpcServiceError } from "../context/mod.ts";

/** Bytes of the shortest JSON that is nested too deep: two brackets per level. */
const SHORTEST_TOO_DEEP = 2 * (LIMITS.jsonDepth + 1);

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Parses a request's body.
 *
 * @throws {RpcServiceError} Parse error: not UTF-8, not JSON, or nested too deep (extension).
 */
export function parseBody(bytes: Uint8Array): unknown {
  const text = decodeText(bytes);
  if (text.length >= SHORTEST_TOO_DEEP && depthOf(text) > LIMITS.jsonDepth)
    throw new RpcServiceError("ParseError", `JSON must be at most ${LIMITS.jsonDepth} levels deep`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RpcServiceError(
      "ParseError",
      error instanceof Error ? withoutSource(error.message) : undefined,
    );
  }
}

function decodeText(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new RpcServiceError("ParseError", "Body must be UTF-8");
  }
}

/** Levels of nesting, counted before parsing: brackets outside strings. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (inString) {
      if (char === 0x5c) i++;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b || char === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (char === 0x7d || char === 0x5d) depth--;
  }
  return deepest;
}

/** Removes the quoted body from the runtime's message, since it may contain a signed transaction. */
function withoutSource(message: string): string {
  const [token] = /^Unexpected token '.'/su.exec(message) ?? [];
  if (token !== undefined) return token;
  return message.replace(/,? ?(?:\.\.\.)?".*$/s, "").trim() || "The body is not JSON";
}

/** Id of a call: a safe integer, a short string, or null (extension). */
type CallId = number | string | null;

/** A well-formed call; without an id it is a notification. */
export interface Call {
  readonly id: CallId | undefined;
  readonly method: string;
  readonly params: unknown;
  /** What carries the trace of a call on a WebSocket, unread. */
  readonly trace: unknown;
}

/**
 * Reads a call.
 *
 * @throws {RpcServiceError} Invalid request, with the member that is missing or wrong.
 */
export function readCall(value: unknown): Call {
  if (!isObject(value)) throw new RpcServiceError("InvalidRequest", "A call must be an object");
  const { jsonrpc, method, params, trace } = value;
  if (jsonrpc !== "2.0") throw new RpcServiceError("InvalidRequest", 'jsonrpc must be "2.0"');
  if ("id" in value && !isId(value.id)) {
    throw new RpcServiceError(
      "InvalidRequest",
      `id must be a safe integer, a string of at most ${LIMITS.idCharacters} characters, or null`,
    );
  }
  if (typeof method !== "string")
    throw new RpcServiceError("InvalidRequest", "method must be a string");
  if (params !== undefined && (typeof params !== "object" || params === null)) {
    throw new RpcServiceError("InvalidRequest", "params must be an array");
  }
  return { id: "id" in value ? (value.id as CallId) : undefined, method, params, trace };
}

/** The id of an error response: the call's own if it is valid, otherwise null. */
export function idOf(value: unknown): CallId {
  return isObject(value) && isId(value.id) ? value.id : null;
}

/** Returns true for a notification, which gets no response, refused or not. */
export function isNotification(value: unknown): boolean {
  return (
    isObject(value) &&
    value.jsonrpc === "2.0" &&
    typeof value.method === "string" &&
    !("id" in value)
  );
}

/** Returns true for an object that is not an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isId(id: unknown): id is CallId {
  if (id === null || Number.isSafeInteger(id)) return true;
  return typeof id === "string" && hasAtMost(id, LIMITS.idCharacters);
}

/** Counts characters as JSON Schema does, by code points, of which each has one or two units of UTF-16. */
function hasAtMost(text: string, characters: number): boolean {
  if (text.length <= characters) return true;
  return text.length <= 2 * characters && Array.from(text).length <= characters;
}

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
    const validator = fieldOf(validators, parameter.name);
    const issue = issueOfValue(parameter, validator, value, selection);
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
