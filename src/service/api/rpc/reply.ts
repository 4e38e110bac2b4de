import { LIMITS } from "../../../generated/limits.gen.ts";
import type { EventSession } from "../events/mod.ts";
import type { Gateway } from "../context/mod.ts";
import type { FurtherMethods } from "./further_methods.ts";
import { type Call, idOf, isNotification, readCall } from "./read_call.ts";
import { RpcFault } from "./rpc_fault.ts";
import { knownName, runMethod } from "./run_method.ts";

/** What a call is answered with. */
export interface CallContext {
  readonly gateway: Gateway;
  /** Called with what a handler throws beside a refusal. */
  readonly onError: (error: unknown) => void;
  /** Told of each call that was answered: its method, `unknown` for none there is, and its error's code or 0. */
  readonly onCall: (method: string, code: number) => void;
  /** Subscriptions of the connection that the call came on, if it can have any. */
  readonly session?: EventSession;
  /** Methods that are served beside the usual ones. */
  readonly further?: FurtherMethods | undefined;
}

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
    const fault = faultOf(error, context);
    context.onCall(knownName(call?.method, context.further), fault.error.code);
    if (call && call.id === undefined) return undefined;
    return failure(call?.id ?? idOf(value), fault);
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
 * @throws {RpcFault} Invalid request, if there are none or too many.
 */
export function checkBatch(body: readonly unknown[]): void {
  if (body.length > 0 && body.length <= LIMITS.batchCalls) return;
  const range = `A batch must have 1 to ${LIMITS.batchCalls} calls, got ${body.length}`;
  throw new RpcFault("InvalidRequest", range);
}

/** Refuses every call of a batch by its id, as JSON; undefined for nothing but notifications. */
export function refuseBatch(body: readonly unknown[], fault: RpcFault): string | undefined {
  const calls = body.filter((call) => !isNotification(call));
  if (calls.length === 0) return undefined;
  return `[${calls.map((call) => failure(idOf(call), fault)).join(",")}]`;
}

/** What is answered of an error: a refusal as it is, anything else without its detail. */
export function faultOf(error: unknown, { onError }: Pick<CallContext, "onError">): RpcFault {
  if (error instanceof RpcFault) return error;
  onError(error);
  return new RpcFault("InternalError");
}

/** An error reply, as JSON. */
export function failure(id: unknown, { error }: RpcFault): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}
