import { isObject, valueFault } from "../validation/mod.ts";

/** Priorities in the request queue, the most urgent first. */
export const PRIORITIES = ["interactive", "watch", "backfill"] as const;

/** The urgency of a call. */
export type Priority = (typeof PRIORITIES)[number];

/** Bounds on the time, the requests and the answer of a call. */
export interface CallPolicy {
  /** Milliseconds that one request may take, its answer's body included. @default {30_000} */
  readonly timeout?: number | undefined;
  /**
   * Milliseconds that the whole call may take: the request queue, every request, and the pauses in between.
   *
   * @default {Infinity}
   */
  readonly deadline?: number | undefined;
  /** Most retries of a call that is safe to repeat, after transient errors; 0 for none. @default {2} */
  readonly retries?: number | undefined;
  /** The place in the request queue. @default {"interactive"} */
  readonly priority?: Priority | undefined;
  /**
   * Most bytes of an answer's body, decompressed. A larger one is not read to its end; the call rejects with a
   * `TransportError`.
   *
   * @default {67_108_864}
   */
  readonly maxResponseBytes?: number | undefined;
}

/** A call's policy with every default filled in. */
export type FullPolicy = {
  readonly [Key in keyof CallPolicy]-?: Exclude<CallPolicy[Key], undefined>;
};

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

/** The check of one option. */
interface Rule {
  /** A wrong value of this type is a `RangeError`, any other a `TypeError`. */
  readonly type?: string;
  readonly expected: string;
  readonly holds: (value: never) => boolean;
}

const MILLISECONDS: Rule = {
  type: "number",
  expected: "milliseconds above 0, or Infinity",
  holds: isAboveZero,
};

const RULES: Readonly<Record<keyof CallOptions, Rule>> = {
  timeout: MILLISECONDS,
  deadline: MILLISECONDS,
  retries: {
    type: "number",
    expected: "an integer from 0",
    holds: (value) => Number.isInteger(value) && value >= 0,
  },
  priority: {
    type: "string",
    expected: 'one of "interactive", "watch", "backfill"',
    holds: (value) => PRIORITIES.includes(value),
  },
  maxResponseBytes: { type: "number", expected: "bytes above 0, or Infinity", holds: isAboveZero },
  cache: { expected: "a boolean", holds: (value) => typeof value === "boolean" },
  onSend: { expected: "a function", holds: (value) => typeof value === "function" },
  headers: { expected: "Headers or an object", holds: isObject },
  signal: {
    expected: "an AbortSignal",
    holds: (value) => !value || typeof (value as AbortSignal).addEventListener === "function",
  },
};

function isAboveZero(value: unknown): boolean {
  return typeof value === "number" && value > 0;
}

/**
 * Checks options by name, with what they belong to in the message.
 *
 * @throws {TypeError} If one is unknown or of the wrong type.
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
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(RULES, name)) {
      const known = Object.keys(RULES).join(", ");
      throw new TypeError(`Cannot call ${call}: there is no option ${name}, there are ${known}`);
    }
    const { type, expected, holds } = RULES[name as keyof CallOptions];
    if (value === undefined || holds(value as never)) continue;
    const message = `Cannot call ${call}: ${name} must be ${expected}`;
    throw valueFault(message, value, typeof value === type);
  }
}

const DEFAULTS: FullPolicy = {
  timeout: 30_000,
  deadline: Infinity,
  retries: 2,
  priority: "interactive",
  maxResponseBytes: 64 * 2 ** 20,
};

/** The policy of a call, with defaults filled in. */
export function readPolicy(given: CallPolicy, defaults: FullPolicy = DEFAULTS): FullPolicy {
  const policy: Record<string, unknown> = { ...defaults };
  for (const name in policy) policy[name] = given[name as keyof CallPolicy] ?? policy[name];
  return policy as never;
}

/** Headers by name. */
export type PlainHeaders = Readonly<Record<string, string>>;

/**
 * The headers of a call: those that were given, and `own`, which win. Names of `own` are in lower case.
 *
 * @example
 * ```ts
 * import { mergeHeaders } from "alphadelta/transport";
 *
 * console.log(mergeHeaders({ accept: "application/json" }, { "X-Trace": "7" }));
 * ```
 */
export function mergeHeaders(
  own: PlainHeaders,
  given: Headers | PlainHeaders | undefined,
): PlainHeaders {
  if (given === undefined) return own;
  return { ...Object.fromEntries(new Headers(given)), ...own };
}
