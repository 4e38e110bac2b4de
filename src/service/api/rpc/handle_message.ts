import { LIMITS } from "../../../generated/limits.gen.ts";
import type { CallContext } from "./call_context.ts";
import { parseBody } from "./parse_body.ts";
import { idOf, isNotification } from "./read_call.ts";
import { checkBatch, failure, serviceErrorOf, refuseBatch, reply, replyToBatch } from "./reply.ts";
import { RpcServiceError } from "./rpc_service_error.ts";

/** A message that came on a WebSocket. */
export interface RpcMessage extends CallContext {
  readonly bytes: Uint8Array;
  /** Charges a call; what is told where it is refused. */
  readonly charge: () => string | undefined | Promise<string | undefined>;
  /** Charges the further calls of a batch; what is told where the batch is refused. */
  readonly chargeFurther: (calls: number) => string | undefined | Promise<string | undefined>;
}

/** Answers a call or a batch by the rules of JSON-RPC over HTTP, but for simplified calls; undefined for no answer. */
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

/** Of a subject that has nothing left no more is looked at than over HTTP. */
function parseRefused(bytes: Uint8Array): unknown {
  if (bytes.length > LIMITS.starvedBodyBytes) return undefined;
  try {
    return parseBody(bytes);
  } catch {
    return undefined;
  }
}

/** Refuses every call by its id. A notification is never answered. */
function refuse(body: unknown, text: string): string | undefined {
  const serviceError = new RpcServiceError("LimitExceeded", text);
  if (!Array.isArray(body) || body.length === 0 || body.length > LIMITS.batchCalls)
    return isNotification(body) ? undefined : failure(idOf(body), serviceError);
  return refuseBatch(body, serviceError);
}
