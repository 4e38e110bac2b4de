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

/** Longest wait that is believed, in milliseconds: a day, since every quota is whole again by then. */
const LONGEST_WAIT = 86_400_000;

/** The request that an answer is for, as messages name it. */
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

/** An answer that has come whole. */
export class Answer implements ResponseInfo {
  /** HTTP status. */
  readonly status: number;
  /** Headers of the answer. */
  readonly headers: Headers;
  /** Empty where the call asked for bytes. */
  readonly text: string;
  /** Undefined where the call did not ask for them. @internal */
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
  /** The response that bytes were read of. @internal */
  readonly response: Response | undefined;
  /** Requests sent for the call so far, this one included. @internal */
  readonly attempts: number;
  /** When it had come: milliseconds since 1970, by the transport's clock. @internal */
  readonly cameAt: number;
  /** The request that it is for, where that is known. @internal */
  readonly request: AnsweredRequest | undefined;
  readonly #hide: ((text: string) => string) | undefined;
  #requestId: string | undefined;

  /** Takes secrets out of an error that does not end the whole call. @internal */
  redact(error: unknown): void {
    if (this.#hide) redactError(error, this.#hide);
  }

  /** The same answer with another body, such as one reply of a batch. @internal */
  withText(text: string): Answer {
    const { attempts, cameAt, request } = this;
    return new Answer(this, text, attempts, cameAt, request, this.#hide);
  }

  /**
   * `headers` may be missing where a `fetch` brings a class of its own.
   *
   * @param hide Takes secrets out of the request id, which a service may have repeated there.
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

  /** True where the status is 200 to 299. */
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get requestId(): string | undefined {
    const id = this.#requestId ?? this.headers.get("x-request-id") ?? undefined;
    return id && this.#hide ? this.#hide(id) : id;
  }

  /** Set where the body names one. @internal */
  set requestId(value: string | undefined) {
    this.#requestId = value;
  }

  /**
   * Milliseconds that `Retry-After` asks for; undefined where it cannot be read. A wait of more than a day counts as a day.
   *
   * @internal
   */
  retryAfter(now: number = this.cameAt): number | undefined {
    const [value, date] = ["retry-after", "date"].map((name) => this.headers.get(name));
    const wait = readRetryAfter(value, date, now);
    return wait && Math.min(LONGEST_WAIT, wait);
  }
}

/** A request in a message: its method and URL, without the query, which may hold a key. */
export function targetOf({ method, url }: AnsweredRequest): string {
  return `${method} ${url.replace(/[?#].*/s, "")}`;
}

const SHOWN = 80;

const NOT_FOUND = 404;

/**
 * Digits that may be a number too large to be held exactly; a run of them within a hash or an amount, as most answers
 * have, follows a letter or a quote. A part of a string may match, so that a closer look decides.
 */
const LONG_NUMBER = /[:,[\s-]\d{16}/;

/** The same of an answer that is a number; one pattern for both would take three times as long. */
const ONLY_LONG_NUMBER = /^\d{16}/;

/** A number, or what delimits strings: a whole string may be too long for a pattern. */
const TOKEN = /\\.|"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/**
 * Checks that an answer which tells its segment is of that of the call: an endpoint of another chain answers as well.
 *
 * @throws {ContractError} If it is of another one.
 */
export function checkSegment(answer: Answer, context: ErrorContext): void {
  const { segment } = context;
  const other = segment && otherSegment(answer.headers.get(CHAIN_SEGMENT), "segment", segment);
  if (other) throw contractError(answer, context, foreign("an answer", segment, other));
}

/**
 * Reads the JSON of an answer.
 *
 * @throws {TransportError} If an error status comes without JSON, as from a proxy in between.
 * @throws {ContractError} If a success comes without JSON, or with an integer that a number cannot hold exactly; or if the
 * answer is of another segment.
 */
export function parseJson(answer: Answer, context: ErrorContext): unknown {
  const { text } = answer;
  checkSegment(answer, context);
  if (LONG_NUMBER.test(text) || ONLY_LONG_NUMBER.test(text)) refuseInexact(answer, context);
  try {
    return JSON.parse(text);
  } catch {
    // The runtime's error is no cause: it repeats the text as it came.
    const shown = text === "" ? "nothing" : JSON.stringify(text.slice(0, SHOWN));
    throw answerError(answer, context, `JSON, got ${shown}`);
  }
}

/**
 * The error of an answer that is not what was expected: the service broke the interface, or the status tells that a proxy
 * answered.
 */
export function answerError(
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

/** The message of a body that is an error of another interface, as of a wrong path or of a proxy. */
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
 * The error of an answer that breaks the interface at one place.
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

/** A wrong endpoint is the most common mistake. */
function endpointHint({ method, url }: AnsweredRequest): string {
  const whole = method === "POST" ? ", or the whole URL as rpcUrl" : "";
  return `Is the endpoint right? Expected an origin such as ${new URL(url).origin}${whole}`;
}

/**
 * The context of a call, with what its answer tells.
 */
export function contextOf(answer: Answer, context: ErrorContext): ErrorContext {
  const { status, requestId, attempts } = answer;
  const wait = answer.retryAfter();
  const retryAfter = wait && Math.ceil(wait / 1_000);
  return { ...context, status, requestId, attempts, retryAfter };
}

/**
 * Validates a value of an answer and decodes it. Where the interface does not show it, one of another shape stays as it came.
 *
 * @param expected The expected content; the segment is the one of the context.
 * @throws {ContractError} If the value breaks what the interface specifies, or is about something else.
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

/** A number that is no integer must not become one: a height would be read as another. */
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
