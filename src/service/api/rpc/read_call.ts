import { LIMITS } from "../../../generated/limits.gen.ts";
import type { MethodInfo } from "../../../tables.ts";
import { isObject, type MethodValidators } from "../../../validation/mod.ts";
import { fieldOf } from "../../../zod/mod.ts";
import {
  type ArgumentRules,
  issueOfValue,
  JsonFault,
  parseJsonBytes,
  RpcServiceError,
} from "../context/mod.ts";

/**
 * Parses a request's body.
 *
 * @throws {RpcServiceError} Parse error: not UTF-8, not JSON, or nested too deep; or invalid request: too much in it
 * (extension).
 */
export async function parseBody(bytes: Uint8Array): Promise<unknown> {
  try {
    return await parseJsonBytes(bytes);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const name = error.kind === "too much" ? "InvalidRequest" : "ParseError";
    throw new RpcServiceError(name, error.message);
  }
}

/** Id of a call: a safe integer, a short string, or null (extension). */
type CallId = number | string | null;

/** A well-formed call; without an id it is a notification. */
export interface Call {
  readonly id: CallId | undefined;
  readonly method: string;
  readonly params: unknown;
}

/**
 * Reads a call.
 *
 * @throws {RpcServiceError} Invalid request, with the member that is missing or wrong.
 */
export function readCall(value: unknown): Call {
  if (!isObject(value)) throw new RpcServiceError("InvalidRequest", "A call must be an object");
  const { jsonrpc, method, params } = value;
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
  return { id: "id" in value ? (value.id as CallId) : undefined, method, params };
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

function isId(id: unknown): id is CallId {
  if (id === null || Number.isSafeInteger(id)) return true;
  return typeof id === "string" && hasAtMost(id, LIMITS.idCharacters);
}

/** Counts characters as JSON Schema does, by code points, of which each has one or two units of UTF-16. */
function hasAtMost(text: string, characters: number): boolean {
  if (text.length <= characters) return true;
  return text.length <= 2 * characters && Array.from(text).length <= characters;
}

/** Parameters of a call. */
interface ReadParameters {
  /** In the order of the specs. */
  readonly values: unknown[];
  /** The issue of the first invalid parameter that the rules pass on to an upstream. */
  readonly issue: string | undefined;
}

/**
 * Validates parameters, by position or by name as the method specifies, and fills in defaults.
 *
 * @throws {RpcServiceError} Invalid params, with the parameter, its value and the allowed values.
 */
export function readParameters(
  method: string,
  info: MethodInfo,
  { params: validators }: MethodValidators,
  params: unknown,
  { selection, passesOn }: ArgumentRules,
): ReadParameters {
  const sent = readValues(method, info, params);
  let passedIssue: string | undefined;
  const values = info.parameters.map((parameter, index) => {
    const value = sent[index] === undefined ? parameter.default : sent[index];
    const validator = fieldOf(validators, parameter.name);
    const issue = issueOfValue(parameter, validator, value, selection);
    if (issue && !passesOn?.(method, parameter, value)) throw invalid(issue);
    passedIssue ??= issue;
    return value;
  });
  return { values, issue: passedIssue };
}

/**
 * Reads the sent values, in the order of the specs.
 *
 * @throws {RpcServiceError} Invalid params, if their form is wrong or there are too many.
 */
export function readValues(
  method: string,
  { parameters, paramStructure }: MethodInfo,
  params: unknown = [],
): readonly unknown[] {
  if (Array.isArray(params)) {
    if (paramStructure === "by-name" && params.length > 0)
      throw invalid("params must be an object: parameters go by name");
    if (params.length <= parameters.length) return params;
    const maximum = parameters.length === 1 ? "1 parameter" : `${parameters.length} parameters`;
    throw invalid(`${method} takes at most ${maximum}, got ${params.length}`);
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
