import { isRpcError, RPC_ERRORS, type RpcError } from "../errors/mod.ts";
import { tx_sendRawTransaction } from "../generated/client/method_calls.gen.ts";

/** HTTP statuses that the specs give for answers of the service with an error. */
const STATUSES: readonly unknown[] = [200, 400, 413, 429];

/** Codes that the specs list for submissions, and those of a request that the service could not take as a call. */
const CODES: ReadonlySet<unknown> = new Set<number>([
  ...(tx_sendRawTransaction.info.errors ?? []),
  RPC_ERRORS.ParseError.code,
  RPC_ERRORS.InvalidRequest.code,
  RPC_ERRORS.MethodNotFound.code,
  RPC_ERRORS.InvalidParams.code,
]);

/**
 * Tells whether an error is a refusal by the service itself. Any other code or HTTP status is from something in between,
 * which may have passed the transaction on before, and so may an internal error.
 */
export function isRefusal(error: unknown): error is RpcError {
  if (!isRpcError(error) || error.code === RPC_ERRORS.InternalError.code) return false;
  return CODES.has(error.code) && STATUSES.includes(error.status);
}
