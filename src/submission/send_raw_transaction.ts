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
import type { Methods } from "../rpc/mod.ts";
import {
  checkInteger,
  checkOption,
  type MethodCall,
  type Rule,
  valueError,
} from "../validation/mod.ts";
import type { CallOptions } from "../transport/mod.ts";
import { safeParse } from "../zod/mod.ts";
import { isSameHash } from "./_inspect.ts";
import { ambiguousSubmission, knownContext, METHOD } from "./reconcile.ts";
import type { SubmissionContext } from "./submission_context.ts";

const ACTION = `Cannot call ${METHOD}`;

const STRING: Rule = ["a string", (value) => typeof value === "string"];

/** Options of the call, and properties of the transaction by which an unknown outcome is reconciled. */
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
  // Checked before the call, whose message would repeat a short string.
  const issue = issueOf(tx_sendRawTransaction, signedTx);
  if (issue) throw new TypeError(issue);
  const { txHash, from, nonce, ...callOptions } = options;
  const hashIssue = txHash === undefined ? undefined : issueOf(tx_getTransaction, txHash);
  if (hashIssue) throw valueError(hashIssue, txHash, false);
  checkOption(ACTION, "from", from, STRING);
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
    throw isSent ? sentError(error, { txHash, from, nonce }, context) : error;
  }
  if (txHash === undefined || isSameHash(accepted.txHash, txHash)) return accepted;
  // Either hash may be wrong, so the error has neither.
  throw ambiguousSubmission(context, { from, nonce }, otherHash(txHash, accepted.txHash, context));
}

function otherHash(
  passed: string,
  answered: string,
  { segment }: SubmissionContext,
): ContractError {
  const message = `the service accepted the transaction as ${answered}, but the caller passed txHash ${passed}; find out which is right before you submit again`;
  return new ContractError([{ path: "txHash", message }], { segment, operation: METHOD });
}

/** The error of a submission that was sent. */
function sentError(
  error: unknown,
  transaction: SubmittedTransaction,
  context: SubmissionContext,
): unknown {
  if (isRefusalError(error)) return error;
  if (isAlphadeltaError(error) && isLimitStatus(error.status)) return limitRefusal(error);
  return ambiguousSubmission(context, transaction, error);
}

/** A 429 as the specified error, whatever its body: its own message becomes the data. */
function limitRefusal(error: AlphadeltaError): RpcError {
  const { code, message } = RPC_LIMIT_EXCEEDED_ROW;
  const { retryAfter } = error;
  return new RpcError(code, message, error.message, { ...knownContext(error), retryAfter });
}

/** The message of a value that is not allowed as the first parameter of a method; undefined if it is allowed. */
function issueOf({ info, validators }: MethodCall, value: unknown): string | undefined {
  const [first] = info.parameters;
  const { params } = validators;
  if (first && params && safeParse(params, { [first.name]: value }).success) return undefined;
  return `${ACTION}: ${first?.name} must be ${first?.expected}`;
}

/** HTTP statuses of JSON-RPC errors in the specs. */
const ERROR_STATUSES: readonly unknown[] = [200, 400, 413, 429];

/** Codes of an invalid request: repeating the request is of no use. */
const INVALID_REQUEST_CODES: readonly unknown[] = [
  RPC_PARSE_ERROR,
  RPC_INVALID_REQUEST,
  RPC_METHOD_NOT_FOUND,
  RPC_INVALID_PARAMS,
];

/** Tells whether the service refused the request as invalid. */
export function isInvalidRequest(error: unknown): boolean {
  return isAlphadeltaError(error, "RpcError") && INVALID_REQUEST_CODES.includes(error.code);
}

/** Codes that the specs list for submissions, and codes of an invalid request. */
const REFUSAL_CODES: readonly unknown[] = [
  ...(tx_sendRawTransaction.info.errors ?? []),
  ...INVALID_REQUEST_CODES,
];

/**
 * Tells whether an error is a refusal by the service itself. Any other code or HTTP status may come from a proxy that has
 * passed the transaction on, and an internal error from a service that has accepted it.
 */
export function isRefusalError(error: unknown): error is RpcError {
  if (!isAlphadeltaError(error, "RpcError") || error.code === RPC_INTERNAL_ERROR) return false;
  return REFUSAL_CODES.includes(error.code) && ERROR_STATUSES.includes(error.status);
}
