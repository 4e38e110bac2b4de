import { isRpcError, type RpcError } from "../errors/mod.ts";
import { tx_sendRawTransaction } from "../generated/client/method_calls.gen.ts";
import {
  RPC_INTERNAL_ERROR,
  RPC_INVALID_PARAMS,
  RPC_INVALID_REQUEST,
  RPC_METHOD_NOT_FOUND,
  RPC_PARSE_ERROR,
} from "../generated/errors.gen.ts";

/** HTTP statuses that the specs give for answers of the service with an error. */
const STATUSES: readonly unknown[] = [200, 400, 413, 429];

/** Codes of a request that the service could not take as a call, so that asking again is of no use. */
const WRONG_QUESTIONS: readonly unknown[] = [
  RPC_PARSE_ERROR,
  RPC_INVALID_REQUEST,
  RPC_METHOD_NOT_FOUND,
  RPC_INVALID_PARAMS,
];

/** Tells whether an error says that the question itself is wrong. */
export function isWrongQuestion(error: unknown): boolean {
  return isRpcError(error) && WRONG_QUESTIONS.includes(error.code);
}

/** Codes that the specs list for submissions, and those of a wrong question. */
const CODES: readonly unknown[] = [
  ...(tx_sendRawTransaction.info.errors ?? []),
  ...WRONG_QUESTIONS,
];

/**
 * Tells whether an error is a refusal by the service itself. Any other code or HTTP status is from something in between,
 * which may have passed the transaction on before, and so may an internal error.
 */
export function isRefusal(error: unknown): error is RpcError {
  if (!isRpcError(error) || error.code === RPC_INTERNAL_ERROR) return false;
  return CODES.includes(error.code) && STATUSES.includes(error.status);
}
