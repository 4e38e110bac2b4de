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

const TOO_LARGE = 413;

/** Told of each reply that was read, to keep it. */
export type KeepReply = (call: Outgoing, reply: unknown, read: WithResponse<never>) => void;

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
  keep?: KeepReply,
): SentResult[] | undefined {
  if (answer.status === TOO_LARGE) return undefined;
  const body = parseJson(answer, context);
  if (!Array.isArray(body)) {
    if (isTooLarge(body, answer)) return undefined;
    readReply(body, answer, context);
    const message = "expected a list of replies, got one";
    throw new ContractError([{ path: "", message }], contextOf(answer, context));
  }
  const replies = new Map<unknown, unknown>();
  const repeated = new Set<unknown>();
  for (const reply of body as readonly unknown[]) {
    const id = (reply as { readonly id?: unknown } | null)?.id;
    if (replies.has(id)) repeated.add(id);
    replies.set(id, reply);
  }
  return calls.map((call) => {
    const reply = repeated.has(call.id) ? undefined : replies.get(call.id);
    if (reply !== undefined) return readOne(call, reply, answer, context, keep);
    const count = repeated.has(call.id) ? "several" : "none";
    const issue = { path: "id", message: `expected one reply with ${call.id}, got ${count}` };
    const known = contextOf(answer, contextWithin(context, call));
    return { ok: false, error: new ContractError([issue], known), again: true };
  });
}

/** Errors name the call, not the batch. */
function contextWithin({ segment }: ErrorContext, { method }: Outgoing): ErrorContext {
  return { segment, operation: method };
}

function readOne(
  call: Outgoing,
  reply: unknown,
  answer: Answer,
  batch: ErrorContext,
  keep: KeepReply | undefined,
): SentResult {
  const context = contextWithin(batch, call);
  try {
    const { result } = readReply(reply, answer, context);
    const data = decodeAnswer(call.result, result, answer, context) as never;
    const value = { data, response: answer };
    keep?.(call, reply, value);
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
