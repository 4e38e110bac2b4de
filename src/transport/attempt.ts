import { TransportError } from "../errors/mod.ts";
import { Answer, targetOf } from "./answer.ts";
import type { KeyPresenter, Outgoing } from "./api_key.ts";
import type { Clock } from "./clock.ts";
import type { Outcome, PendingCall, Sender } from "./_pending_call.ts";
import { readBody } from "./_read_body.ts";
import type { TransportCall } from "./transport_call.ts";

/** A function that takes all that the runtime's own `fetch` takes. */
export type PlatformFetch = (
  input: string | URL | Request,
  init?: RequestInit,
) => Promise<Response>;

/** What an attempt needs of its transport. */
export interface AttemptParts {
  readonly fetch: PlatformFetch | undefined;
  /** Adds the key, where there is one. */
  readonly present: KeyPresenter | undefined;
  /** Returns what is wrong with what `fetch` resolved to. */
  readonly inspect?: (response: unknown) => Error | undefined;
  /** Takes keys out of an error's texts. */
  readonly hide: (error: unknown, call: TransportCall<unknown>, sent: Outgoing | undefined) => void;
  readonly clock: Clock;
}

/**
 * Sends one request and reads its answer, within the timeout.
 *
 * A `fetch` that ignores its signal does not hold the attempt: it ends at its timeout, or when the call is cancelled.
 */
export function attempt(parts: AttemptParts): Sender {
  const { clock } = parts;
  return async (pending) => {
    const { timeout } = pending.policy;
    pending.attempts += 1;
    pending.trace?.attempt(pending);
    const controller = new AbortController();
    let timer: unknown;
    const outcome = await pending.wait<Outcome | undefined>((resolve) => {
      if (timeout !== Infinity) timer = clock.setTimeout(() => resolve(undefined), timeout);
      void exchange(pending, parts, controller.signal).then(resolve);
      return (reason) => {
        clock.clearTimeout(timer);
        controller.abort(reason);
      };
    });
    if (outcome) {
      if (timer !== undefined) clock.clearTimeout(timer);
      return outcome;
    }
    const error = timedOut(pending, timeout);
    controller.abort(error);
    return { isError: true, error };
  };
}

/** Never rejects. */
async function exchange(
  { call, attempts, policy }: PendingCall,
  { fetch = globalThis.fetch, present, hide, inspect, clock }: AttemptParts,
  signal: AbortSignal,
): Promise<Outcome> {
  let answer: Answer | undefined;
  let response: Response | undefined;
  let sent: Outgoing | undefined;
  let isSent = false;
  let error: unknown;
  try {
    const init = initOf(call, signal);
    sent = call.keyless ? undefined : present?.(call.url, init);
    call.onSend?.();
    isSent = true;
    response = await (sent ? fetch(sent.target, sent.init) : fetch(call.url, init));
    error = inspect?.(response) ?? redirectFault(response, call, attempts);
    if (!error) {
      const body = await readBody(response, call.bytes ?? false, policy.maxResponseBytes);
      if (body === undefined) error = tooLarge(response, call, policy.maxResponseBytes, attempts);
      else {
        answer = new Answer(response, body, attempts, clock.now(), call);
        return { isError: false, value: call.read(answer, false), answer };
      }
    }
  } catch (fault) {
    error = isSent && !answer ? lost(call, response, fault, attempts) : fault;
  }
  // What ends an attempt from outside belongs to the caller.
  if (isSent && !signal.aborted) hide(error, call, sent);
  return { isError: true, error, answer };
}

function initOf(call: TransportCall<unknown>, signal: AbortSignal): RequestInit {
  const { method, headers = {}, body, init } = call;
  const own: RequestInit = { method, headers, redirect: "manual", signal };
  if (body !== undefined) own.body = body;
  return init === undefined ? own : { ...init, ...own };
}

function redirectFault(
  response: Response,
  call: TransportCall<unknown>,
  attempts: number,
): TransportError | undefined {
  const { status, type } = response;
  const isFine = status < 300 || status > 399 || status === 304;
  if (isFine && type !== "opaqueredirect") return undefined;
  void response.body?.cancel().catch(ignore);
  const message = `Redirect refused: ${targetOf(call)}${placeOf(response, call.url)}`;
  return new TransportError("http", message, { ...call.context, status, attempts });
}

/** Where a redirect leads, where the runtime shows it; without the query, which may hold a key. */
function placeOf({ headers }: Response, url: string): string {
  const place = headers?.get("location");
  if (!place || !URL.canParse(place, url)) return "";
  const { origin, pathname } = new URL(place, url);
  return ` leads to ${origin}${pathname}`;
}

function tooLarge(
  { status }: Response,
  call: TransportCall<unknown>,
  most: number,
  attempts: number,
): TransportError {
  const message = `${targetOf(call)} answered more than ${most} bytes, raise maxResponseBytes to read them`;
  const context = { ...call.context, status, attempts, retryable: false };
  return new TransportError("http", message, context);
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

function timedOut({ call, attempts }: PendingCall, timeout: number): TransportError {
  const message = `No complete answer of ${new URL(call.url).origin} within ${timeout} ms`;
  return new TransportError("timeout", message, { ...call.context, attempts });
}

/** Node hides the reason one level down. */
function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}

function ignore(): void {}
