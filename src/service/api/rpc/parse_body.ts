import { LIMITS } from "../../../generated/limits.gen.ts";
import { RpcServiceError } from "./rpc_service_error.ts";

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
