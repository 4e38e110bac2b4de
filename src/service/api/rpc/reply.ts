import { LIMITS } from "../../../generated/limits.gen.ts";
import type { CallContext } from "./call_context.ts";
import { type Call, idOf, isNotification, readCall } from "./read_call.ts";
import { RpcServiceError } from "./rpc_service_error.ts";
import { knownName, runMethod } from "./run_method.ts";

/** Runs one call; returns the response as JSON, undefined for a notification. */
export async function reply(value: unknown, context: CallContext): Promise<string | undefined> {
  let call: Call | undefined;
  try {
    call = readCall(value);
    const result = await runMethod(call.method, call.params, context);
    context.onCall(call.method, 0);
    if (call.id === undefined) return undefined;
    return JSON.stringify({ jsonrpc: "2.0", id: call.id, result });
  } catch (error) {
    const serviceError = serviceErrorOf(error, context);
    context.onCall(knownName(call?.method, context.further), serviceError.error.code);
    if (call && call.id === undefined) return undefined;
    return failure(call?.id ?? idOf(value), serviceError);
  }
}

/** Runs a batch; returns the responses as JSON, undefined if it has only notifications. */
export async function replyToBatch(
  body: readonly unknown[],
  context: CallContext,
): Promise<string | undefined> {
  const replies = await Promise.all(body.map((call) => reply(call, context)));
  const answered = replies.filter((text) => text !== undefined);
  return answered.length > 0 ? `[${answered.join(",")}]` : undefined;
}

/**
 * Checks the number of calls in a batch.
 *
 * @throws {RpcServiceError} Invalid request, if there are none or too many.
 */
export function checkBatch(body: readonly unknown[]): void {
  if (body.length > 0 && body.length <= LIMITS.batchCalls) return;
  const range = `A batch must have 1 to ${LIMITS.batchCalls} calls, got ${body.length}`;
  throw new RpcServiceError("InvalidRequest", range);
}

/** Error responses for every call of a batch, as JSON; undefined if it has only notifications. */
export function refuseBatch(
  body: readonly unknown[],
  serviceError: RpcServiceError,
): string | undefined {
  const calls = body.filter((call) => !isNotification(call));
  if (calls.length === 0) return undefined;
  return `[${calls.map((call) => failure(idOf(call), serviceError)).join(",")}]`;
}

/** Converts a thrown error to a service error: a refusal unchanged, any other without its detail. */
export function serviceErrorOf(
  error: unknown,
  { onError }: Pick<CallContext, "onError">,
): RpcServiceError {
  if (error instanceof RpcServiceError) return error;
  onError(error);
  return new RpcServiceError("InternalError");
}

/** An error response, as JSON. */
export function failure(id: unknown, { error }: RpcServiceError): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}
