import { type ErrorContext, isAlphadeltaError } from "../errors/mod.ts";
import { RPC_INVALID_REQUEST } from "../generated/errors.gen.ts";
import {
  checkServedSegment,
  contractError,
  decodeAnswer,
  parseAnswer,
} from "../transport/internal.ts";
import type { Answer, PartOutcome } from "../transport/internal.ts";
import { readReply, type RpcCall } from "./wire.ts";

/** HTTP status of a request body that is too large. */
const TOO_LARGE = 413;

/**
 * Reads the answer to a batch into the outcomes of its calls, in order; undefined if the service refuses the batch as too
 * large.
 *
 * @param calls Calls with distinct ids.
 * @throws {RpcError} If the service refuses the batch for another reason.
 * @throws {TransportError | ContractError} If the answer is no array of replies.
 */
export function readBatch(
  calls: readonly RpcCall[],
  answer: Answer,
  context: ErrorContext,
): PartOutcome[] | undefined {
  if (answer.status === TOO_LARGE) return undefined;
  checkServedSegment(answer, context);
  const { body, texts } = parseReplies(answer, context);
  if (!Array.isArray(body)) {
    if (isTooLarge(body, answer)) return undefined;
    readReply(body, answer, context);
    throw contractError(answer, context, "expected an array of replies, got a single reply");
  }
  const replies = isInOrder(calls, body) ? body : orderReplies(calls, body);
  return calls.map((call, index) => {
    const reply: unknown = replies[index];
    if (reply !== undefined) return outcomeOf(call, reply, answer, texts?.get(reply));
    const count = body.some((other) => idOf(other) === call.id) ? "several" : "none";
    const message = `expected one reply with id ${call.id}, got ${count}`;
    const error = contractError(answer, call.context, message, "id");
    return { isError: true, error, answer, again: "now" };
  });
}

/** Parses the body. If an integer in it is not exact, `texts` has the JSON of each reply, so that one call alone fails. */
function parseReplies(
  answer: Answer,
  context: ErrorContext,
): { readonly body: unknown; readonly texts?: ReadonlyMap<unknown, string> } {
  try {
    return { body: parseAnswer(answer, context) };
  } catch (error) {
    const replies = parseInexactly(answer.text);
    if (!replies) throw error;
    const texts = splitArray(answer.text);
    return { body: replies, texts: new Map(replies.map((reply, at) => [reply, texts[at] ?? ""])) };
  }
}

/** Parses a JSON array whose integers may lose digits; undefined for other JSON. */
function parseInexactly(text: string): readonly unknown[] | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return Array.isArray(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Delimiters of strings, arrays and objects, and escapes in strings. */
const DELIMITER = /\\.|["[\]{},]/g;

/** Splits a JSON array into the JSON of each item. */
function splitArray(text: string): string[] {
  const items: string[] = [];
  let isString = false;
  let depth = 0;
  let start = 0;
  for (const { 0: delimiter, index } of text.matchAll(DELIMITER)) {
    if (delimiter === '"') isString = !isString;
    if (isString) continue;
    if (delimiter === "[" || delimiter === "{") {
      depth += 1;
      if (depth === 1) start = index + 1;
    } else if (delimiter === "]" || delimiter === "}") depth -= 1;
    const isEnd = (depth === 1 && delimiter === ",") || (depth === 0 && delimiter === "]");
    if (!isEnd) continue;
    items.push(text.slice(start, index));
    start = index + 1;
  }
  return items;
}

/** True if the replies are in the order of the calls, as most services send them. */
function isInOrder(calls: readonly RpcCall[], replies: readonly unknown[]): boolean {
  if (replies.length !== calls.length) return false;
  return calls.every(({ id }, index) => idOf(replies[index]) === id);
}

/** Puts replies in the order of the calls; undefined for a call with no reply or several. */
function orderReplies(calls: readonly RpcCall[], replies: readonly unknown[]): unknown[] {
  const byId = new Map<unknown, unknown>();
  for (const reply of replies) {
    const id = idOf(reply);
    byId.set(id, byId.has(id) ? undefined : reply);
  }
  return calls.map(({ id }) => byId.get(id));
}

function idOf(reply: unknown): unknown {
  return (reply as { readonly id?: unknown } | null)?.id;
}

/**
 * Reads a reply into the outcome of its call.
 *
 * @param text JSON of the reply, if its integers may not be exact.
 */
function outcomeOf(
  call: RpcCall,
  reply: unknown,
  answer: Answer,
  text: string | undefined,
): PartOutcome {
  const { context } = call;
  try {
    if (text !== undefined) parseAnswer(answer.withText(text), context);
    const { result } = readReply(reply, answer, context);
    return {
      isError: false,
      value: decodeAnswer(call.result, result, answer, context, call),
      answer,
      reply,
    };
  } catch (error) {
    answer.redact(error);
    const again = answer.ok && isAlphadeltaError(error) && error.retryable ? "later" : undefined;
    return { isError: true, error, answer, again };
  }
}

/** True for the error of a service that refuses this number of calls, or batches as such. */
function isTooLarge(body: unknown, { ok }: Answer): boolean {
  const { error } = (body ?? {}) as { readonly error?: { readonly code?: unknown } | null };
  return ok && error?.code === RPC_INVALID_REQUEST;
}
