import { LIMITS } from "../../../generated/limits.gen.ts";
import { RpcServiceError } from "../context/mod.ts";
import { type CallContext, knownName, runMethod } from "./run_method.ts";
import { type Call, idOf, isNotification, parseBody, readCall } from "./read_call.ts";

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

/** Error responses for every call of a body, as JSON; undefined if it has only notifications. */
export function refuseAll(body: unknown, serviceError: RpcServiceError): string | undefined {
  if (!Array.isArray(body) || body.length === 0 || body.length > LIMITS.batchCalls)
    return isNotification(body) ? undefined : failure(idOf(body), serviceError);
  const calls = body.filter((call: unknown) => !isNotification(call));
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

/** A message received on a WebSocket. */
interface RpcMessage extends CallContext {
  readonly bytes: Uint8Array;
  /** Charges a call; returns the message of a refusal, or undefined if it is admitted. */
  readonly charge: () => string | undefined | Promise<string | undefined>;
  /** Charges the further calls of a batch; returns the message of a refusal, or undefined if they are admitted. */
  readonly chargeFurther: (calls: number) => string | undefined | Promise<string | undefined>;
}

/** Handles a call or a batch as over HTTP, except simplified calls; undefined if there is no response. */
export async function handleMessage(message: RpcMessage): Promise<string | undefined> {
  const refusal = await message.charge();
  try {
    if (refusal !== undefined) return refuse(parseRefused(message.bytes), refusal);
    const body = parseBody(message.bytes);
    if (!Array.isArray(body)) return await reply(body, message);
    checkBatch(body);
    const further = await message.chargeFurther(body.length - 1);
    if (further !== undefined) return refuse(body, further);
    return await replyToBatch(body, message);
  } catch (error) {
    const serviceError = serviceErrorOf(error, message);
    message.onCall("unknown", serviceError.error.code);
    return failure(null, serviceError);
  }
}

/** Parses the message of a refused caller, with the same size limit as over HTTP. */
function parseRefused(bytes: Uint8Array): unknown {
  if (bytes.length > LIMITS.starvedBodyBytes) return undefined;
  try {
    return parseBody(bytes);
  } catch {
    return undefined;
  }
}

function refuse(body: unknown, text: string): string | undefined {
  return refuseAll(body, new RpcServiceError("LimitExceeded", text));
}
