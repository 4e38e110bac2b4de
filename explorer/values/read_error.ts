import {
  isAlphadeltaError,
  isQuotaExhaustedError,
  isRestError,
  isTransportError,
} from "alphadelta";

/** Explanation of a failed call for a reader. */
export interface ReadableError {
  readonly kind: "missing" | "unreachable" | "limited" | "refused";
  readonly text: string;
}

/** Reads what a call rejected with. */
export function readError(error: unknown): ReadableError {
  const text = error instanceof Error ? error.message : String(error);
  if (isRestError(error) && error.status === 404) return { kind: "missing", text };
  if (isQuotaExhaustedError(error)) return { kind: "limited", text };
  if (isAlphadeltaError(error) && error.status === 429) return { kind: "limited", text };
  if (isTransportError(error)) return { kind: "unreachable", text };
  return { kind: "refused", text };
}
