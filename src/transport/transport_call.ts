import type { ErrorContext } from "../errors/mod.ts";
import type { HeightInfo } from "../tables.ts";
import {
  BOOLEAN,
  checkNames,
  checkValues,
  FUNCTION,
  isObject,
  type Rules,
  SIGNAL,
} from "../validation/mod.ts";
import type { Answer } from "./answer.ts";

/** One request as data, and how its answer is read. */
export interface TransportCall<Value = unknown> {
  /** URL that it is sent to. */
  readonly url: string;
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Its body. */
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Further settings of the runtime's `fetch`, such as `credentials`. @internal */
  readonly init?: RequestInit | undefined;
  /** Segment and operation, as errors and hooks name them. */
  readonly context: ErrorContext;
  /** True of a call that may be retried: one that is not safe is sent once, whatever happens. */
  readonly safe: boolean;
  /** Its URL before the parameters in the path are filled in, for spans. @internal */
  readonly template?: string | undefined;
  /** Called just before each request of the call goes out. @internal */
  readonly onSend?: (() => void) | undefined;
  /** The answer that its value was read from; written by the transport. @internal */
  answer?: Answer | undefined;
  /** Is shown each answer before it is read. @internal */
  watch?: ((call: TransportCall, answer: Answer) => void) | undefined;
  /** Joins it with others in one request; undefined for a call that goes out by itself. @internal */
  readonly lane?: Lane | undefined;
  /** Resolves once somebody waits for the call: it is then as urgent as one of no priority of its own. @internal */
  readonly wanted?: Promise<void> | undefined;
  /** Origin of the API host whose rate limit it uses. @default {the origin of url} */
  readonly host?: string | undefined;
  /** Requests that it counts as. @default {1} */
  readonly cost?: number | undefined;
  /** Equal for calls that ask the same of the same URL. Without one, the call is not deduplicated and not cached. */
  readonly key?: string | undefined;
  /** Calls of another scope may have an equal key: a shorter key is found in less time. @internal */
  readonly scope?: string | undefined;
  /**
   * Sends no key.
   *
   * @default {false}
   * @internal
   */
  readonly keyless?: boolean | undefined;
  /**
   * Asks for the body as bytes.
   *
   * @default {false}
   * @internal
   */
  readonly bytes?: boolean | undefined;
  /**
   * Reads the answer, once for each caller that shares it, so that no two callers hold the same objects. What it throws
   * ends the attempt: the call is retried if it is safe and the error is `retryable`.
   *
   * @param isShared Whether the request was another call's of the same key, which has read the answer without error.
   */
  read(answer: Answer, isShared: boolean): Value;
  /** Tells whether a refusal for a limit ends the call, which is else repeated when the limit admits it. @internal */
  readonly isFinal?: ((refusal: Answer) => boolean) | undefined;
  /** Height that its value shows; if left out, the value may change at any time. */
  readonly height?: HeightInfo | undefined;
  /** The arguments: an answer requested by its own hash never changes. */
  readonly args?: readonly unknown[] | undefined;
}

/** The outcome of a call: a value or an error. Either may have an answer. */
export interface PartOutcome {
  readonly isError: boolean;
  readonly value?: unknown;
  readonly error?: unknown;
  readonly answer?: Answer | undefined;
  /** The part of the answer to a batch that is the call's own. */
  readonly reply?: unknown;
  /** Set where the call failed apart from others in its request: it is sent by itself, at once or after a pause. */
  readonly again?: "now" | "later" | undefined;
}

/** Makes one request of calls that are made at the same time. */
export interface Lane {
  /** Milliseconds to gather calls for; undefined until the program waits for anything. */
  readonly wait?: number | undefined;
  /** Number of calls from the front that fit into one request at present: at least one. */
  fit(calls: readonly TransportCall[]): number;
  /** The request of calls. Its value is the outcome of each, in their order; undefined where the service takes fewer. */
  request(calls: readonly TransportCall[]): TransportCall<readonly PartOutcome[] | undefined>;
  /** Notes that the service takes fewer than `calls` calls in one request. */
  lower(calls: number): void;
}

/** Sends calls: all that REST operations and JSON-RPC calls need of a transport. */
export interface Caller {
  /**
   * Sends a call through the stages and reads its answer.
   *
   * It rejects with what `read` throws, with a `TransportError` where no answer of the service comes, and with the
   * signal's reason on an abort. Redirects are refused, so that a key never travels to another host.
   */
  call<Value>(call: TransportCall<Value>, options?: CallOptions): Promise<Value>;
}

/** Origin of the API host whose rate limit a call uses. */
export function hostOf({ host, url }: TransportCall): string {
  return host ?? new URL(url).origin;
}

/** The urgency of a call. */
export type Priority = "interactive" | "watch" | "backfill";

/** Priorities in the request queue, the most urgent first. */
export const PRIORITIES: readonly Priority[] = ["interactive", "watch", "backfill"];

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

/** Options of a call without any. */
export const NO_OPTIONS: CallOptions = {};

/** False for a call with its own headers or without a cache, which is neither deduplicated nor cached. */
export function isSharing({ headers, cache = true }: CallOptions = {}): boolean {
  return headers === undefined && cache;
}

/** Rules of a policy, of a call or as the default of a transport. */
export const POLICY_RULES: Rules<keyof CallPolicy> = {
  timeout: ["milliseconds above 0, or Infinity", isAboveZero, "number"],
  deadline: ["milliseconds above 0, or Infinity", isAboveZero, "number"],
  retries: ["an integer from 0", (value) => Number.isInteger(value) && value >= 0, "number"],
  priority: [
    'one of "interactive", "watch", "backfill"',
    (value) => PRIORITIES.includes(value),
    "string",
  ],
  maxResponseBytes: ["bytes above 0, or Infinity", isAboveZero, "number"],
};

const CALL_RULES: Rules<keyof CallOptions> = /* @__PURE__ */ Object.assign({}, POLICY_RULES, {
  cache: BOOLEAN,
  onSend: FUNCTION,
  headers: ["Headers or an object", isObject],
  signal: SIGNAL,
} satisfies Rules<Exclude<keyof CallOptions, keyof CallPolicy>>);

const CALL_OPTIONS = /* @__PURE__ */ Object.keys(CALL_RULES);

function isAboveZero(value: unknown): boolean {
  return typeof value === "number" && value > 0;
}

/**
 * Checks the options of a call.
 *
 * @param own Names of further options, which their reader checks.
 * @throws {TypeError} If an option is unknown or of the wrong type.
 * @throws {RangeError} If a value is out of range.
 */
export function checkCallOptions(
  call: string,
  options: CallOptions,
  own: readonly string[] = [],
): void {
  const action = `Cannot call ${call}`;
  checkNames(action, options, own.length > 0 ? [...own, ...CALL_OPTIONS] : CALL_OPTIONS);
  checkValues(action, options, CALL_RULES, Object.keys(options) as (keyof CallOptions)[]);
}

const DEFAULTS: FullPolicy = {
  timeout: 30_000,
  deadline: Infinity,
  retries: 2,
  priority: "interactive",
  maxResponseBytes: 64 * 2 ** 20,
};

const POLICY_NAMES = /* @__PURE__ */ Object.keys(DEFAULTS) as (keyof CallPolicy)[];

/** The policy of a call, with defaults filled in. */
export function readPolicy(options: CallPolicy, defaults: FullPolicy = DEFAULTS): FullPolicy {
  let own: Record<string, unknown> | undefined;
  for (const name of POLICY_NAMES) {
    if (options[name] !== undefined) (own ??= { ...defaults })[name] = options[name];
  }
  return (own as FullPolicy | undefined) ?? defaults;
}

/** Headers of a body of JSON. */
export const JSON_HEADERS: Readonly<Record<string, string>> = /* @__PURE__ */ Object.freeze({
  "content-type": "application/json",
});
