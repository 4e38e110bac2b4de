import { isAlphadeltaError } from "alphadelta";

/** Explanation of a failed call for a reader. */
export interface ReadableError {
  readonly kind: "missing" | "unreachable" | "limited" | "invalid" | "refused";
  readonly text: string;
}

/** Codes for an identifier that can be none, whenever it is asked for. */
const INVALID = new Set<unknown>(["INVALID_PARAM", -32_602]);

/** Reads what a call rejected with. */
export function readError(error: unknown): ReadableError {
  const text = error instanceof Error ? error.message : String(error);
  if (isAlphadeltaError(error, "RestError") && error.status === 404)
    return { kind: "missing", text };
  if (isAlphadeltaError(error, "QuotaExhaustedError")) return { kind: "limited", text };
  if (isAlphadeltaError(error) && error.status === 429) return { kind: "limited", text };
  if (isAlphadeltaError(error, "TransportError")) return { kind: "unreachable", text };
  const isRefused =
    (isAlphadeltaError(error, "RestError") || isAlphadeltaError(error, "RpcError")) &&
    INVALID.has(error.code);
  // An identifier that the client itself refuses is a plain error.
  if (isRefused || !isAlphadeltaError(error)) return { kind: "invalid", text };
  return { kind: "refused", text };
}
