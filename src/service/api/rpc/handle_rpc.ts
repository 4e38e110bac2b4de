import { REST_ERRORS } from "../../../generated/errors.gen.ts";
import { LIMITS } from "../../../generated/limits.gen.ts";
import {
  BodyCutShort,
  BodyTooLarge,
  deprecationHeaders,
  type ServiceRequest,
  type ServiceResponse,
} from "../../request.ts";
import type { DeprecationInfo } from "../../../tables.ts";
import { RpcServiceError } from "../context/mod.ts";
import { type CallContext, deprecationOf, isSimplified, runSimplified } from "./run_method.ts";
import { isObject, parseBody } from "./read_call.ts";
import { checkBatch, failure, refuseAll, reply, replyToBatch, serviceErrorOf } from "./reply.ts";

/** A request to a segment's JSON-RPC endpoint. */
export interface RpcRequest extends CallContext {
  readonly request: Pick<ServiceRequest, "header" | "body">;
  /** Charges the further calls of a batch; returns the message of a refusal, or undefined if they are admitted. */
  readonly chargeFurther: (calls: number) => string | undefined | Promise<string | undefined>;
  /** Called if the request is a batch. */
  readonly onBatch: () => void;
}

const HEADERS = { "Content-Type": "application/json" } as const;

/** Handles a call, a batch or a simplified call. */
export async function handleRpc(rpc: RpcRequest): Promise<ServiceResponse> {
  try {
    requireJson(rpc.request);
    const body = parseBody(await rpc.request.body(LIMITS.bodyBytes));
    if (Array.isArray(body)) return await answerBatch(body, rpc);
    const isPlain = isObject(body) && !("jsonrpc" in body) && !("id" in body);
    const text = isPlain ? await replySimplified(body, rpc) : await reply(body, rpc);
    const deprecated = isObject(body) ? deprecationOf(body.method, isPlain) : undefined;
    return withDeprecation(answer(200, text), deprecated);
  } catch (error) {
    const serviceError = serviceErrorOfRequest(error, rpc);
    rpc.onCall("unknown", serviceError.error.code);
    return answer(error instanceof BodyTooLarge ? 413 : 200, failure(null, serviceError));
  }
}

/** Adds deprecation headers, except to a batch, where a header could not identify the call. */
function withDeprecation(
  response: ServiceResponse,
  deprecated: DeprecationInfo | undefined,
): ServiceResponse {
  if (!deprecated) return response;
  return { ...response, headers: { ...response.headers, ...deprecationHeaders(deprecated) } };
}

/** The service error of a request refused before any of its calls was read. */
function serviceErrorOfRequest(error: unknown, rpc: RpcRequest): RpcServiceError {
  if (error instanceof BodyTooLarge) return new RpcServiceError("InvalidRequest", error.message);
  if (error instanceof BodyCutShort) return new RpcServiceError("ParseError", error.message);
  return serviceErrorOf(error, rpc);
}

/** Refuses a whole request: an error response for every call by id, if the body has at most `maximum` bytes. */
export async function refuseRpc(
  request: RpcRequest["request"],
  status: number,
  serviceError: RpcServiceError,
  maximum: number = LIMITS.bodyBytes,
): Promise<ServiceResponse> {
  const body = await readBody(request, maximum);
  if (isObject(body) && !("jsonrpc" in body) && isSimplified(body.method)) {
    return answer(status, JSON.stringify({ error: serviceError.error }));
  }
  return refuse(status, refuseAll(body, serviceError));
}

async function readBody(request: RpcRequest["request"], maximum: number): Promise<unknown> {
  try {
    return parseBody(await request.body(maximum));
  } catch {
    return undefined;
  }
}

async function answerBatch(body: readonly unknown[], rpc: RpcRequest): Promise<ServiceResponse> {
  rpc.onBatch();
  checkBatch(body);
  const refusal = await rpc.chargeFurther(body.length - 1);
  if (refusal !== undefined)
    return refuse(
      REST_ERRORS.RATE_LIMITED.status,
      refuseAll(body, new RpcServiceError("LimitExceeded", refusal)),
    );
  return answer(200, await replyToBatch(body, rpc));
}

async function replySimplified(
  { method, params }: Record<string, unknown>,
  rpc: RpcRequest,
): Promise<string> {
  try {
    if (!isSimplified(method)) throw new RpcServiceError("InvalidRequest", 'jsonrpc must be "2.0"');
    const result = await runSimplified(method, params, rpc.chain);
    rpc.onCall(method, 0);
    return JSON.stringify({ result });
  } catch (error) {
    const serviceError = serviceErrorOf(error, rpc);
    rpc.onCall(isSimplified(method) ? method : "unknown", serviceError.error.code);
    return JSON.stringify({ error: serviceError.error });
  }
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

/** For notifications there is no body, so only the status shows the refusal. */
function refuse(status: number, body: string | undefined): ServiceResponse {
  return body === undefined ? { status, headers: {}, body: "" } : answer(status, body);
}

function answer(status: number, body: string | undefined): ServiceResponse {
  if (body === undefined) return { status: 204, headers: {}, body: "" };
  return { status, headers: HEADERS, body };
}
