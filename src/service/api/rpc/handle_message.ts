import { LIMITS } from "../../../generated/limits.gen.ts";
import type { CallContext } from "./call_context.ts";
import { parseBody } from "./parse_body.ts";
import { idOf, isNotification } from "./read_call.ts";
import { checkBatch, failure, serviceErrorOf, refuseBatch, reply, replyToBatch } from "./reply.ts";
import { RpcServiceError } from "./rpc_service_error.ts";

/** A message received on a WebSocket. */
export interface RpcMessage extends CallContext {
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

/** Error responses for every call, by id; notifications get none. */
function refuse(body: unknown, text: string): string | undefined {
  const serviceError = new RpcServiceError("LimitExceeded", text);
  if (!Array.isArray(body) || body.length === 0 || body.length > LIMITS.batchCalls)
    return isNotification(body) ? undefined : failure(idOf(body), serviceError);
  return refuseBatch(body, serviceError);
}
