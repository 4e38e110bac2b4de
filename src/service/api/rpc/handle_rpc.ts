import { LIMITS } from "../../../generated/limits.gen.ts";
import {
  BodyCutShort,
  BodyTooLarge,
  encodingFault,
  type ServiceRequest,
  type ServiceResponse,
  withDeprecation,
} from "../../request.ts";
import { isObject } from "../../../validation/mod.ts";
import { type BodyText, JsonText, RpcServiceError, wrapText } from "../context/mod.ts";
import { failure, refuseAll, replyToBatch } from "./_batch.ts";
import { type Call, idOf, parseBody, readCall } from "./read_call.ts";
import {
  type CallContext,
  deprecationOf,
  isSimplified,
  knownName,
  runMethod,
  runSimplified,
} from "./run_method.ts";

/** A request to a segment's JSON-RPC endpoint. */
interface RpcRequest extends CallContext {
  readonly request: Pick<ServiceRequest, "header" | "body">;
  /** Called if the request is a batch. */
  readonly onBatch: () => void;
}

const HEADERS = { "Content-Type": "application/json" } as const;

/** Handles a call, a batch or a simplified call. */
export async function handleRpc(rpc: RpcRequest): Promise<ServiceResponse> {
  try {
    requireJson(rpc.request);
    const fault = encodingFault(rpc.request);
    if (fault !== undefined) throw new RpcServiceError("InvalidRequest", fault);
    const body = await parseBody(await rpc.request.body(LIMITS.bodyBytes));
    if (Array.isArray(body)) {
      rpc.onBatch();
      const { status, text } = await replyToBatch(body, reply, rpc);
      return toHttp(status, text);
    }
    const isSimplifiedCall = isObject(body) && !("jsonrpc" in body) && !("id" in body);
    const text = isSimplifiedCall ? await replySimplified(body, rpc) : await reply(body, rpc);
    // A header could not identify a call of a batch.
    const deprecated = isObject(body) ? deprecationOf(body.method, isSimplifiedCall) : undefined;
    return withDeprecation(toHttp(200, text), deprecated);
  } catch (error) {
    return toHttp(error instanceof BodyTooLarge ? 413 : 200, failureOfRequest(error, rpc));
  }
}

/** A message received on a WebSocket. */
interface RpcMessage extends CallContext {
  readonly bytes: Uint8Array;
  /** Charges a call; returns the message of a refusal, or undefined if it is admitted. */
  readonly charge: () => Promise<string | undefined>;
}

/** Handles a call or a batch as over HTTP, except simplified calls; undefined if there is no response. */
export async function handleMessage(message: RpcMessage): Promise<BodyText | undefined> {
  const { bytes } = message;
  const refusal = await message.charge();
  if (refusal !== undefined) {
    // Over HTTP, refuseRpc has the same maximum.
    const isLong = bytes.length > LIMITS.starvedBodyBytes;
    const body = isLong ? undefined : await parseBody(bytes).catch(() => undefined);
    return refuseAll(body, new RpcServiceError("LimitExceeded", refusal));
  }
  try {
    const body = await parseBody(bytes);
    return Array.isArray(body)
      ? (await replyToBatch(body, reply, message)).text
      : await reply(body, message);
  } catch (error) {
    return failureOfRequest(error, message);
  }
}

/** Refuses a whole request: an error response for every call by its id, or only one for more than `maximum` bytes. */
export async function refuseRpc(
  request: RpcRequest["request"],
  status: number,
  serviceError: RpcServiceError,
  maximum: number = LIMITS.bodyBytes,
): Promise<ServiceResponse> {
  const body = await request
    .body(maximum)
    .then(parseBody)
    .catch(() => undefined);
  const isKnownSimplified = isObject(body) && !("jsonrpc" in body) && isSimplified(body.method);
  const text = isKnownSimplified
    ? JSON.stringify({ error: serviceError.error })
    : refuseAll(body, serviceError);
  return toHttp(status, text);
}

/** Runs one call; returns the response as JSON, undefined for a notification. */
async function reply(value: unknown, context: CallContext): Promise<BodyText | undefined> {
  let call: Call | undefined;
  try {
    call = readCall(value);
    const { method, params } = call;
    const result = await runMethod(method, params, context);
    context.onCall(method, 0);
    if (call.id === undefined) return undefined;
    return result instanceof JsonText
      ? wrapText(`{"jsonrpc":"2.0","id":${JSON.stringify(call.id)},"result":`, result.text, "}")
      : JSON.stringify({ jsonrpc: "2.0", id: call.id, result });
  } catch (error) {
    const serviceError = serviceErrorOf(error, context);
    context.onCall(knownName(call?.method, context.further), serviceError.error.code);
    // A notification gets no response, not even an error.
    if (call && call.id === undefined) return undefined;
    return failure(call?.id ?? idOf(value), serviceError);
  }
}

/** Runs a simplified call; its response has neither version nor id. */
async function replySimplified(
  { method, params }: Record<string, unknown>,
  rpc: RpcRequest,
): Promise<string> {
  try {
    // Most likely a call without its version.
    if (!isSimplified(method)) throw new RpcServiceError("InvalidRequest", 'jsonrpc must be "2.0"');
    const result = await runSimplified(method, params, rpc.chain);
    rpc.onCall(method, 0);
    return result instanceof JsonText ? `{"result":${result.text}}` : JSON.stringify({ result });
  } catch (error) {
    const serviceError = serviceErrorOf(error, rpc);
    rpc.onCall(isSimplified(method) ? method : "unknown", serviceError.error.code);
    return JSON.stringify({ error: serviceError.error });
  }
}

/** The error response of a request or message of which no call could be read, as JSON. */
function failureOfRequest(error: unknown, context: CallContext): string {
  const serviceError = serviceErrorOf(error, context);
  context.onCall("unknown", serviceError.error.code);
  return failure(null, serviceError);
}

/** Converts a thrown error to a service error: a refusal unchanged, any other without its detail, which is reported. */
function serviceErrorOf(error: unknown, { onError }: CallContext): RpcServiceError {
  if (error instanceof RpcServiceError) return error;
  if (error instanceof BodyTooLarge) return new RpcServiceError("InvalidRequest", error.message);
  if (error instanceof BodyCutShort) return new RpcServiceError("ParseError", error.message);
  onError(error);
  return new RpcServiceError("InternalError");
}

function requireJson(request: RpcRequest["request"]): void {
  const type = request.header("content-type") ?? "";
  if (type === HEADERS["Content-Type"]) return;
  const [essence = ""] = type.split(";");
  if (essence.trim().toLowerCase() === HEADERS["Content-Type"]) return;
  const shown = JSON.stringify(type.slice(0, 80));
  const text = `Content-Type must be application/json, got ${shown}`;
  throw new RpcServiceError("InvalidRequest", text);
}

/** Makes an HTTP response. Without a body, as for notifications, a success is 204. */
function toHttp(status: number, body: BodyText | undefined): ServiceResponse {
  if (body === undefined) return { status: status === 200 ? 204 : status, headers: {}, body: "" };
  return { status, headers: HEADERS, body };
}
