import { showValue } from "../checks/mod.ts";

/** Which of the calls that wait for the allowance goes first, in this order. */
export const PRIORITIES = ["interactive", "watch", "backfill"] as const;

/** How urgent a call is. */
export type Priority = (typeof PRIORITIES)[number];

/** How long a call may take and how often it is sent. */
export interface CallPolicy {
  /** Milliseconds that one request may take, its answer's body included. @default {30_000} */
  readonly timeout?: number | undefined;
  /**
   * Milliseconds that the whole call may take: waiting for the allowance, every request, and the pauses in between.
   *
   * @default {Infinity}
   */
  readonly deadline?: number | undefined;
  /** How often a call that is safe to repeat is sent again after a fault that may pass; 0 for never. @default {2} */
  readonly retries?: number | undefined;
  /** Which of the calls that wait goes first. @default {"interactive"} */
  readonly priority?: Priority | undefined;
}

/** Options of one call. */
export interface CallOptions extends CallPolicy {
  /** Ends the call in any phase; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | null | undefined;
  /** Headers to send beside ours. Such a call shares no request with another. */
  readonly headers?: Headers | Readonly<Record<string, string>> | undefined;
  /** False asks anew: the call takes no answer that is kept, and shares no request with another. @default {true} */
  readonly cache?: boolean | undefined;
  /** Told of each request of a JSON-RPC call just before it goes out. */
  readonly onSend?: (() => void) | undefined;
}

/**
 * Checks options by name, with what they belong to in the message.
 *
 * @throws {TypeError} If one is of the wrong type.
 * @throws {RangeError} If one is out of range.
 *
 * @example
 * ```ts
 * import { checkCallOptions } from "alphadelta/transport";
 *
 * checkCallOptions("getBlock", { timeout: 5_000, retries: 0 });
 * ```
 */
export function checkCallOptions(call: string, options: CallOptions): void {
  const { signal, timeout, deadline, retries, priority, cache } = options;
  if (cache !== undefined && typeof cache !== "boolean") {
    throw new TypeError(`Cannot call ${call}: cache must be a boolean, got ${showValue(cache)}`);
  }
  if (signal && typeof signal.addEventListener !== "function") {
    throw new TypeError(
      `Cannot call ${call}: signal must be an AbortSignal, got ${showValue(signal)}`,
    );
  }
  if (timeout !== undefined) checkDuration(call, "timeout", timeout);
  if (deadline !== undefined) checkDuration(call, "deadline", deadline);
  if (retries !== undefined && !(Number.isInteger(retries) && retries >= 0)) {
    throw faultOf(retries, `Cannot call ${call}: retries must be an integer from 0`);
  }
  if (priority !== undefined && !PRIORITIES.includes(priority)) {
    const known = PRIORITIES.map((name) => `"${name}"`).join(", ");
    throw new RangeError(
      `Cannot call ${call}: priority must be one of ${known}, got ${showValue(priority)}`,
    );
  }
}

function checkDuration(call: string, name: string, value: unknown): void {
  if (typeof value === "number" && value > 0) return;
  throw faultOf(value, `Cannot call ${call}: ${name} must be milliseconds above 0, or Infinity`);
}

function faultOf(value: unknown, message: string): Error {
  const text = `${message}, got ${showValue(value)}`;
  return typeof value === "number" ? new RangeError(text) : new TypeError(text);
}
