import { API_KEY_HEADER, API_KEY_PARAMETER } from "../generated/limits.gen.ts";
import { NOTIFICATION_METHOD } from "../generated/topics.gen.ts";
import type { SubscriptionEvent } from "../generated/client/types.gen.ts";
import { type ApiKey, showValue } from "../transport/mod.ts";
import type { ConnectionEnd } from "./_event_errors.ts";
import type { EventClock, Timing } from "./event_clock.ts";
import { type MethodName, PROBE, type Unchecked, uncheckedFields } from "./_wire.ts";

/** Part of a WebSocket that is used; the runtime's own and that of the package `ws` have it. */
export interface WebSocketLike {
  /** Sends a text frame. */
  send(data: string): void;
  /** Closes the connection. */
  close(code?: number, reason?: string): void;
  /** Calls a listener when it is open, or has failed. */
  addEventListener(type: "open" | "error", listener: () => void): void;
  /** Calls a listener with each message. */
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  /** Calls a listener when it is closed, with the close code. */
  addEventListener(
    type: "close",
    listener: (event: { readonly code: number; readonly reason: string }) => void,
  ): void;
}

/** Makes a WebSocket: the runtime's `WebSocket`, or another of the same shape. */
export type WebSocketConstructor = new (url: string) => WebSocketLike;

/** The reply to a call, as received; a null error counts as none. */
export interface SocketReply {
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Called at once and in order with what a connection brings. */
export interface ChannelHandlers {
  opened(): void;
  /** Called with the first message. */
  answered(): void;
  event(event: Unchecked<SubscriptionEvent>): void;
  /** Called once, unless we ended it. */
  closed(end: ConnectionEnd): void;
}

/** Parts of a {@linkcode SocketChannel}. */
export interface ChannelParts {
  readonly url: string;
  readonly webSocket: WebSocketConstructor;
  readonly clock: EventClock;
  readonly timing: Timing;
  /** Called for everything that counts as a request: a connection that opened, and each call. */
  readonly onRequest?: (() => void) | undefined;
  readonly handlers: ChannelHandlers;
}

interface Call {
  readonly asked: number;
  readonly onReply: (reply: SocketReply) => void;
}

const BEARER = /^Bearer\s+(\S+)$/i;

/** A call may wait this many timeouts while other messages arrive. */
const PATIENCE = 6;

/**
 * JSON-RPC over one WebSocket, from opening it to its end. A heartbeat finds dead sockets: one may fall silent without
 * ever closing, and its closing handshake may never end.
 */
export class SocketChannel {
  readonly #parts: ChannelParts;
  readonly #socket: WebSocketLike;
  readonly #calls = new Map<number, Call>();
  #lastId = 0;
  #isOver = false;
  #isAnswered = false;
  #receivedAt: number;
  /** Time of the next heartbeat check. */
  #checkAt = 0;
  #timer: unknown;

  /** Throws what the constructor of the WebSocket throws. */
  constructor(parts: ChannelParts) {
    this.#parts = parts;
    const { clock, timing, handlers, webSocket, url } = parts;
    const { timeout } = timing;
    this.#receivedAt = clock.now();
    const socket = new webSocket(url);
    this.#socket = socket;
    this.#timer = clock.setTimeout(
      () => this.drop({ reason: `No connection within ${timeout} ms` }),
      timeout,
    );
    socket.addEventListener("open", () => {
      parts.onRequest?.();
      if (this.#isOver) return this.#shut();
      this.#receivedAt = clock.now();
      this.#checkIn(timing.silence);
      handlers.opened();
    });
    socket.addEventListener("message", ({ data }) => this.#receive(data));
    // An error says nothing more, and not every runtime lets a close follow.
    socket.addEventListener("error", () => this.drop({ reason: "Connection failed" }));
    socket.addEventListener("close", ({ code, reason }) => this.drop({ code, reason }));
  }

  /** True if calls were made and no message ever came. */
  get isIgnored(): boolean {
    return this.#lastId > 0 && !this.#isAnswered;
  }

  /** Calls a method; `onReply` runs as soon as the reply arrives, before any later event. */
  call(
    method: MethodName,
    params: readonly unknown[],
    onReply: (reply: SocketReply) => void,
  ): void {
    if (this.#isOver) return;
    const id = ++this.#lastId;
    const { clock, timing, onRequest } = this.#parts;
    const now = clock.now();
    onRequest?.();
    if (this.#checkAt - now > timing.timeout) this.#checkIn(timing.timeout);
    this.#calls.set(id, { asked: now, onReply });
    try {
      this.#socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    } catch {
      this.drop({ reason: "Cannot send on the connection" });
    }
  }

  #receive(data: unknown): void {
    if (this.#isOver) return;
    this.#receivedAt = this.#parts.clock.now();
    const message = typeof data === "string" ? parse(data) : undefined;
    if (typeof message !== "object" || message === null) {
      return this.drop({ reason: "Message is not a JSON object" });
    }
    if (!this.#isAnswered) this.#parts.handlers.answered();
    this.#isAnswered = true;
    const { method, params, id, result, error } = message as Record<string, unknown>;
    if (method === NOTIFICATION_METHOD) {
      return this.#parts.handlers.event(uncheckedFields<SubscriptionEvent>(params));
    }
    const call = this.#calls.get(id as number);
    if (!call) return;
    this.#calls.delete(id as number);
    call.onReply({ result, error: error ?? undefined });
  }

  #checkIn(milliseconds: number): void {
    const { clock } = this.#parts;
    clock.clearTimeout(this.#timer);
    this.#checkAt = clock.now() + milliseconds;
    this.#timer = clock.setTimeout(() => this.#check(), Math.max(1, milliseconds));
  }

  /** Probes a silent peer, and drops a dead one. */
  #check(): void {
    const { silence, timeout } = this.#parts.timing;
    const now = this.#parts.clock.now();
    const quiet = now - this.#receivedAt;
    const [oldest] = this.#calls.values();
    if (oldest) {
      const waited = now - oldest.asked;
      if ((waited >= timeout && quiet >= timeout) || waited >= timeout * PATIENCE) {
        return this.drop({ reason: `No answer within ${timeout} ms` });
      }
      return this.#checkIn(timeout / 2);
    }
    if (quiet < silence) return this.#checkIn(silence - quiet);
    this.#checkIn(Math.min(silence, timeout));
    this.call(PROBE, [], () => undefined);
  }

  /** Ends the connection, as lost; without an `end` no handler is called. */
  drop(end?: ConnectionEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#calls.clear();
    this.#parts.clock.clearTimeout(this.#timer);
    if (end?.code === undefined) this.#shut();
    if (end) this.#parts.handlers.closed(end);
  }

  /** A dead peer answers no closing handshake; some sockets can be ended without one. */
  #shut(): void {
    const socket = this.#socket as WebSocketLike & { terminate?: () => void };
    try {
      if (typeof socket.terminate === "function") socket.terminate();
      else socket.close();
    } catch {
      // It was never open.
    }
  }
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

/**
 * The URL to open a WebSocket at, with the key in its query: browsers can set no header there.
 *
 * A key for a query parameter of its own stays there. A key function is called with a request for the same URL over HTTP;
 * what it adds to the query stays, and a key that it puts into a header goes into the query.
 *
 * @throws {TypeError} If the key is a function that returns no request.
 */
export function socketUrl(endpoint: string, key: ApiKey | undefined): string {
  if (key === undefined) return endpoint;
  if (typeof key === "string") return withQuery(endpoint, API_KEY_PARAMETER, key);
  if (typeof key === "object") {
    const name = key.in === "query" ? key.name : API_KEY_PARAMETER;
    return withQuery(endpoint, name, key.value);
  }
  const { url, headers } = callKey(key, new Request(endpoint.replace(/^ws/, "http")));
  const shown = headers.get(API_KEY_HEADER) ?? BEARER.exec(headers.get("Authorization") ?? "")?.[1];
  const changed = url.replace(/^http/, "ws");
  return shown === undefined ? changed : withQuery(changed, API_KEY_PARAMETER, shown);
}

function callKey(key: (request: Request) => unknown, request: Request): Request {
  const changed = key(request);
  if (changed instanceof Request) return changed;
  const got = showValue(changed);
  throw new TypeError(`Cannot use apiKey: the function must return a Request, got ${got}`);
}

function withQuery(url: string, name: string, value: string): string {
  const changed = new URL(url);
  changed.searchParams.set(name, value);
  return changed.href;
}
