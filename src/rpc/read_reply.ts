import { ContractError, type ErrorContext, RpcError, TransportError } from "../errors/mod.ts";

/** A JSON-RPC reply that carries a result. */
export interface Reply {
  readonly id: unknown;
  readonly result: unknown;
  /** The context of the call, with what the answer tells. */
  readonly context: ErrorContext;
}

/**
 * Reads a JSON-RPC reply.
 *
 * @throws {RpcError} If it carries an error, whatever the HTTP status.
 * @throws {TransportError} If an error status comes without a reply, as from a proxy in between.
 * @throws {ContractError} If it is no reply.
 */
export function readReply(answer: unknown, response: Response, context: ErrorContext): Reply {
  const known = { ...context, status: response.status };
  const reply = isObject(answer) ? answer : {};
  if (isObject(reply.error)) throw refusal(reply.error, known);
  if ("result" in reply) return { id: reply.id, result: reply.result, context: known };
  if (!response.ok)
    throw new TransportError("http", `HTTP ${response.status} without a reply`, known);
  throw new ContractError([{ path: "", message: "expected a reply with result or error" }], known);
}

function refusal({ code, message, data }: Record<string, unknown>, context: ErrorContext): Error {
  if (Number.isInteger(code) && typeof message === "string") {
    return new RpcError(
      code as number,
      message,
      typeof data === "string" ? data : undefined,
      context,
    );
  }
  return new ContractError(
    [{ path: "error", message: "expected an object with code and message" }],
    context,
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
