import type { Segment } from "../chains/mod.ts";
import { type ErrorContext, TransportError } from "../errors/mod.ts";
import { CLOSE_CODES, type TopicName } from "../generated/topics.gen.ts";
import { checkOption } from "../validation/mod.ts";
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
  const known = code === undefined ? undefined : CLOSE_CODES[code];
  const why = reason || known?.description || "Connection lost";
  const message = code === undefined ? why : `closed with ${code}: ${why}`;
  const retryable = known?.resume !== false;
  return network(`WebSocket: ${message}`, { segment, attempts, retryable });
}

/** The error where no WebSocket can be used. */
export function noWebSocket(why: string, { segment }: StreamName): TransportError {
  return network(why, { segment, attempts: 0 });
}

/** The error where no WebSocket answers and the topic is not polled. */
export function noFallback(cause: TransportError, why: string, name: StreamName): TransportError {
  const message = `Cannot subscribe to ${name.topic}: the WebSocket is unreachable (${cause.message}), and ${why}`;
  return network(message, { segment: name.segment, attempts: cause.attempts, cause });
}

/** The error where events may have been missed. */
export function gap(why: string, { topic, segment }: StreamName): TransportError {
  return network(`Cannot resume ${topic} without a gap: ${why}`, { segment, retryable: false });
}

/** The message of a value that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Checks numbers that may be left out.
 *
 * @param refusal Begins the message: what cannot be done.
 * @param allowed Ends it: `from 1`.
 * @throws {TypeError | RangeError} If a value is no number, or not allowed.
 */
export function checkNumbers(
  refusal: string,
  values: object,
  allowed: string,
  isAllowed: (value: number) => boolean,
): void {
  for (const [name, value] of Object.entries<unknown>({ ...values })) {
    const isRight = typeof value === "number" && isAllowed(value);
    checkOption(refusal, name, value, `a number ${allowed}`, isRight, "number");
  }
}

function network(message: string, context: ErrorContext): TransportError {
  return new TransportError("network", message, { ...context, operation });
}
