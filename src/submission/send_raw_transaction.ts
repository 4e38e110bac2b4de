import { isLimitStatus } from "../errors/internal.ts";
import {
  type AlphadeltaError,
  ContractError,
  isAlphadeltaError,
  RpcError,
  type SubmittedTransaction,
} from "../errors/mod.ts";
import { tx_getTransaction, tx_sendRawTransaction } from "../generated/client/method_calls.gen.ts";
import {
  RPC_INTERNAL_ERROR,
  RPC_INVALID_PARAMS,
  RPC_INVALID_REQUEST,
  RPC_LIMIT_EXCEEDED_ROW,
  RPC_METHOD_NOT_FOUND,
  RPC_PARSE_ERROR,
} from "../generated/errors.gen.ts";
import type { MethodCall } from "../validation/mod.ts";
import type { Methods } from "../rpc/mod.ts";
import { checkInteger, checkOption, valueFault } from "../validation/mod.ts";
import type { CallOptions } from "../transport/mod.ts";
import { safeParse } from "../zod/mod.ts";
import { isSameHash } from "./_inspect.ts";
import { ambiguousSubmission, knownContext, METHOD } from "./reconcile.ts";
import type { SubmissionContext } from "./submission_context.ts";

const ACTION = `Cannot call ${METHOD}`;

/** Options of a submission: of the call, and what is known of the transaction, for finding out what became of it. */
export interface SubmissionOptions extends CallOptions, SubmittedTransaction {}

/** The service's answer for a transaction that it accepted. */
export type Submission = Methods["tx_sendRawTransaction"]["result"];

/**
 * Submits a signed transaction. It is sent exactly once, whatever happens.
 *
 * No error, hook or log holds the signed bytes.
 *
 * @param signedTx The signed transaction in hex.
 * @throws {TypeError | RangeError} If `signedTx` or `txHash` is no hex, or `from` or `nonce` is wrong; nothing was sent.
 * @throws {RpcError} If the service refused it: a code that the specs list for submissions or for requests that are no
 * call, with HTTP 200, 400, 413 or 429; any other 429 is -32005. After -32005 the request may have come twice on its way,
 * and its copy have been accepted. So `retryable` means these same bytes, which are one transaction however often they are
 * sent: do not sign another one in their place.
 * @throws {AmbiguousSubmissionError} If it was sent and anything else came or nothing, the signal's abort, -32603 and a
 * 5xx with whatever body included. Its `reconcile` finds out what became of the transaction. Also if it was accepted with
 * another hash than `txHash`: `cause` names both, and `transaction` has neither.
 * @throws The signal's reason, or a `TransportError`, if the call ended before anything was sent.
 *
 * @example
 * ```ts
 * import { createClient } from "alphadelta";
 * import { devAccounts, signTransaction } from "alphadelta/devnet";
 * import { sendRawTransaction } from "alphadelta/submission";
 *
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
 * const [, , carol] = await devAccounts("delta");
 * if (carol) {
 *   const { nonce } = await delta.rpc.account_getNonce(carol.address);
 *   const { signedTx } = await signTransaction(carol, { type: "transfer", to: carol.address, value: 1n, nonce });
 *   console.log((await sendRawTransaction(delta, signedTx)).status);
 * }
 * ```
 */
export async function sendRawTransaction(
  context: SubmissionContext,
  signedTx: string,
  options: SubmissionOptions = {},
): Promise<Submission> {
  // Checked here, since the message of the call itself would show a short string.
  const wrong = faultOf(tx_sendRawTransaction, signedTx);
  if (wrong) throw new TypeError(wrong);
  const { txHash, from, nonce, ...callOptions } = options;
  const wrongHash = txHash === undefined ? undefined : faultOf(tx_getTransaction, txHash);
  if (wrongHash) throw valueFault(wrongHash, txHash, false);
  checkOption(ACTION, "from", from, "a string", typeof from === "string");
  checkInteger(ACTION, "nonce", nonce, 0);
  let isSent = false;
  const onSend = (): void => {
    options.onSend?.();
    isSent = true;
  };
  let accepted: Submission;
  try {
    accepted = await context.rpc.call(METHOD, [signedTx], { ...callOptions, onSend });
  } catch (error) {
    throw isSent ? outcomeOf(error, { txHash, from, nonce }, context) : error;
  }
  if (txHash === undefined || isSameHash(accepted.txHash, txHash)) return accepted;
  // Either hash may be wrong, so that neither is looked for.
  throw ambiguousSubmission(context, { from, nonce }, otherHash(txHash, accepted.txHash, context));
}

function otherHash(told: string, answered: string, { segment }: SubmissionContext): ContractError {
  const message = `the service accepted the transaction as ${answered}, but the caller passed txHash ${told}; find out which is right before you submit again`;
  return new ContractError([{ path: "txHash", message }], { segment, operation: METHOD });
}

/** The error that a submission rejects with that was sent. */
function outcomeOf(
  error: unknown,
  transaction: SubmittedTransaction,
  context: SubmissionContext,
): unknown {
  if (isRefusal(error)) return error;
  if (isAlphadeltaError(error) && isLimitStatus(error.status)) return limitRefusal(error);
  return ambiguousSubmission(context, transaction, error);
}

/** Prefixes of refusals in words of the service's own, or with the status alone. */
function limitRefusal(known: AlphadeltaError): RpcError {
  const { code, message } = RPC_LIMIT_EXCEEDED_ROW;
  const { retryAfter } = known;
  return new RpcError(code, message, known.message, { ...knownContext(known), retryAfter });
}

/** The message where a method does not take a value as its first parameter: what is allowed. */
function faultOf({ info, validators }: MethodCall, value: unknown): string | undefined {
  const [first] = info.parameters;
  const { params } = validators;
  if (first && params && safeParse(params, { [first.name]: value }).success) return undefined;
  return `${ACTION}: ${first?.name} must be ${first?.expected}`;
}

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
  return isAlphadeltaError(error, "RpcError") && WRONG_QUESTIONS.includes(error.code);
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
  if (!isAlphadeltaError(error, "RpcError") || error.code === RPC_INTERNAL_ERROR) return false;
  return CODES.includes(error.code) && STATUSES.includes(error.status);
}
