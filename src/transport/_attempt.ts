import { TransportError } from "../errors/mod.ts";
import { Answer } from "./answer.ts";
import type { KeyPresenter, Outgoing } from "./_present_header.ts";
import type { Clock } from "./clock.ts";
import type { PlatformFetch } from "./platform_fetch.ts";
import type { TransportCall } from "./transport_call.ts";

/** What sends. */
export interface Sender {
  readonly fetch: PlatformFetch;
  /** Adds the key, where there is one. */
  readonly present: KeyPresenter | undefined;
  /** What is wrong with what `fetch` brought. */
  readonly inspect?: (response: unknown) => Error | undefined;
  /** Takes keys out of an error's texts. */
  readonly hide: (error: unknown, call: TransportCall<unknown>, sent: Outgoing | undefined) => void;
  readonly clock: Clock;
}

/** How an attempt ended: with a value, or with an error; either may have an answer. */
export interface Outcome {
  readonly value?: unknown;
  readonly error?: unknown;
  readonly isError: boolean;
  readonly answer?: Answer | undefined;
}

/**
 * Sends a request once, and tells `onEnd` how it ended, once.
 *
 * A `fetch` that is deaf to its signal does not hold the attempt: it ends at its timeout, or when it is told to.
 *
 * @param timeout Milliseconds until the answer must have come whole.
 * @param number Number of the attempt, from 1.
 * @returns What ends it at once, with a reason for whoever sends.
 */
export function startAttempt(
  call: TransportCall<unknown>,
  sender: Sender,
  timeout: number,
  number: number,
  onEnd: (outcome: Outcome) => void,
): (reason: unknown) => void {
  const { clock } = sender;
  const controller = new AbortController();
  let timer: unknown;
  let isOver = false;
  const finish = (outcome: Outcome): void => {
    if (isOver) return;
    isOver = true;
    if (timer !== undefined) clock.clearTimeout(timer);
    onEnd(outcome);
  };
  const end = (error: unknown): void => {
    finish({ isError: true, error });
    controller.abort(error);
  };
  if (timeout !== Infinity) {
    timer = clock.setTimeout(() => end(timedOut(call, timeout, number)), timeout);
  }
  void exchange(call, sender, controller.signal, number, finish);
  return end;
}

/** Never rejects: it tells `finish`. */
async function exchange(
  call: TransportCall<unknown>,
  { fetch, present, hide, inspect, clock }: Sender,
  signal: AbortSignal,
  number: number,
  finish: (outcome: Outcome) => void,
): Promise<void> {
  let answer: Answer | undefined;
  let response: Response | undefined;
  let sent: Outgoing | undefined;
  let isSent = false;
  let outcome: Outcome;
  try {
    const init = initOf(call, signal);
    sent = call.keyless ? undefined : present?.(call.url, init);
    call.onSend?.();
    isSent = true;
    response = await (sent ? fetch(sent.target, sent.init) : fetch(call.url, init));
    const refusal = inspect?.(response) ?? refusalOf(response, call, number);
    if (refusal) {
      outcome = { isError: true, error: refusal };
    } else {
      const body = call.bytes ? await response.arrayBuffer() : await response.text();
      answer = new Answer(response, body, number, clock.now());
      outcome = { isError: false, value: call.read(answer, false), answer };
    }
  } catch (error) {
    const isLost = isSent && !answer;
    const told = isLost ? lost(call, response, error, number) : error;
    // What ends an attempt from outside is somebody else's.
    if (isSent && !signal.aborted) hide(told, call, sent);
    outcome = { isError: true, error: told, answer };
  }
  finish(outcome);
}

function initOf(call: TransportCall<unknown>, signal: AbortSignal): RequestInit {
  const { method, headers = {}, body, init } = call;
  const own: RequestInit = { method, headers, redirect: "manual", signal };
  if (body !== undefined) own.body = body;
  return init === undefined ? own : { ...init, ...own };
}

/** Why what came is no answer. */
function refusalOf(
  response: Response,
  { context, method, url }: TransportCall<unknown>,
  attempts: number,
): Error | undefined {
  const { status, type } = response;
  const isFine = status < 300 || status > 399 || status === 304;
  if (isFine && type !== "opaqueredirect") return undefined;
  void response.body?.cancel().catch(ignore);
  const message = `Redirect refused: ${method} ${new URL(url).pathname}${placeOf(response, url)}`;
  return new TransportError("http", message, { ...context, status, attempts });
}

/** Where a redirect leads, where the runtime shows it; without the query, which may hold a key. */
function placeOf({ headers }: Response, url: string): string {
  const place = headers?.get("location");
  if (!place || !URL.canParse(place, url)) return "";
  const { origin, pathname } = new URL(place, url);
  return ` leads to ${origin}${pathname}`;
}

/** The connection failed, before the answer or within it. */
function lost(
  { url, context }: TransportCall<unknown>,
  response: Response | undefined,
  cause: unknown,
  attempts: number,
): TransportError {
  const message = response
    ? "Connection lost within the answer"
    : `Cannot reach ${new URL(url).origin}: ${messageOf(cause)}`;
  const status = response?.status;
  return new TransportError("network", message, { ...context, cause, attempts, status });
}

function timedOut(
  { url, context }: TransportCall<unknown>,
  timeout: number,
  attempts: number,
): TransportError {
  const message = `No whole answer of ${new URL(url).origin} within ${timeout} ms`;
  return new TransportError("timeout", message, { ...context, attempts });
}

/** Node hides the reason one level down. */
function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}

function ignore(): void {}
