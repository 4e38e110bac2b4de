import { type ErrorContext, isAlphadeltaError } from "../errors/mod.ts";
import { RPC_INVALID_REQUEST } from "../generated/errors.gen.ts";
import {
  type Answer,
  contractError,
  decodeAnswer,
  parseJson,
  type ResponseInfo,
} from "../transport/mod.ts";
import type { Outgoing } from "./_outgoing.ts";
import { partOf } from "./_part_of.ts";
import { splitList } from "./_split_list.ts";
import { readReply } from "./read_reply.ts";

const TOO_LARGE = 413;

/** What became of a call. */
export type SentResult =
  | { readonly ok: true; readonly value: unknown; readonly response: ResponseInfo }
  | {
      readonly ok: false;
      readonly error: unknown;
      /** Whether the call may bring more when it is asked by itself. */
      readonly again?: boolean;
    };

/** Is told of each reply that was read. */
export type Keeper = (call: Outgoing, reply: unknown, value: unknown, answer: Answer) => void;

/**
 * Reads the answer to a batch: what became of each call, in their order; undefined where the batch is too large.
 *
 * @param calls No two of one id.
 * @throws {RpcError} If the service refuses the batch as a whole.
 * @throws {TransportError | ContractError} If the answer is no list of replies.
 */
export function readBatch(
  calls: readonly Outgoing[],
  answer: Answer,
  context: ErrorContext,
  keep: Keeper | undefined,
): SentResult[] | undefined {
  if (answer.status === TOO_LARGE) return undefined;
  const { body, texts } = parseReplies(answer, context);
  if (!Array.isArray(body)) {
    if (isTooLarge(body, answer)) return undefined;
    readReply(body, answer, context);
    throw contractError(answer, context, "expected a list of replies, got one");
  }
  const replies = isInOrder(calls, body) ? body : pair(calls, body);
  // Errors name the call, not the batch.
  let within = context;
  return calls.map((call, index) => {
    if (within.operation !== call.method) within = { ...context, operation: call.method };
    const reply: unknown = replies[index];
    if (reply !== undefined && reply !== REPEATED) {
      return readOne(call, reply, answer, within, keep, texts?.get(reply));
    }
    const count = reply === REPEATED ? "several" : "none";
    const message = `expected one reply with ${call.id}, got ${count}`;
    return { ok: false, error: contractError(answer, within, message, "id"), again: true };
  });
}

/** A list that cannot be read as a whole, as one of its integers is inexact, comes with the text of each reply. */
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

/** Stands for a reply where there are several of its id. */
const REPEATED = Symbol("repeated");

/** As most services answer: one reply for each call, at its place. */
function isInOrder(calls: readonly Outgoing[], replies: readonly unknown[]): boolean {
  if (replies.length !== calls.length) return false;
  for (let index = 0; index < calls.length; index++) {
    if (idOf(replies[index]) !== calls[index]?.id) return false;
  }
  return true;
}

/** The reply of each call. */
function pair(calls: readonly Outgoing[], replies: readonly unknown[]): unknown[] {
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

/** @param text Of the reply, where it is not known to be exact. */
function readOne(
  call: Outgoing,
  reply: unknown,
  answer: Answer,
  context: ErrorContext,
  keep: Keeper | undefined,
  text: string | undefined,
): SentResult {
  try {
    if (text !== undefined) parseJson(partOf(answer, text), context);
    const { result } = readReply(reply, answer, context);
    const value = decodeAnswer(call.result, result, answer, context);
    keep?.(call, reply, value, answer);
    return { ok: true, value, response: answer };
  } catch (error) {
    return { ok: false, error, again: answer.ok && isAlphadeltaError(error) && error.retryable };
  }
}

/** The service answers a batch of too many calls with one error; so does one that takes no batches. */
function isTooLarge(body: unknown, { ok }: Answer): boolean {
  const { error } = (body ?? {}) as { readonly error?: { readonly code?: unknown } | null };
  return ok && error?.code === RPC_INVALID_REQUEST;
}
