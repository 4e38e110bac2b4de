import { ContractError, type ErrorContext, isAlphadeltaError, RPC_ERRORS } from "../errors/mod.ts";
import {
  type Answer,
  contextOf,
  decodeAnswer,
  parseJson,
  type WithResponse,
} from "../transport/mod.ts";
import type { SentResult } from "./_batch_sender.ts";
import type { Outgoing } from "./_outgoing.ts";
import { readReply } from "./read_reply.ts";
import { splitList } from "./_split_list.ts";

const TOO_LARGE = 413;

/** Is told of each reply that was read. */
interface Keeper {
  keep(call: Outgoing, reply: unknown, read: WithResponse<never>): void;
}

/** How the answer to a batch is read. */
interface ReadOptions {
  readonly keeper: Keeper | undefined;
  /** Whether one reply may answer several calls: each gets values of its own. */
  readonly isJoined: boolean;
}

/**
 * Reads the answer to a batch: what became of each call, in their order; undefined where the batch is too large.
 *
 * @throws {RpcError} If the service refuses the batch as a whole.
 * @throws {TransportError | ContractError} If the answer is no list of replies.
 */
export function readBatch(
  calls: readonly Outgoing[],
  answer: Answer,
  context: ErrorContext,
  { keeper, isJoined }: ReadOptions,
): SentResult[] | undefined {
  if (answer.status === TOO_LARGE) return undefined;
  const { body, texts } = parseReplies(answer, context);
  if (!Array.isArray(body)) {
    if (isTooLarge(body, answer)) return undefined;
    readReply(body, answer, context);
    const message = "expected a list of replies, got one";
    throw new ContractError([{ path: "", message }], contextOf(answer, context));
  }
  const replies = new Map<unknown, unknown>();
  let repeated: Set<unknown> | undefined;
  for (const reply of body as readonly unknown[]) {
    const id = (reply as { readonly id?: unknown } | null)?.id;
    if (replies.has(id)) (repeated ??= new Set()).add(id);
    else replies.set(id, reply);
  }
  // Errors name the call, not the batch.
  let within = context;
  return calls.map((call) => {
    if (within.operation !== call.method) within = { ...context, operation: call.method };
    const isRepeated = repeated?.has(call.id) ?? false;
    const reply = isRepeated ? undefined : replies.get(call.id);
    const own = isJoined ? structuredClone(reply) : reply;
    const text = texts?.get(reply);
    if (own !== undefined) return readOne(call, own, answer, within, keeper, text);
    const count = isRepeated ? "several" : "none";
    const issue = { path: "id", message: `expected one reply with ${call.id}, got ${count}` };
    const known = contextOf(answer, within);
    return { ok: false, error: new ContractError([issue], known), again: true };
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

/** @param text Of the reply, where it is not known to be exact. */
function readOne(
  call: Outgoing,
  reply: unknown,
  answer: Answer,
  context: ErrorContext,
  keeper: Keeper | undefined,
  text: string | undefined,
): SentResult {
  try {
    if (text !== undefined) parseJson(answer.partOf(text), context);
    const { result } = readReply(reply, answer, context);
    const data = decodeAnswer(call.result, result, answer, context) as never;
    const value = { data, response: answer };
    keeper?.keep(call, reply, value);
    return { ok: true, value };
  } catch (error) {
    return { ok: false, error, again: answer.ok && isAlphadeltaError(error) && error.retryable };
  }
}

/** The service answers a batch of too many calls with one error; so does one that takes no batches. */
function isTooLarge(body: unknown, { ok }: Answer): boolean {
  const { error } = (body ?? {}) as { readonly error?: { readonly code?: unknown } | null };
  return ok && error?.code === RPC_ERRORS.InvalidRequest.code;
}
