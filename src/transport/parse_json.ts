import { ContractError, type ErrorContext, TransportError } from "../errors/mod.ts";
import { decodeValue, type Validator } from "../validation/mod.ts";
import { type Answer, targetOf } from "./answer.ts";

const SHOWN = 80;

const NOT_FOUND = 404;

/** Digits from which on a number may be too large to be held exactly. */
const LONG = 16;

/** What may stand before a number; a string may hold the same, so that a closer look decides. */
const BEFORE_VALUE = ":,[-{ \t\r\n";

/** A number, or what delimits strings: a whole string may be too long for a pattern. */
const TOKEN = /\\.|"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/**
 * Reads the JSON of an answer.
 *
 * @throws {TransportError} If an error status comes without JSON, as from a proxy in between.
 * @throws {ContractError} If a success comes without JSON, or with an integer that a number cannot hold exactly.
 *
 * @example
 * ```ts
 * import { Answer, parseJson } from "alphadelta/transport";
 *
 * const answer = new Answer({ status: 200 }, '{"height":7}', 1, Date.now());
 * console.log(parseJson(answer, {}));
 * ```
 */
export function parseJson(answer: Answer, context: ErrorContext): unknown {
  const { text } = answer;
  if (hasLongNumber(text)) refuseInexact(answer, context);
  try {
    return JSON.parse(text);
  } catch (cause) {
    const shown = text === "" ? "nothing" : JSON.stringify(text.slice(0, SHOWN));
    throw answerError(answer, { ...context, cause }, `JSON, got ${shown}`);
  }
}

/**
 * What is wrong with an answer that is not what was expected: the service broke the interface, or the status tells that
 * something in between answered.
 *
 * @example
 * ```ts
 * import { Answer, answerError } from "alphadelta/transport";
 *
 * const answer = new Answer({ status: 502 }, "{}", 1, Date.now());
 * console.log(answerError(answer, {}, "an envelope").name); // TransportError
 * ```
 */
export function answerError(
  answer: Answer,
  context: ErrorContext,
  expected: string,
): ContractError | TransportError {
  const known = contextOf(answer, context);
  if (answer.ok) return new ContractError([{ path: "", message: `expected ${expected}` }], known);
  const { request, status } = answer;
  const answered = request ? `${targetOf(request)} answered ${status}` : `HTTP ${status}`;
  const message = `${answered} without ${expected}`;
  const hint = request && status === NOT_FOUND ? `. ${endpointHint(request.url)}` : "";
  return new TransportError("http", message + hint, known);
}

/** A wrong endpoint is the most common mistake. */
function endpointHint(url: string): string {
  return `Is the endpoint right? Expected an origin such as ${new URL(url).origin}`;
}

/**
 * The context of a call, with what its answer tells.
 *
 * @example
 * ```ts
 * import { Answer, contextOf } from "alphadelta/transport";
 *
 * const answer = new Answer({ status: 404 }, "", 2, Date.now());
 * console.log(contextOf(answer, { operation: "getBlock" })); // status 404, attempts 2
 * ```
 */
export function contextOf(answer: Answer, context: ErrorContext): ErrorContext {
  const { status, requestId, attempts } = answer;
  const wait = answer.retryAfter();
  const retryAfter = wait && Math.ceil(wait / 1_000);
  return { ...context, status, requestId, attempts, retryAfter };
}

/**
 * Validates a value of an answer and decodes it.
 *
 * @throws {ContractError} If the value breaks what the interface specifies.
 *
 * @example
 * ```ts
 * import { account_getNonce } from "alphadelta/rpc";
 * import { Answer, decodeAnswer } from "alphadelta/transport";
 *
 * const answer = new Answer({ status: 200 }, "{}", 1, Date.now());
 * try {
 *   decodeAnswer(account_getNonce.validators.result, {}, answer, { operation: "account_getNonce" });
 * } catch (error) {
 *   console.log(String(error)); // ContractError: …
 * }
 * ```
 */
export function decodeAnswer(
  validator: Validator,
  value: unknown,
  answer: Answer,
  context: ErrorContext,
): unknown {
  return decodeValue(validator, value, (issues) => {
    throw new ContractError(issues, contextOf(answer, context));
  });
}

/**
 * Detects digit runs of 16 or more that may be a number, by sampling every 16th character. A run within a hash or an
 * amount, as most answers have, follows a letter or a quote: only a number follows what may stand before a JSON value.
 */
function hasLongNumber(text: string): boolean {
  for (let at = LONG - 1; at < text.length; at += LONG) {
    if (!isDigit(text, at)) continue;
    let start = at;
    while (start > at - LONG && isDigit(text, start - 1)) start -= 1;
    // A run that began before the last sample was looked at there.
    if (start === at - LONG || !BEFORE_VALUE.includes(text.charAt(start - 1))) continue;
    let end = at;
    while (end < start + LONG && isDigit(text, end)) end += 1;
    if (end === start + LONG) return true;
  }
  return false;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code > 0x2f && code < 0x3a;
}

function refuseInexact(answer: Answer, context: ErrorContext): void {
  let isInString = false;
  for (const [token] of answer.text.matchAll(TOKEN)) {
    if (token === '"') isInString = !isInString;
    if (isInString || !/^-?\d+$/.test(token) || Number.isSafeInteger(Number(token))) continue;
    const message = `expected integers of at most 2^53 - 1, got ${token.slice(0, SHOWN)}`;
    throw new ContractError([{ path: "", message }], contextOf(answer, context));
  }
}
