import { ContractError, type ErrorContext, TransportError } from "../errors/mod.ts";
import { decodeValue, type Validator } from "../validation/mod.ts";
import type { Answer } from "./answer.ts";

const SHOWN = 80;

/** Digits from which on a number may be too large to be held exactly. */
const LONG = 16;

/** A number, or what tells texts apart: whole texts may be too long for a pattern. */
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
  return answer.ok
    ? new ContractError([{ path: "", message: `expected ${expected}` }], known)
    : new TransportError("http", `HTTP ${answer.status} without ${expected}`, known);
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
 * Tells whether there are so many digits in a row that do not begin a text, as those of an amount do. Whatever is that
 * long stands at one of every so many places, so that looking there is enough.
 */
function hasLongNumber(text: string): boolean {
  for (let at = LONG - 1; at < text.length; at += LONG) {
    let start = at;
    while (isDigit(text, start)) start -= 1;
    if (start === at || text[start] === '"') continue;
    let end = at;
    while (isDigit(text, end)) end += 1;
    if (end - start > LONG) return true;
  }
  return false;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code > 0x2f && code < 0x3a;
}

function refuseInexact(answer: Answer, context: ErrorContext): void {
  let isText = false;
  for (const [token] of answer.text.matchAll(TOKEN)) {
    if (token === '"') isText = !isText;
    if (isText || !/^-?\d+$/.test(token) || Number.isSafeInteger(Number(token))) continue;
    const message = `expected integers of at most 2^53 - 1, got ${token.slice(0, SHOWN)}`;
    throw new ContractError([{ path: "", message }], contextOf(answer, context));
  }
}
