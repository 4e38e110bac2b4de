import { type ErrorContext, RpcError, TransportError } from "../errors/mod.ts";
import { CLOSE_CODES } from "../generated/topics.gen.ts";
import type { LinkEnd } from "./_socket_link.ts";

/** What subscriptions are told of the end of a connection. */
export function lossOf({ code, reason }: LinkEnd, context: ErrorContext): TransportError {
  const known = code === undefined ? undefined : CLOSE_CODES[code];
  const text = reason || known?.description || "Connection lost";
  const message = code === undefined ? text : `closed with ${code}: ${text}`;
  const retryable = known?.resume !== false;
  return new TransportError("network", `WebSocket: ${message}`, { ...context, retryable });
}

/** What a refused subscription is told. */
export function refusalOf(answer: unknown, context: ErrorContext): RpcError {
  const { code, message, data } = (answer ?? {}) as Record<string, unknown>;
  const detail = typeof data === "string" ? data : undefined;
  return new RpcError(Number(code), String(message), detail, context);
}

/** What a value that was thrown says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
