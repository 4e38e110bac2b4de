import { LIMITS } from "../../../generated/limits.gen.ts";
import type { CallContext } from "./call_context.ts";
import { type Call, idOf, isNotification, readCall } from "./read_call.ts";
import { RpcServiceError } from "./rpc_service_error.ts";
import { knownName, runMethod } from "./run_method.ts";

/** The reply to one call, as JSON; undefined for a notification. */
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

/** The replies to the calls of a batch, as JSON; undefined for nothing but notifications. */
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

/** Refuses every call of a batch by its id, as JSON; undefined for nothing but notifications. */
export function refuseBatch(
  body: readonly unknown[],
  serviceError: RpcServiceError,
): string | undefined {
  const calls = body.filter((call) => !isNotification(call));
  if (calls.length === 0) return undefined;
  return `[${calls.map((call) => failure(idOf(call), serviceError)).join(",")}]`;
}

/** The service error of whatever was thrown: a refusal as it is, anything else without its detail. */
export function serviceErrorOf(
  error: unknown,
  { onError }: Pick<CallContext, "onError">,
): RpcServiceError {
  if (error instanceof RpcServiceError) return error;
  onError(error);
  return new RpcServiceError("InternalError");
}

/** An error reply, as JSON. */
export function failure(id: unknown, { error }: RpcServiceError): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}
