import { CHAIN_SEGMENT } from "../chains/internal.ts";
import { boundText, readRetryAfter } from "../errors/internal.ts";
import { ContractError, type ErrorContext, TransportError } from "../errors/mod.ts";
import {
  type ExpectedAnswer,
  findMismatch,
  foreign,
  otherSegment,
  readValue,
  type Validator,
} from "../validation/mod.ts";
import { redactError } from "./_redact_error.ts";

/** Longest `Retry-After` in milliseconds: a day, after which every quota is full again. */
const LONGEST_RETRY_AFTER = 86_400_000;

/** The request of an answer, for messages. */
interface AnsweredRequest {
  /** HTTP method, in capitals. */
  readonly method: string;
  /** URL, without a key. */
  readonly url: string;
}

/** The answer to a call, beside its data. */
export interface ResponseInfo {
  /** HTTP status. */
  readonly status: number;
  /** Headers of the answer. */
  readonly headers: Headers;
  /** The service's id of the request: `meta.requestId` of REST, else the header `X-Request-Id`. */
  readonly requestId: string | undefined;
}

/** An answer that was read to its end. */
export class Answer implements ResponseInfo {
  /** HTTP status. */
  readonly status: number;
  /** Headers of the answer. */
  readonly headers: Headers;
  /** The body; empty if the call requests bytes. */
  readonly text: string;
  /** The body as bytes, if the call requests bytes. @internal */
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
  /** The response, if the call requests bytes. @internal */
  readonly response: Response | undefined;
  /** Requests sent for the call so far, this one included. @internal */
  readonly attempts: number;
  /** Time of the answer by the transport's clock, in milliseconds since 1970. @internal */
  readonly cameAt: number;
  /** The request, if known. @internal */
  readonly request: AnsweredRequest | undefined;
  readonly #hide: ((text: string) => string) | undefined;
  #requestId: string | undefined;

  /**
   * @param response A custom `fetch` may return a response without `headers`.
   * @param hide Redacts secrets in the request id, in which a service may repeat them.
   */
  constructor(
    response: { readonly status: number; readonly headers?: Headers },
    body: string | Uint8Array<ArrayBuffer>,
    attempts: number,
    cameAt: number,
    request?: AnsweredRequest,
    hide?: (text: string) => string,
  ) {
    this.status = response.status;
    this.headers = response.headers ?? new Headers();
    const isText = typeof body === "string";
    this.text = isText ? body : "";
    this.bytes = isText ? undefined : body;
    this.response = isText ? undefined : (response as Response);
    this.attempts = attempts;
    this.cameAt = cameAt;
    this.request = request;
    this.#hide = hide;
  }

  /** Redacts secrets in an error of a part of the answer. @internal */
  redact(error: unknown): void {
    if (this.#hide) redactError(error, this.#hide);
  }

  /** The same answer with another body, such as one reply of a batch. @internal */
  withText(text: string): Answer {
    const { attempts, cameAt, request } = this;
    return new Answer(this, text, attempts, cameAt, request, this.#hide);
  }

  /** True for a status of 200 to 299. */
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get requestId(): string | undefined {
    const id = this.#requestId ?? this.headers.get("x-request-id") ?? undefined;
    return id && this.#hide ? this.#hide(id) : id;
  }

  /** Sets the id in the body, which has precedence. @internal */
  set requestId(value: string | undefined) {
    this.#requestId = value;
  }

  /**
   * `Retry-After` in milliseconds, at most a day; undefined if it is absent or invalid.
   *
   * @internal
   */
  retryAfter(now: number = this.cameAt): number | undefined {
    const [value, date] = ["retry-after", "date"].map((name) => this.headers.get(name));
    const wait = readRetryAfter(value, date, now);
    return wait && Math.min(LONGEST_RETRY_AFTER, wait);
  }
}

/** Describes a request by method and URL, without the query, which may hold a key. */
export function targetOf({ method, url }: AnsweredRequest): string {
  return `${method} ${url.replace(/[?#].*/s, "")}`;
}

/** Characters of an answer that a message shows. */
const SHOWN = 80;

const NOT_FOUND = 404;

/**
 * Digits of a number that may be too large to be exact. The digits of hashes and amounts follow a letter or a quote. A part of
 * a string may match too, so {@linkcode refuseInexact} decides.
 */
const LONG_NUMBER = /[:,[\s-]\d{16}/;

/** Matches an answer that is itself such a number; one pattern for both would take three times as long. */
const ONLY_LONG_NUMBER = /^\d{16}/;

/** A number, or the delimiter of a string: a whole string may be too long for a pattern. */
const TOKEN = /\\.|"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/**
 * Checks the segment of an answer, since the endpoint of another chain answers as well.
 *
 * @throws {ContractError} If the answer names another segment than the call.
 */
export function checkServedSegment(answer: Answer, context: ErrorContext): void {
  const { segment } = context;
  const other = segment && otherSegment(answer.headers.get(CHAIN_SEGMENT), "segment", segment);
  if (other) throw contractError(answer, context, foreign("an answer", segment, other));
}

/**
 * Reads the JSON of an answer.
 *
 * @throws {TransportError} If an answer with an error status is no JSON, as from a proxy.
 * @throws {ContractError} If a successful answer is no JSON or has an integer that a number cannot hold exactly, or if the
 * answer names another segment.
 */
export function parseAnswer(answer: Answer, context: ErrorContext): unknown {
  const { text } = answer;
  checkServedSegment(answer, context);
  if (LONG_NUMBER.test(text) || ONLY_LONG_NUMBER.test(text)) refuseInexact(answer, context);
  try {
    return JSON.parse(text);
  } catch {
    // The runtime's error is no cause, since it repeats the text without redaction.
    const shown = text === "" ? "nothing" : JSON.stringify(text.slice(0, SHOWN));
    throw unexpectedAnswer(answer, context, `JSON, got ${shown}`);
  }
}

/**
 * The error of an answer of another form: a violation of the interface, or, by its status, an answer of a proxy.
 */
export function unexpectedAnswer(
  answer: Answer,
  context: ErrorContext,
  expected: string,
): ContractError | TransportError {
  const { request, status, ok } = answer;
  const answered = request ? `${targetOf(request)} answered ${status}` : `HTTP ${status}`;
  const hint = request && (ok || status === NOT_FOUND) ? `. ${endpointHint(request)}` : "";
  const message = `${answered} without ${expected}${wordsOf(answer)}${hint}`;
  if (ok) return contractError(answer, context, message);
  return new TransportError("http", message, contextOf(answer, context));
}

/** The message in a body of another interface, such as that of a proxy or a wrong path. */
function wordsOf({ text }: Answer): string {
  try {
    const { error, message } = JSON.parse(text);
    const words: unknown = error?.message ?? message ?? error;
    return typeof words === "string" ? `: ${boundText(words, SHOWN * 2)}` : "";
  } catch {
    return "";
  }
}

/**
 * The error of an answer that violates the interface at one path.
 *
 * @param path Keys from the root down, such as `error.code`; empty for the answer as a whole.
 */
export function contractError(
  answer: Answer,
  context: ErrorContext,
  message: string,
  path: string = "",
): ContractError {
  return new ContractError([{ path, message }], contextOf(answer, context));
}

/** Advice on a wrong endpoint, the most common mistake. */
function endpointHint({ method, url }: AnsweredRequest): string {
  const whole = method === "POST" ? ", or the whole URL as rpcUrl" : "";
  return `Is the endpoint right? Expected an origin such as ${new URL(url).origin}${whole}`;
}

/** The context of a call, with the properties of its answer. */
export function contextOf(answer: Answer, context: ErrorContext): ErrorContext {
  const { status, requestId, attempts } = answer;
  const wait = answer.retryAfter();
  const retryAfter = wait && Math.ceil(wait / 1_000);
  return { ...context, status, requestId, attempts, retryAfter };
}

/**
 * Validates and decodes a value of an answer. A value that the interface does not specify is returned as it is if its shape
 * differs.
 *
 * @param expected The expected content; the segment is the one of the context.
 * @throws {ContractError} If the value violates the interface, or is about something else.
 */
export function decodeAnswer(
  validator: Validator,
  value: unknown,
  answer: Answer,
  context: ErrorContext,
  expected?: ExpectedAnswer,
): unknown {
  const { segment } = context;
  const { data, issues } = readValue(validator, value);
  if (issues && expected?.marks.open === undefined) {
    throw new ContractError(issues, contextOf(answer, context));
  }
  const mismatch = expected && segment && findMismatch(expected, segment, data);
  if (mismatch) throw new ContractError([mismatch], contextOf(answer, context));
  return data;
}

/** False for a number that changes when parsed: an integer beyond 2^53 - 1, or a fraction that is rounded to an integer. */
function isExact(token: string): boolean {
  const value = Number(token);
  if (/^-?\d+$/.test(token)) return Number.isSafeInteger(value);
  return !Number.isInteger(value) || !/\.\d*[1-9]|e-/i.test(token);
}

function refuseInexact(answer: Answer, context: ErrorContext): void {
  let isInString = false;
  for (const [token] of answer.text.matchAll(TOKEN)) {
    if (token === '"') isInString = !isInString;
    if (isInString || isExact(token)) continue;
    const message = `expected integers of at most 2^53 - 1, got ${token.slice(0, SHOWN)}`;
    throw contractError(answer, context, message);
  }
}
