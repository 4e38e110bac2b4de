import type { Segment } from "../chains/mod.ts";
import { type AlphadeltaError, type ErrorContext, TransportError } from "../errors/mod.ts";
import { CLOSE_CODES, type TopicName } from "../generated/topics.gen.ts";
import { SUBSCRIBE as operation } from "./_wire.ts";

/** The subscription that an error names. */
export interface StreamName {
  readonly topic: TopicName;
  readonly segment: Segment;
}

/** End of a connection: its close code and reason. */
export interface ConnectionEnd {
  /** Close code, where one came. */
  readonly code?: number;
  readonly reason: string;
}

/** The error for a connection that ended; a close code that forbids resuming makes it not retryable. */
export function connectionLost(
  { code, reason }: ConnectionEnd,
  segment: Segment,
  attempts: number,
): TransportError {
  const { resume = true } = CLOSE_CODES[code ?? 0] ?? {};
  const closed = code === undefined ? "" : `closed with ${code}: `;
  const message = `WebSocket: ${closed}${reason || "Connection lost"}`;
  return connectionError(message, { segment, attempts, retryable: resume });
}

/** The error where no WebSocket answers and the topic is not polled. */
export function noFallback(
  why: string,
  { topic, segment }: StreamName,
  cause: TransportError,
): TransportError {
  const { attempts } = cause;
  return connectionError(`Cannot subscribe to ${topic}: ${why}`, { segment, attempts, cause });
}

/** The error where a WebSocket answers, but not with subscriptions as the specs have them; `cause` tells what it answered. */
export class NoSubscriptions extends TransportError {
  constructor(cause: AlphadeltaError) {
    const { segment, attempts } = cause;
    const message = `The service has no subscriptions: ${cause.message}`;
    super("network", message, { segment, attempts, cause, operation, retryable: false });
  }
}

/** Milliseconds after which a subscription says that nothing has answered it. */
export const LATE = 4_000;

/** The error of a subscription that nothing has answered so far. */
export function noAnswer({ topic, segment }: StreamName): TransportError {
  const message = `Cannot subscribe to ${topic} yet: no answer within ${LATE} ms`;
  return new TransportError("timeout", message, { segment, operation });
}

/** The error where events may have been missed. */
export function gap(why: string, { topic, segment }: StreamName): TransportError {
  return connectionError(`Cannot resume ${topic} without a gap: ${why}`, {
    segment,
    retryable: false,
  });
}

/** The error of a subscription without a connection. */
export function connectionError(message: string, context: ErrorContext): TransportError {
  return new TransportError("network", message, { ...context, operation });
}
