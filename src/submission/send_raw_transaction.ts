import {
  AmbiguousSubmissionError,
  type ErrorContext,
  isAlphadeltaError,
  isLimitStatus,
  isRpcError,
  isTransportError,
  RPC_ERRORS,
  RpcError,
  type SubmittedTransaction,
} from "../errors/mod.ts";
import { tx_sendRawTransaction } from "../generated/client/method_calls.gen.ts";
import type { Methods } from "../rpc/mod.ts";
import type { CallOptions } from "../transport/mod.ts";
import { reconcile } from "./reconcile.ts";
import type { SubmissionContext } from "./submission_context.ts";

/** Options of a submission: of the call, and what is known of the transaction, for finding out what became of it. */
export interface SubmissionOptions extends CallOptions, SubmittedTransaction {}

/** What the service says of a transaction it accepted. */
export type Submission = Methods["tx_sendRawTransaction"]["result"];

const METHOD = "tx_sendRawTransaction";
const { info: INFO, validators: VALIDATORS } = tx_sendRawTransaction;

/**
 * Submits a signed transaction. It is sent exactly once, whatever happens.
 *
 * No error, hook or log holds the signed bytes.
 *
 * @param signedTx The signed transaction in hex.
 * @throws {TypeError} If `signedTx` is no hex; nothing was sent.
 * @throws {RpcError} If the service refused it; `code` is the service's own. -32005 where a limit refused it.
 * @throws {AmbiguousSubmissionError} If it was sent and no usable answer came, the signal's abort included. Its
 * `reconcile` finds out what became of the transaction.
 * @throws The signal's reason, or a `TransportError`, if the call ended before anything was sent.
 *
 * @example
 * ```ts
 * import { resolveEndpoints } from "alphadelta/chains";
 * import { createRest } from "alphadelta/rest";
 * import { createRpc } from "alphadelta/rpc";
 * import { devAccounts, signTransaction } from "alphadelta/devnet";
 * import { sendRawTransaction } from "alphadelta/submission";
 * import { createTransport } from "alphadelta/transport";
 *
 * const endpoints = resolveEndpoints("delta", "http://127.0.0.1:8645");
 * const transport = createTransport();
 * const rest = createRest("delta", endpoints, transport);
 * const rpc = createRpc("delta", endpoints, transport);
 * const [, , carol] = await devAccounts("delta");
 * if (carol) {
 *   const { nonce } = await rpc.call("account_getNonce", [carol.address]);
 *   const { signedTx } = await signTransaction(carol, { type: "transfer", to: carol.address, value: 1n, nonce });
 *   console.log((await sendRawTransaction({ segment: "delta", rest, rpc }, signedTx)).status);
 * }
 * ```
 */
export async function sendRawTransaction(
  context: SubmissionContext,
  signedTx: string,
  options: SubmissionOptions = {},
): Promise<Submission> {
  // Checked here, since the message of the call itself would show a short text.
  const [info] = INFO.parameters;
  if (!VALIDATORS.params?.safeParse({ [info?.name ?? ""]: signedTx }).success) {
    throw new TypeError(`Cannot call ${METHOD}: ${info?.name} must be ${info?.expected}`);
  }
  const { txHash, from, nonce, ...callOptions } = options;
  let isSent = false;
  const onSend = (): void => {
    isSent = true;
    options.onSend?.();
  };
  try {
    return await context.rpc.call(METHOD, [signedTx], { ...callOptions, onSend });
  } catch (error) {
    throw isSent ? outcomeOf(error, { txHash, from, nonce }, context) : error;
  }
}

/** The error that a submission rejects with that was sent. */
function outcomeOf(
  error: unknown,
  transaction: SubmittedTransaction,
  context: SubmissionContext,
): unknown {
  const isOurs = isAlphadeltaError(error);
  if (isRpcError(error) && error.code !== RPC_ERRORS.InternalError.code) return error;
  if (isTransportError(error) && isLimitStatus(error.status)) return limitRefusal(error, error.message);
  const known: ErrorContext = isOurs ? error : { segment: context.segment, operation: METHOD };
  return new AmbiguousSubmissionError(
    transaction,
    ({ signal, ...told } = {}) => {
      const target = {
        txHash: told.txHash ?? transaction.txHash,
        from: told.from ?? transaction.from,
        nonce: told.nonce ?? transaction.nonce,
      };
      return reconcile(context, target, signal ? { signal } : {});
    },
    { ...contextOf(known), cause: error },
  );
}

/** What stands before the service refuses with the status alone. */
function limitRefusal(known: ErrorContext, detail: string): RpcError {
  const { code, message } = RPC_ERRORS.LimitExceeded;
  return new RpcError(code, message, detail, contextOf(known));
}

function contextOf({
  status,
  requestId,
  segment,
  operation,
  attempts,
}: ErrorContext): ErrorContext {
  return { status, requestId, segment, operation, attempts };
}
