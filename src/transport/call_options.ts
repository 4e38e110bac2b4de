import { showValue } from "../validation/mod.ts";
import { valueFault } from "../validation/mod.ts";

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

/** What an option must be. */
interface Rule {
  /** Of a wrong value of this type it is said that it is out of range. */
  readonly type: string;
  readonly expected: string;
  readonly holds: (value: never) => boolean;
}

const DURATION: Rule = {
  type: "number",
  expected: "milliseconds above 0, or Infinity",
  holds: (value) => typeof value === "number" && value > 0,
};

const RULES: Readonly<Record<Exclude<keyof CallOptions, "headers" | "onSend">, Rule>> = {
  timeout: DURATION,
  deadline: DURATION,
  retries: {
    type: "number",
    expected: "an integer from 0",
    holds: (value) => Number.isInteger(value) && value >= 0,
  },
  priority: {
    type: "string",
    expected: `one of ${PRIORITIES.map(showValue).join(", ")}`,
    holds: (value) => PRIORITIES.includes(value),
  },
  cache: { type: "", expected: "a boolean", holds: (value) => typeof value === "boolean" },
  signal: {
    type: "",
    expected: "an AbortSignal",
    holds: (value) => !value || typeof (value as AbortSignal).addEventListener === "function",
  },
};

const RULE_LIST = Object.entries(RULES) as [keyof typeof RULES, Rule][];

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
  for (const [name, { type, expected, holds }] of RULE_LIST) {
    const value: unknown = options[name];
    if (value === undefined || holds(value as never)) continue;
    throw valueFault(
      `Cannot call ${call}: ${name} must be ${expected}`,
      value,
      typeof value === type,
    );
  }
}
