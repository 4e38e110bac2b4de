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

/** Reads of a batch that are under way at a time: with more of them, more replies would be in memory. */
const MOST_READS = 16;

/** Runs the calls of a batch, as long as their replies are not too long together; returns these in order. */
async function replyToAll(
  body: readonly unknown[],
  reply: Reply,
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

/** Error responses for every call of a body, as JSON; undefined if it has only notifications. */
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
