import { ContractError, type ErrorContext, TransportError } from "../errors/mod.ts";
import { decodeValue, type Validator } from "../validation/mod.ts";
import { type Answer, targetOf } from "./answer.ts";

const SHOWN = 80;

const NOT_FOUND = 404;

/**
 * Digits that may be a number too large to be held exactly; a run of them within a hash or an amount, as most answers
 * have, follows a letter or a quote. A text within a string may match, so that a closer look decides.
 */
const LONG_NUMBER = /[:,[\s-]\d{16}/;

/** The same of an answer that is a number; one pattern for both would take three times as long. */
const ONLY_LONG_NUMBER = /^\d{16}/;

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
  if (LONG_NUMBER.test(text) || ONLY_LONG_NUMBER.test(text)) refuseInexact(answer, context);
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

function refuseInexact(answer: Answer, context: ErrorContext): void {
  let isInString = false;
  for (const [token] of answer.text.matchAll(TOKEN)) {
    if (token === '"') isInString = !isInString;
    if (isInString || !/^-?\d+$/.test(token) || Number.isSafeInteger(Number(token))) continue;
    const message = `expected integers of at most 2^53 - 1, got ${token.slice(0, SHOWN)}`;
    throw new ContractError([{ path: "", message }], contextOf(answer, context));
  }
}
