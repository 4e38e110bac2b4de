import { REST_ERRORS } from "../../../generated/errors.gen.ts";
import { LIMITS } from "../../../generated/limits.gen.ts";
import type { DeprecationInfo } from "../../../tables.ts";
import {
  BodyCutShort,
  BodyTooLarge,
  deprecationHeaders,
  encodingFault,
  type ServiceRequest,
  type ServiceResponse,
} from "../../request.ts";
import { isTurnOver, nextTurn } from "../../turns.ts";
import { type BodyText, JsonText, RpcServiceError, wrapText } from "../context/mod.ts";
import { type Call, idOf, isNotification, isObject, parseBody, readCall } from "./read_call.ts";
import {
  type CallContext,
  deprecationOf,
  isRead,
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
      const { status, text } = await replyToBatch(body, rpc);
      return answer(status, text);
    }
    const isPlain = isObject(body) && !("jsonrpc" in body) && !("id" in body);
    const text = isPlain ? await replySimplified(body, rpc) : await reply(body, rpc);
    const deprecated = isObject(body) ? deprecationOf(body.method, isPlain) : undefined;
    return withDeprecation(answer(200, text), deprecated);
  } catch (error) {
    return answer(error instanceof BodyTooLarge ? 413 : 200, failureOfRequest(error, rpc));
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
    // The same bound as over HTTP.
    const isLong = bytes.length > LIMITS.starvedBodyBytes;
    const body = isLong ? undefined : await parseBody(bytes).catch(() => undefined);
    return refuseAll(body, new RpcServiceError("LimitExceeded", refusal));
  }
  try {
    const body = await parseBody(bytes);
    return Array.isArray(body)
      ? (await replyToBatch(body, message)).text
      : await reply(body, message);
  } catch (error) {
    return failureOfRequest(error, message);
  }
}

/** Refuses a whole request: an error response for every call by id, if the body has at most `maximum` bytes. */
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
  const isPlain = isObject(body) && !("jsonrpc" in body) && isSimplified(body.method);
  const text = isPlain
    ? JSON.stringify({ error: serviceError.error })
    : refuseAll(body, serviceError);
  return answer(status, text);
}

/** Runs one call; returns the response as JSON, undefined for a notification. */
async function reply(value: unknown, context: CallContext): Promise<BodyText | undefined> {
  let call: Call | undefined;
  try {
    const { method, params } = (call = readCall(value));
    const result = await runMethod(method, params, context);
    context.onCall(method, 0);
    if (call.id === undefined) return undefined;
    return result instanceof JsonText
      ? wrapText(`{"jsonrpc":"2.0","id":${JSON.stringify(call.id)},"result":`, result.text, "}")
      : JSON.stringify({ jsonrpc: "2.0", id: call.id, result });
  } catch (error) {
    const serviceError = serviceErrorOf(error, context);
    context.onCall(knownName(call?.method, context.further), serviceError.error.code);
    if (call && call.id === undefined) return undefined;
    return failure(call?.id ?? idOf(value), serviceError);
  }
}

/** The status over HTTP, and the responses as JSON; undefined if there are only notifications. */
interface BatchReply {
  readonly status: number;
  readonly text: BodyText | undefined;
}

/**
 * Charges a batch, and runs or refuses it as a whole.
 *
 * @throws {RpcServiceError} Invalid request, if there are no calls or too many.
 */
async function replyToBatch(body: readonly unknown[], context: CallContext): Promise<BatchReply> {
  if (body.length === 0 || body.length > LIMITS.batchCalls) {
    const range = `A batch must have 1 to ${LIMITS.batchCalls} calls, got ${body.length}`;
    throw new RpcServiceError("InvalidRequest", range);
  }
  const refusal = await context.chargeFurther(body.length - 1);
  if (refusal !== undefined) {
    const text = refuseAll(body, new RpcServiceError("LimitExceeded", refusal));
    return { status: REST_ERRORS.RATE_LIMITED.status, text };
  }
  const answered = (await replyToAll(body, context)).filter((text) => text !== undefined);
  return { status: 200, text: answered.length > 0 ? await joinReplies(answered) : undefined };
}

/** Reads of a batch that are under way at a time: with more of them, more replies would be in memory. */
const MOST_READS = 16;

/** Runs the calls of a batch, as long as their replies are not too long together; returns these in order. */
async function replyToAll(
  body: readonly unknown[],
  context: CallContext,
): Promise<readonly (BodyText | undefined)[]> {
  const replies: (BodyText | undefined)[] = [];
  const running: Promise<void>[] = [];
  let begun = 0;
  let length = 0;
  async function run(index: number): Promise<void> {
    const isTooLong = length > LIMITS.batchReplyBytes;
    const text = await (isTooLong ? refuseAll(body[index], TOO_LONG) : reply(body[index], context));
    replies[index] = text;
    length += text?.length ?? 0;
  }
  async function runOn(): Promise<void> {
    while (begun < body.length) {
      if (isTurnOver()) await nextTurn();
      // Nothing waits in between, so that calls begin in their order.
      const index = begun++;
      if (index >= body.length) return;
      const done = run(index);
      running.push(done);
      // Submissions are stored together, as many as there are.
      if (isRead(body[index])) await done;
    }
  }
  await Promise.all(Array.from({ length: Math.min(body.length, MOST_READS) }, runOn));
  await Promise.all(running);
  return replies;
}

const TOO_LONG = new RpcServiceError(
  "LimitExceeded",
  `The replies to a batch have at most ${LIMITS.batchReplyBytes} bytes: send this call again, without those before`,
);

/** Length of the replies to a batch that are joined at once, at most. */
const MOST_JOINED = 256 * 1_024;

/** The replies as a JSON array; its bytes where they are long, since these are written in turns. */
async function joinReplies(replies: readonly BodyText[]): Promise<BodyText> {
  const length = replies.reduce((sum, text) => sum + text.length, 0);
  const isShort = length <= MOST_JOINED && replies.every((text) => typeof text === "string");
  if (isShort) return `[${replies.join(",")}]`;
  const parts: Uint8Array[] = [];
  for (const text of replies) {
    if (isTurnOver()) await nextTurn();
    parts.push(typeof text === "string" ? Buffer.from(text) : text);
  }
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + part.length + 1, 1));
  let end = 0;
  for (const part of parts) {
    if (isTurnOver()) await nextTurn();
    bytes.write(end === 0 ? "[" : ",", end);
    bytes.set(part, end + 1);
    end += part.length + 1;
  }
  bytes.write("]", end);
  return bytes;
}

async function replySimplified(
  { method, params }: Record<string, unknown>,
  rpc: RpcRequest,
): Promise<string> {
  try {
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

/** Error responses for every call of a body, as JSON; undefined if it has only notifications. */
function refuseAll(body: unknown, serviceError: RpcServiceError): string | undefined {
  if (!Array.isArray(body) || body.length === 0 || body.length > LIMITS.batchCalls)
    return isNotification(body) ? undefined : failure(idOf(body), serviceError);
  const calls = body.filter((call: unknown) => !isNotification(call));
  if (calls.length === 0) return undefined;
  return `[${calls.map((call) => failure(idOf(call), serviceError)).join(",")}]`;
}

/** The error response of a request or message of which no call could be read, as JSON. */
function failureOfRequest(error: unknown, context: CallContext): string {
  const serviceError = serviceErrorOf(error, context);
  context.onCall("unknown", serviceError.error.code);
  return failure(null, serviceError);
}

/** Converts a thrown error to a service error: a refusal unchanged, any other without its detail. */
function serviceErrorOf(
  error: unknown,
  { onError }: Pick<CallContext, "onError">,
): RpcServiceError {
  if (error instanceof RpcServiceError) return error;
  if (error instanceof BodyTooLarge) return new RpcServiceError("InvalidRequest", error.message);
  if (error instanceof BodyCutShort) return new RpcServiceError("ParseError", error.message);
  onError(error);
  return new RpcServiceError("InternalError");
}

function failure(id: unknown, { error }: RpcServiceError): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}

function requireJson(request: RpcRequest["request"]): void {
  const type = request.header("content-type") ?? "";
  if (type === HEADERS["Content-Type"]) return;
  const [essence = ""] = type.split(";");
  if (essence.trim().toLowerCase() === HEADERS["Content-Type"]) return;
  const shown = JSON.stringify(type.slice(0, 80));
  throw new RpcServiceError(
    "InvalidRequest",
    `Content-Type must be application/json, got ${shown}`,
  );
}

/** For notifications there is no body, so only the status shows a refusal. */
function answer(status: number, body: BodyText | undefined): ServiceResponse {
  if (body === undefined) return { status: status === 200 ? 204 : status, headers: {}, body: "" };
  return { status, headers: HEADERS, body };
}

/** Adds deprecation headers, except to a batch, where a header could not identify the call. */
function withDeprecation(
  response: ServiceResponse,
  deprecated: DeprecationInfo | undefined,
): ServiceResponse {
  if (!deprecated) return response;
  return { ...response, headers: { ...response.headers, ...deprecationHeaders(deprecated) } };
}
