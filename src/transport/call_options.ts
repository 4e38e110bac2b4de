import { showValue, valueFault } from "../validation/mod.ts";
import { type CallPolicy, PRIORITIES } from "./policy.ts";

/** Options of one call. */
export interface CallOptions extends CallPolicy {
  /** Ends the call in any phase; it rejects with the signal's reason. */
  readonly signal?: AbortSignal | null | undefined;
  /** Headers to send beside ours. Such a call is not deduplicated. */
  readonly headers?: Headers | Readonly<Record<string, string>> | undefined;
  /** False: the call takes no cached answer, and is not deduplicated. @default {true} */
  readonly cache?: boolean | undefined;
  /** Called just before each request of a JSON-RPC call goes out. */
  readonly onSend?: (() => void) | undefined;
}

/** What an option must be. */
interface Rule {
  /** A wrong value of this type is a `RangeError`, any other a `TypeError`. */
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
  maxResponseBytes: {
    type: "number",
    expected: "bytes above 0, or Infinity",
    holds: (value) => typeof value === "number" && value > 0,
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
