import { type ErrorContext, isAlphadeltaError } from "../errors/mod.ts";
import { RPC_INVALID_REQUEST } from "../generated/errors.gen.ts";
import { checkSegment, contractError, decodeAnswer, parseJson } from "../transport/internal.ts";
import type { Answer, PartOutcome } from "../transport/internal.ts";
import { readReply, type RpcCall } from "./wire.ts";

const TOO_LARGE = 413;

/**
 * Reads the answer to a batch: the outcome of each call, in their order; undefined where the batch is too large.
 *
 * @param calls No two of one id.
 * @throws {RpcError} If the service refuses the batch as a whole.
 * @throws {TransportError | ContractError} If the answer is no list of replies.
 */
export function readBatch(
  calls: readonly RpcCall[],
  answer: Answer,
  context: ErrorContext,
): PartOutcome[] | undefined {
  if (answer.status === TOO_LARGE) return undefined;
  checkSegment(answer, context);
  const { body, texts } = parseReplies(answer, context);
  if (!Array.isArray(body)) {
    if (isTooLarge(body, answer)) return undefined;
    readReply(body, answer, context);
    throw contractError(answer, context, "expected an array of replies, got a single reply");
  }
  const replies = isInOrder(calls, body) ? body : pair(calls, body);
  return calls.map((call, index) => {
    const reply: unknown = replies[index];
    if (reply !== undefined && reply !== REPEATED) {
      return readOne(call, reply, answer, texts?.get(reply));
    }
    const count = reply === REPEATED ? "several" : "none";
    const message = `expected one reply with id ${call.id}, got ${count}`;
    const error = contractError(answer, call.context, message, "id");
    return { isError: true, error, answer, again: "now" };
  });
}

/** A list that cannot be read as a whole, as one of its integers is inexact, comes with the JSON of each reply. */
function parseReplies(
  answer: Answer,
  context: ErrorContext,
): { readonly body: unknown; readonly texts?: ReadonlyMap<unknown, string> } {
  try {
    return { body: parseJson(answer, context) };
  } catch (error) {
    const list = listOf(answer.text);
    if (!list) throw error;
    const texts = splitList(answer.text);
    return { body: list, texts: new Map(list.map((reply, index) => [reply, texts[index] ?? ""])) };
  }
}

function listOf(text: string): readonly unknown[] | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return Array.isArray(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Delimiters of strings, lists and objects. */
const MARK = /\\.|["[\]{},]/g;

/** Splits a JSON list into the JSON of each item. */
function splitList(text: string): string[] {
  const items: string[] = [];
  let isString = false;
  let depth = 0;
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(MARK)) {
    if (mark === '"') isString = !isString;
    if (isString) continue;
    if (mark === "[" || mark === "{") {
      depth += 1;
      if (depth === 1) start = index + 1;
    } else if (mark === "]" || mark === "}") depth -= 1;
    const isEnd = (depth === 1 && mark === ",") || (depth === 0 && mark === "]");
    if (!isEnd) continue;
    items.push(text.slice(start, index));
    start = index + 1;
  }
  return items;
}

/** Stands for a reply where there are several of its id. */
const REPEATED = Symbol("repeated");

/** As most services answer: one reply for each call, at its place. */
function isInOrder(calls: readonly RpcCall[], replies: readonly unknown[]): boolean {
  if (replies.length !== calls.length) return false;
  return calls.every(({ id }, index) => idOf(replies[index]) === id);
}

/** The reply of each call. */
function pair(calls: readonly RpcCall[], replies: readonly unknown[]): unknown[] {
  const byId = new Map<unknown, unknown>();
  for (const reply of replies) {
    const id = idOf(reply);
    byId.set(id, byId.has(id) ? REPEATED : reply);
  }
  return calls.map(({ id }) => byId.get(id));
}

function idOf(reply: unknown): unknown {
  return (reply as { readonly id?: unknown } | null)?.id;
}

/**
 * Reads one reply; its error names the call, not the batch.
 *
 * @param text JSON of the reply, where it is not known to be exact.
 */
function readOne(
  call: RpcCall,
  reply: unknown,
  answer: Answer,
  text: string | undefined,
): PartOutcome {
  const { context } = call;
  try {
    if (text !== undefined) parseJson(answer.withText(text), context);
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

/** The service answers a batch of too many calls with one error; so does one that takes no batches. */
function isTooLarge(body: unknown, { ok }: Answer): boolean {
  const { error } = (body ?? {}) as { readonly error?: { readonly code?: unknown } | null };
  return ok && error?.code === RPC_INVALID_REQUEST;
}
