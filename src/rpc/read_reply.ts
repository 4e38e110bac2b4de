import { type ErrorContext, RpcError } from "../errors/mod.ts";
import { isObject } from "../validation/mod.ts";
import { type Answer, answerError, contextOf, contractError } from "../transport/mod.ts";

/** A JSON-RPC reply that carries a result. */
export interface Reply {
  readonly id: unknown;
  readonly result: unknown;
}

/**
 * Reads a JSON-RPC reply.
 *
 * @param body What was parsed of the answer.
 * @throws {RpcError} If it carries an error, whatever the HTTP status.
 * @throws {TransportError} If an error status comes without a reply, as from a proxy in between.
 * @throws {ContractError} If it is no reply.
 */
export function readReply(body: unknown, answer: Answer, context: ErrorContext): Reply {
  const reply = isObject(body) ? body : {};
  if (isObject(reply.error)) throw refusal(reply.error, answer, context);
  if ("result" in reply) return reply as unknown as Reply;
  throw answerError(answer, context, "a reply with result or error");
}

function refusal(
  { code, message, data }: Record<string, unknown>,
  answer: Answer,
  context: ErrorContext,
): Error {
  if (typeof code !== "number" || !Number.isInteger(code) || typeof message !== "string") {
    return contractError(answer, context, "expected an object with code and message", "error");
  }
  const detail = typeof data === "string" ? data : undefined;
  return new RpcError(code, message, detail, contextOf(answer, context));
}
