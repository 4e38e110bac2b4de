import { LIMITS } from "../../generated/limits.gen.ts";
import {
  BodyTooLarge,
  type Gateway,
  type ServiceRequest,
  type ServiceResponse,
} from "../gateway/mod.ts";
import { parseBody } from "./parse_body.ts";
import { type Call, idOf, isObject, readCall } from "./read_call.ts";
import { RpcFault } from "./rpc_fault.ts";
import { isSimplified, runMethod, runSimplified } from "./run_method.ts";

const HEADERS = { "Content-Type": "application/json" } as const;

/** Answers a request to a segment's JSON-RPC endpoint: a call, a batch or a simplified call. */
export async function handleRpc(
  request: Pick<ServiceRequest, "header" | "body">,
  gateway: Gateway,
  onError: (error: unknown) => void,
): Promise<ServiceResponse> {
  try {
    requireJson(request);
    const body = parseBody(await request.body());
    return await answerBody(body, gateway, onError);
  } catch (error) {
    if (error instanceof BodyTooLarge)
      return answer(413, failure(null, new RpcFault("InvalidRequest", error.message)));
    return answer(200, failure(null, faultOf(error, onError)));
  }
}

async function answerBody(
  body: unknown,
  gateway: Gateway,
  onError: (error: unknown) => void,
): Promise<ServiceResponse> {
  if (isObject(body) && !("jsonrpc" in body) && !("id" in body)) {
    return answer(200, await replySimplified(body, gateway, onError));
  }
  if (!Array.isArray(body)) return answer(200, await reply(body, gateway, onError));
  if (body.length === 0 || body.length > LIMITS.batchCalls) {
    throw new RpcFault(
      "InvalidRequest",
      `A batch must have 1 to ${LIMITS.batchCalls} calls, got ${body.length}`,
    );
  }
  const replies = await Promise.all(body.map((call) => reply(call, gateway, onError)));
  const answered = replies.filter((text) => text !== undefined);
  return answer(200, answered.length > 0 ? `[${answered.join(",")}]` : undefined);
}

/** The reply to one call, as JSON; undefined for a notification. */
async function reply(
  value: unknown,
  gateway: Gateway,
  onError: (error: unknown) => void,
): Promise<string | undefined> {
  let call: Call | undefined;
  try {
    call = readCall(value);
    const result = await runMethod(call.method, call.params, gateway);
    if (call.id === undefined) return undefined;
    return JSON.stringify({ jsonrpc: "2.0", id: call.id, result });
  } catch (error) {
    const fault = faultOf(error, onError);
    if (call && call.id === undefined) return undefined;
    return failure(call?.id ?? idOf(value), fault);
  }
}

async function replySimplified(
  { method, params }: Record<string, unknown>,
  gateway: Gateway,
  onError: (error: unknown) => void,
): Promise<string> {
  try {
    if (!isSimplified(method)) throw new RpcFault("InvalidRequest", 'jsonrpc must be "2.0"');
    return JSON.stringify({ result: await runSimplified(method, params, gateway) });
  } catch (error) {
    return JSON.stringify({ error: faultOf(error, onError).error });
  }
}

function requireJson(request: Pick<ServiceRequest, "header">): void {
  const type = request.header("content-type") ?? "";
  const [essence = ""] = type.split(";");
  if (essence.trim().toLowerCase() === "application/json") return;
  throw new RpcFault(
    "InvalidRequest",
    `Content-Type must be application/json, got ${JSON.stringify(type.slice(0, 80))}`,
  );
}

/** What is answered of an error: a refusal as it is, anything else without its detail. */
function faultOf(error: unknown, onError: (error: unknown) => void): RpcFault {
  if (error instanceof RpcFault) return error;
  onError(error);
  return new RpcFault("InternalError");
}

function failure(id: unknown, { error }: RpcFault): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}

function answer(status: number, body: string | undefined): ServiceResponse {
  if (body === undefined) return { status: 204, headers: {}, body: "" };
  return { status, headers: HEADERS, body };
}
