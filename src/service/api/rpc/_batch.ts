import { REST_ERRORS } from "../../../generated/errors.gen.ts";
import { LIMITS } from "../../../generated/limits.gen.ts";
import { isTurnOver, nextTurn } from "../../turns.ts";
import { type BodyText, RpcServiceError } from "../context/mod.ts";
import { idOf, isNotification } from "./read_call.ts";
import { type CallContext, isRead } from "./run_method.ts";

/** Runs one call; returns the response as JSON, undefined for a notification. */
type Reply = (call: unknown, context: CallContext) => Promise<BodyText | undefined>;

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
export async function replyToBatch(
  body: readonly unknown[],
  reply: Reply,
  context: CallContext,
): Promise<BatchReply> {
  if (body.length === 0 || body.length > LIMITS.batchCalls) {
    const range = `A batch must have 1 to ${LIMITS.batchCalls} calls, got ${body.length}`;
    throw new RpcServiceError("InvalidRequest", range);
  }
  const refusal = await context.chargeFurther(body.length - 1);
  if (refusal !== undefined) {
    const text = refuseAll(body, new RpcServiceError("LimitExceeded", refusal));
    return { status: REST_ERRORS.RATE_LIMITED.status, text };
  }
  const answered = (await replyToAll(body, reply, context)).filter((text) => text !== undefined);
  return { status: 200, text: answered.length > 0 ? await joinReplies(answered) : undefined };
}

/** Reads of a batch that run at a time; more would hold more replies in memory. */
const MAX_READS = 16;

const TOO_LONG = new RpcServiceError(
  "LimitExceeded",
  `The replies to a batch have at most ${LIMITS.batchReplyBytes} bytes: send this call again, without those before`,
);

/** Runs the calls of a batch, and refuses the rest once the replies are too long together; returns the replies in order. */
async function replyToAll(
  body: readonly unknown[],
  reply: Reply,
  context: CallContext,
): Promise<readonly (BodyText | undefined)[]> {
  const replies: (BodyText | undefined)[] = [];
  const running: Promise<void>[] = [];
  let next = 0;
  // Of a string in characters, which is close enough to bytes for this bound.
  let length = 0;
  async function runCall(index: number): Promise<void> {
    const isTooLong = length > LIMITS.batchReplyBytes;
    const text = await (isTooLong ? refuseAll(body[index], TOO_LONG) : reply(body[index], context));
    replies[index] = text;
    length += text?.length ?? 0;
  }
  async function work(): Promise<void> {
    while (next < body.length) {
      if (isTurnOver()) await nextTurn();
      // No await until the call has begun, so that calls begin in their order.
      const index = next++;
      // Another worker may have taken the last call meanwhile.
      if (index >= body.length) return;
      const done = runCall(index);
      running.push(done);
      // Submissions are not awaited: those under way at the same time are stored together.
      if (isRead(body[index])) await done;
    }
  }
  await Promise.all(Array.from({ length: Math.min(body.length, MAX_READS) }, work));
  await Promise.all(running);
  return replies;
}

/** Characters of the longest replies that are joined to a string, which takes one turn of the event loop. */
const MAX_STRING = 256 * 1_024;

/** The replies as a JSON array: a string, or bytes if they are long, since bytes can be written in several turns. */
async function joinReplies(replies: readonly BodyText[]): Promise<BodyText> {
  const length = replies.reduce((sum, text) => sum + text.length, 0);
  const isShort = length <= MAX_STRING && replies.every((text) => typeof text === "string");
  if (isShort) return `[${replies.join(",")}]`;
  const parts: Uint8Array[] = [];
  for (const text of replies) {
    if (isTurnOver()) await nextTurn();
    parts.push(typeof text === "string" ? Buffer.from(text) : text);
  }
  const bytes = Buffer.allocUnsafe(parts.reduce((sum, part) => sum + part.length + 1, 1));
  let offset = 0;
  for (const part of parts) {
    if (isTurnOver()) await nextTurn();
    bytes.write(offset === 0 ? "[" : ",", offset);
    bytes.set(part, offset + 1);
    offset += part.length + 1;
  }
  bytes.write("]", offset);
  return bytes;
}

/** Error responses for every call of a body, one for a batch that is too long; undefined if it has only notifications. */
export function refuseAll(body: unknown, serviceError: RpcServiceError): string | undefined {
  if (!Array.isArray(body) || body.length === 0 || body.length > LIMITS.batchCalls)
    return isNotification(body) ? undefined : failure(idOf(body), serviceError);
  const calls = body.filter((call: unknown) => !isNotification(call));
  if (calls.length === 0) return undefined;
  return `[${calls.map((call) => failure(idOf(call), serviceError)).join(",")}]`;
}

/** An error response as JSON. */
export function failure(id: unknown, { error }: RpcServiceError): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}
