import { type ErrorContext, TransportError } from "../errors/mod.ts";
import { LEAST_HEIGHT } from "../chains/internal.ts";
import { causeOf, reasonOf } from "../validation/mod.ts";
import { Answer, targetOf } from "./answer.ts";
import type { KeyPresenter, Outgoing } from "./api_key.ts";
import { ignore } from "../notify.ts";
import { type Clock, throwIfAborted } from "./clock.ts";
import type { CallOutcome, PendingCall, Sender } from "./pending_call.ts";
import { type Hide, hideBytes, redactError } from "./_redact_error.ts";
import type { TransportCall } from "./transport_call.ts";
import type { CacheMode } from "./_cache_mode.ts";
import type { KnownHeights } from "./_known_heights.ts";
import { readBody } from "./_read_body.ts";
import { headersOf, initOf, initOfRequest } from "./_request_init.ts";

/** A function with the parameters of the runtime's `fetch`. */
export type PlatformFetch = (
  input: string | URL | Request,
  init?: RequestInit,
) => Promise<Response>;

interface AttemptParts {
  readonly fetch: PlatformFetch | undefined;
  /** The cache mode of requests, which keeps the runtime's HTTP cache from answering; undefined if it may answer. */
  readonly cacheMode?: CacheMode | undefined;
  /** Adds the API key; undefined without a key. */
  readonly present: KeyPresenter | undefined;
  /** Returns an error for a response that is no `Response`. */
  readonly inspect?: (response: unknown) => Error | undefined;
  /** Makes a function that redacts the key: the difference of a request without the key and the one sent. */
  readonly hide: (plain: Outgoing, sent: Outgoing) => Hide;
  readonly clock: Clock;
  /** The newest heights of earlier answers, which requests name; undefined if they name none. */
  readonly heights?: KnownHeights;
}

/**
 * Sends one request and reads its answer, within the timeout.
 *
 * The attempt ends at its timeout or when the call is cancelled, even if `fetch` ignores its signal. The abort has no
 * reason: Node's `fetch` clears the stack of an error that is passed as the reason.
 */
export function attempt(parts: AttemptParts): Sender {
  const { clock, heights } = parts;

  function stop(pending: PendingCall): void {
    if (pending.timer !== undefined) clock.clearTimeout(pending.timer);
    pending.timer = undefined;
    pending.knownAtSend = Infinity;
    pending.controller?.abort();
  }

  /** Settles the attempt of a controller, unless the controller was aborted. */
  function end(pending: PendingCall, controller: AbortController, outcome: CallOutcome): void {
    if (controller.signal.aborted) return;
    // An answer was read to its end; without one, the rest of the response is aborted.
    if (outcome.answer) pending.controller = undefined;
    stop(pending);
    pending.settle(outcome);
  }

  return (pending) => {
    pending.attempts += 1;
    if (heights) pending.knownAtSend = heights.changes;
    pending.trace?.attempt(pending);
    const { timeout } = pending.policy;
    const controller = new AbortController();
    pending.controller = controller;
    if (!pending.park(stop)) return;
    if (timeout !== Infinity) {
      const expire = (): void => end(pending, controller, timeoutOutcome(pending));
      pending.timer = clock.setTimeout(expire, timeout);
    }
    void exchange(pending, parts, controller, end);
  };
}

function timeoutOutcome(pending: PendingCall): CallOutcome {
  const { call, policy } = pending;
  const message = `No complete response from ${new URL(call.url).origin} within ${policy.timeout} ms`;
  return { isError: true, error: transportError(pending, "timeout", message, {}) };
}

/** Sends the request, reads the response, and ends the attempt with the outcome. Never rejects. */
async function exchange(
  pending: PendingCall,
  { fetch = globalThis.fetch, cacheMode, present, hide, inspect, clock, heights }: AttemptParts,
  controller: AbortController,
  end: (pending: PendingCall, controller: AbortController, outcome: CallOutcome) => void,
): Promise<void> {
  const { signal } = controller;
  const { call, attempts, policy } = pending;
  const headers = headersOf(pending, heights);
  const plain: Outgoing = { target: call.url, init: initOf(call, headers, signal, cacheMode) };
  let sent: Outgoing | undefined;
  let hideSent: Hide | undefined;
  let response: Response | undefined;
  let answer: Answer | undefined;
  let value: unknown;
  let error: unknown;
  let isError = true;
  try {
    let outgoing = present && !call.keyless ? present(call.url, plain.init) : plain;
    if (outgoing instanceof Promise) {
      outgoing = await outgoing;
      // The call may be cancelled while the key is made; then nothing is sent.
      throwIfAborted(signal);
    }
    call.onSend?.();
    sent = outgoing;
    hideSent = hiderOf(call, plain, sent, hide);
    const { target, init } = outgoing;
    response =
      typeof target === "string"
        ? await fetch(target, init)
        : await fetch(target.url, { ...(await initOfRequest(target)), ...init });
    heights?.observe(call, headers[LEAST_HEIGHT], response?.headers);
    error = inspect?.(response) ?? redirectError(response, pending);
    if (!error) {
      const body = await readBody(response, call.bytes ?? false, policy.maxResponseBytes);
      if (body === undefined) error = tooLargeError(response, pending);
      else {
        answer = new Answer(response, body, attempts, clock.now(), call, hideSent);
        call.watch?.(call, answer);
        value = call.read(answer, false);
        isError = false;
      }
    }
  } catch (cause) {
    // An attempt that fails before its first await settles asynchronously too.
    if (!response) await Promise.resolve();
    error = sent && !answer ? networkError(cause, response, pending) : cause;
  }
  // A cancelled attempt has the caller's own reason, which is not modified.
  if (isError && hideSent && !signal.aborted) redactError(error, hideSent);
  end(pending, controller, { isError, value, error, answer });
}

function tooLargeError({ status }: Response, pending: PendingCall): TransportError {
  const message = `${targetOf(pending.call)} answered more than ${pending.policy.maxResponseBytes} bytes; raise maxResponseBytes to allow it`;
  return transportError(pending, "http", message, { status, retryable: false });
}

function networkError(
  cause: unknown,
  response: Response | undefined,
  pending: PendingCall,
): TransportError {
  const message = response
    ? "Connection lost while reading the response"
    : `Cannot reach ${describeUnreachable(new URL(pending.call.url).origin, reasonOf(causeOf(cause)).trim())}`;
  return transportError(pending, "network", message, { cause, status: response?.status });
}

/** Messages of the runtimes if a server answers without TLS, and if no server answers. */
const NO_TLS = /wrong version|InvalidContentType/;
const NO_SERVER = /REFUSED|NOTFOUND|onnect(?!ion (?:reset|closed|lost))|dns error|to fetch/;

/** Advice if no server answers. */
export const NO_SERVER_HINT = "Is a service running there, and the endpoint right?";

/** Origin, reason and what to do. */
function describeUnreachable(origin: string, reason: string): string {
  if (NO_TLS.test(reason)) return `${origin}: it has no TLS, use ${origin.replace("s", "")}`;
  return `${origin}: ${reason}${NO_SERVER.test(reason) ? `. ${NO_SERVER_HINT}` : ""}`;
}

/** Makes the redaction of the key, and of the body of a call that is not `safe`: that may be a signed transaction. */
function hiderOf(
  { url, safe, body }: TransportCall,
  plain: Outgoing,
  sent: Outgoing,
  hide: AttemptParts["hide"],
): Hide | undefined {
  const isSecret = typeof body === "string" && !safe;
  if (sent === plain && !isSecret && !url.includes("?")) return undefined;
  const hideBody = isSecret ? hideBytes(body) : undefined;
  let hideKey: Hide | undefined;
  // Built on first use, by an error or by a read of the request id: most answers have neither.
  return (text) => {
    hideKey ??= hide(plain, sent);
    return hideKey(hideBody ? hideBody(text) : text);
  };
}

function redirectError(response: Response, pending: PendingCall): TransportError | undefined {
  const { status } = response;
  const isFine = status < 300 || status > 399 || status === 304;
  if (isFine && response.type !== "opaqueredirect") return undefined;
  const { body, headers } = response;
  // The `fetch` of a package may have streams without `cancel`; the abort at the end of the attempt closes them.
  void body?.cancel?.().catch(ignore);
  const { call } = pending;
  const location = describeLocation(headers?.get("location"), call.url);
  return transportError(pending, "http", `Redirect refused: ${targetOf(call)}${location}`, {
    status,
  });
}

/** Longest path in a message, in characters. A longer path is left out: cut short, it might show a part of a key. */
const LONGEST_PATH = 200;

/** The target of a redirect, if the runtime shows one, without the query, which may hold a key. */
function describeLocation(location: string | null | undefined, url: string): string {
  if (!location || !URL.canParse(location, url)) return "";
  const { origin, pathname } = new URL(location, url);
  return ` leads to ${origin}${pathname.length > LONGEST_PATH ? "" : pathname}`;
}

function transportError(
  { call, attempts }: PendingCall,
  kind: TransportError["kind"],
  message: string,
  details: ErrorContext,
): TransportError {
  return new TransportError(kind, message, { ...call.context, attempts, ...details });
}
