import { LIMITS } from "../../../generated/limits.gen.ts";
import { RpcServiceError } from "./rpc_service_error.ts";

/** Id of a call: a safe integer, a short string, or null (extension). */
export type CallId = number | string | null;

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
