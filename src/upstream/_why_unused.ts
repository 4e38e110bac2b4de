import { isAlphadeltaError } from "../errors/mod.ts";
import { reasonOf } from "../validation/mod.ts";
import { ContradictionError, isOfSocket } from "./_failures.ts";
import { UnusableUpstreamError } from "./_upstream_identity.ts";

/** Why an upstream is out of use, in words of our own: `/readyz` shows them to anyone. */
export function whyUnused(error: unknown): string {
  const known = error instanceof UnusableUpstreamError ? (error.cause ?? error) : error;
  if (!isAlphadeltaError(known) || known instanceof ContradictionError) return reasonOf(known);
  if (isAlphadeltaError(known, "ContractError")) return "its answer breaks the interface";
  if (isAlphadeltaError(known, "TransportError") && isOfSocket(known))
    return "its WebSocket closed";
  const { status } = known;
  if (isAlphadeltaError(known, "RestError") || isAlphadeltaError(known, "RpcError"))
    return whyRefused(status);
  if (isAlphadeltaError(known, "TransportError") && known.kind === "http")
    return `it answers with HTTP ${status}, and not as a data service does`;
  return reasonOf(known);
}

/** A check is a request that every service admits. */
function whyRefused(status: number | undefined): string {
  if (status === 404) return "it does not serve the segment (HTTP 404)";
  const isOfKey = status === 400 || status === 401 || status === 403;
  if (isOfKey) return `it refuses the gateway's API key, or requires one (HTTP ${status})`;
  return `it answers with HTTP ${status}`;
}
