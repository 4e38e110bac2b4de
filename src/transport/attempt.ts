import { type ErrorContext, TransportError } from "../errors/mod.ts";
import { LEAST_HEIGHT } from "../chains/internal.ts";
import { causeOf, reasonOf } from "../validation/mod.ts";
import { Answer, targetOf } from "./answer.ts";
import type { KeyPresenter, Outgoing } from "./api_key.ts";
import { type Clock, ignore, throwIfAborted } from "./clock.ts";
import type { CallOutcome, PendingCall, Sender } from "./pending_call.ts";
import { type Hide, hideBytes, redactError } from "./_redact_error.ts";
import type { TransportCall } from "./transport_call.ts";
import type { CacheMode } from "./_cache_mode.ts";
import type { KnownHeights } from "./_known_heights.ts";

/** A function that takes all that the runtime's own `fetch` takes. */
export type PlatformFetch = (
  input: string | URL | Request,
  init?: RequestInit,
) => Promise<Response>;

/** Parts of a transport that an attempt uses. */
interface AttemptParts {
  readonly fetch: PlatformFetch | undefined;
  /** Asks caches of the runtime for present data; undefined where they may answer. */
  readonly cacheMode?: CacheMode | undefined;
  /** Adds the key, where there is one. */
  readonly present: KeyPresenter | undefined;
  /** Returns an error where `fetch` resolved to no response. */
  readonly inspect?: (response: unknown) => Error | undefined;
  /** Hides the key: of what it was without one, and what was sent. */
  readonly hide: (plain: Outgoing, sent: Outgoing) => Hide;
  readonly clock: Clock;
  /** Heights that the service told, where requests name them. */
  readonly heights?: KnownHeights;
}

/**
 * Sends one request and reads its answer, within the timeout.
 *
 * A `fetch` that ignores its signal does not hold the attempt: it ends at its timeout, or when the call is cancelled.
 * It is aborted without a reason: Node's `fetch` empties the stack of an error that it is given as one.
 */
export function attempt(parts: AttemptParts): Sender {
  const { clock, heights } = parts;

  function stop(pending: PendingCall): void {
    if (pending.timer !== undefined) clock.clearTimeout(pending.timer);
    pending.timer = undefined;
    pending.sentAt = Infinity;
    pending.controller?.abort();
  }

  /** Ends the attempt of a controller, unless it was aborted since. */
  function end(pending: PendingCall, controller: AbortController, outcome: CallOutcome): void {
    if (controller.signal.aborted) return;
    // Whatever is left of an answer that was not read is ended too.
    if (outcome.answer) pending.controller = undefined;
    stop(pending);
    pending.settle(outcome);
  }

  return (pending) => {
    pending.attempts += 1;
    if (heights) pending.sentAt = heights.changes;
    pending.trace?.attempt(pending);
    const { timeout } = pending.policy;
    const controller = new AbortController();
    pending.controller = controller;
    if (!pending.park(stop)) return;
    if (timeout !== Infinity) {
      const expire = (): void => end(pending, controller, lateOutcome(pending));
      pending.timer = clock.setTimeout(expire, timeout);
    }
    void exchange(pending, parts, controller, end);
  };
}

function lateOutcome(pending: PendingCall): CallOutcome {
  const { call, policy } = pending;
  const message = `No complete response from ${new URL(call.url).origin} within ${policy.timeout} ms`;
  return { isError: true, error: faultOf(pending, "timeout", message, {}) };
}

/** Sends the request, and ends the attempt with what comes of it. Never rejects. */
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
      // Nobody waits any longer; nothing was sent.
      throwIfAborted(signal);
    }
    call.onSend?.();
    sent = outgoing;
    hideSent = hiderOf(call, plain, sent, hide);
    const { target, init } = outgoing;
    response =
      typeof target === "string"
        ? await fetch(target, init)
        : await fetch(target.url, { ...(await settingsOf(target)), ...init });
    error = inspect?.(response) ?? redirectFault(response, pending);
    if (!error) {
      const most = policy.maxResponseBytes;
      const body = await readBody(response, call.bytes ?? false, most);
      if (body !== undefined) {
        answer = new Answer(response, body, attempts, clock.now(), call, hideSent);
        call.watch?.(call, answer);
        value = call.read(answer, false);
        isError = false;
      } else {
        const { status } = response;
        const message = `${targetOf(call)} answered more than ${most} bytes; raise maxResponseBytes to allow it`;
        error = faultOf(pending, "http", message, { status, retryable: false });
      }
    }
  } catch (cause) {
    // What ends before anything was waited for is told of later, as everything is.
    if (!response) await Promise.resolve();
    const message = response
      ? "Connection lost while reading the response"
      : `Cannot reach ${unreached(new URL(call.url).origin, reasonOf(causeOf(cause)).trim())}`;
    const status = response?.status;
    error = sent && !answer ? faultOf(pending, "network", message, { cause, status }) : cause;
  }
  // The reason of a cancelled attempt is the caller's own.
  if (isError && hideSent && !signal.aborted) redactError(error, hideSent);
  heights?.observe(call, headers[LEAST_HEIGHT], response?.headers);
  end(pending, controller, { isError, value, error, answer });
}

/**
 * The headers of a request, an object of its own, since a `fetch` may write to what it is given: those of the user, which ours
 * replace, the least height of its answer, and its span.
 */
function headersOf(
  { call, options: { headers: given }, spanHeaders }: PendingCall,
  heights: KnownHeights | undefined,
): Record<string, string> {
  const headers: Record<string, string> = given ? Object.fromEntries(new Headers(given)) : {};
  const least = heights?.leastOf(call);
  if (least !== undefined) headers[LEAST_HEIGHT] ??= String(least);
  return Object.assign(headers, call.headers, spanHeaders);
}

/** Reasons of runtimes where the server answers without TLS, and where none answers. */
const NO_TLS = /wrong version|InvalidContentType/;
const NO_SERVER = /REFUSED|NOTFOUND|onnect(?!ion (?:reset|closed|lost))|dns error|to fetch/;

/** Advice where no server answers. */
export const NO_SERVER_HINT = "Is a service running there, and the endpoint right?";

/** Origin, reason and what to do. */
function unreached(origin: string, reason: string): string {
  if (NO_TLS.test(reason)) return `${origin}: it has no TLS, use ${origin.replace("s", "")}`;
  return `${origin}: ${reason}${NO_SERVER.test(reason) ? `. ${NO_SERVER_HINT}` : ""}`;
}

function initOf(
  { method, body, init }: TransportCall<unknown>,
  headers: Record<string, string>,
  signal: AbortSignal,
  cacheMode: CacheMode | undefined,
): RequestInit {
  const own: RequestInit = { method, headers, redirect: "manual", signal };
  if (cacheMode) own.cache = init?.cache ?? cacheMode;
  if (body !== undefined) own.body = body;
  return init === undefined ? own : { ...init, ...own };
}

/** Hides the key, and of a call that must not be sent twice the bytes of its body: it may be a signed transaction. */
function hiderOf(
  { url, safe, body }: TransportCall<unknown>,
  plain: Outgoing,
  sent: Outgoing,
  hide: AttemptParts["hide"],
): Hide | undefined {
  const isSecret = typeof body === "string" && !safe;
  if (sent === plain && !isSecret && !url.includes("?")) return undefined;
  const hideBody = isSecret ? hideBytes(body) : undefined;
  let hideKey: Hide | undefined;
  // Most answers are read without an error, and without a look at their id.
  return (text) => {
    hideKey ??= hide(plain, sent);
    return hideKey(hideBody ? hideBody(text) : text);
  };
}

/** Settings of a request that are handed on as they are. */
const PASSED_ON = [
  "cache",
  "credentials",
  "integrity",
  "keepalive",
  "mode",
  "referrerPolicy",
] as const;

/** Further settings of a request, of those that its runtime has; each has a mode of `cache`, also where none was chosen. */
export function passedOn(request: Request): RequestInit {
  const entries = PASSED_ON.map((name) => [name, request[name]] as const);
  return Object.fromEntries(
    entries.filter(([, value]) => value !== undefined && value !== "default"),
  );
}

/** A request as settings, which every `fetch` takes: that of a package takes no `Request` of the runtime. */
async function settingsOf(request: Request): Promise<RequestInit> {
  const { method, headers, body } = request;
  const settings = { ...passedOn(request), method, headers: Object.fromEntries(headers) };
  // Not every runtime has `body`.
  const bytes = body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  return bytes?.length ? { ...settings, body: bytes } : settings;
}

function redirectFault(response: Response, pending: PendingCall): TransportError | undefined {
  const { status } = response;
  const isFine = status < 300 || status > 399 || status === 304;
  if (isFine && response.type !== "opaqueredirect") return undefined;
  const { body, headers } = response;
  // That of a `fetch` of a package may be another kind of stream, which the end of the attempt closes.
  void body?.cancel?.().catch(ignore);
  const { call } = pending;
  const place = placeOf(headers?.get("location"), call.url);
  return faultOf(pending, "http", `Redirect refused: ${targetOf(call)}${place}`, { status });
}

/** Characters of the longest path that is shown: one cut short might show a part of a key. */
const LONGEST_PATH = 200;

/** Target of a redirect, if the runtime shows it; without the query, which may hold a key. */
function placeOf(location: string | null | undefined, url: string): string {
  if (!location || !URL.canParse(location, url)) return "";
  const { origin, pathname } = new URL(location, url);
  return ` leads to ${origin}${pathname.length > LONGEST_PATH ? "" : pathname}`;
}

function faultOf(
  { call, attempts }: PendingCall,
  kind: TransportError["kind"],
  message: string,
  known: ErrorContext,
): TransportError {
  return new TransportError(kind, message, { ...call.context, attempts, ...known });
}

type Bytes = Uint8Array<ArrayBuffer>;

const DECODER = /* @__PURE__ */ new TextDecoder();

/**
 * Reads a body to its end: as bytes, or as a string. Undefined once it has more than `most` bytes; the rest is not read.
 *
 * Chunk by chunk costs no more than `text()`, so that small answers do not pay for the bound.
 */
export async function readBody(
  response: Response,
  asBytes: boolean,
  most: number,
): Promise<string | Bytes | undefined> {
  // An empty body is null; a class of a `fetch` that the user gave may have no such stream.
  const reader = response.body?.getReader?.();
  if (!reader) {
    const body = asBytes ? new Uint8Array(await response.arrayBuffer()) : await response.text();
    return body.length > most ? undefined : body;
  }
  let first: Bytes | undefined;
  const more: Bytes[] = [];
  let size = 0;
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one after another
    const { value } = await reader.read();
    if (value === undefined) break;
    size += value.length;
    if (size > most) {
      void reader.cancel().catch(ignore);
      return undefined;
    }
    if (first) more.push(value);
    else first = value;
  }
  first ??= new Uint8Array();
  const bytes = more.length > 0 ? join([first, ...more], size) : first;
  return asBytes ? bytes : DECODER.decode(bytes);
}

function join(chunks: readonly Bytes[], size: number): Bytes {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
