import { requestsOf } from "../call_cost.ts";
import type { RpcError } from "../errors/mod.ts";
import { API_KEY_HEADER, API_KEY_PARAMETER } from "../generated/limits.gen.ts";
import { RPC_LIMIT_EXCEEDED } from "../generated/errors.gen.ts";
import { NOTIFICATION_METHOD } from "../generated/topics.gen.ts";
import type { SubscriptionEvent } from "../generated/types.gen.ts";
import { keyPresenter, NO_SERVER_HINT, type Outgoing, whenDone } from "../transport/internal.ts";
import type { ApiKey } from "../transport/mod.ts";
import { isObject } from "../validation/mod.ts";
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
  opened(channel: SocketChannel): void;
  /** Called with each message, before its effects. */
  answered(): void;
  event(event: Unchecked<SubscriptionEvent>): void;
  /** Called once, unless we ended it. */
  closed(end: ConnectionEnd): void;
}

/** Parts of a {@linkcode SocketChannel}. */
interface ChannelParts {
  readonly url: string;
  readonly webSocket: WebSocketConstructor;
  readonly clock: EventClock;
  readonly timing: Timing;
  /** Called with the requests spent: 1 for a connection that opened, and those of a call, which a refusal takes back. */
  readonly onRequest?: ((count: number) => void) | undefined;
  readonly handlers: ChannelHandlers;
}

interface SocketCall {
  readonly asked: number;
  /** Requests that it counts as. */
  readonly cost: number;
  readonly onReply: (reply: SocketReply) => void;
}

const AUTHORIZATION = "authorization";
const BEARER = /^Bearer\s+(\S+)$/i;

/** Timeouts that a call may wait for its reply while other messages arrive. */
const MOST_TIMEOUTS = 6;

/**
 * JSON-RPC over one WebSocket, from opening it to its end. A heartbeat finds dead sockets: one may fall silent without
 * ever closing, and its closing handshake may never end.
 */
export class SocketChannel {
  readonly #parts: ChannelParts;
  readonly #socket: WebSocketLike;
  readonly #calls = new Map<number, SocketCall>();
  #lastId = 0;
  #isOver = false;
  #receivedAt: number;
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
      parts.onRequest?.(1);
      if (this.#isOver) return this.#shut();
      this.#receivedAt = clock.now();
      clock.clearTimeout(this.#timer);
      this.#checkLater();
      handlers.opened(this);
    });
    socket.addEventListener("message", ({ data }) => this.#receive(data));
    // An error says nothing more, and not every runtime lets a close follow.
    socket.addEventListener("error", () =>
      this.drop({
        reason: `Connection to ${url.split("?")[0]} failed. ${NO_SERVER_HINT}${url.startsWith("wss:") ? " Without TLS it is ws:." : ""}`,
      }),
    );
    socket.addEventListener("close", ({ code, reason }) => this.drop({ code, reason }));
  }

  /** Calls a method; `onReply` runs as soon as the reply arrives, before any later event. */
  call(
    method: MethodName,
    params: readonly unknown[],
    onReply: (reply: SocketReply) => void,
  ): void {
    if (this.#isOver) return;
    const id = ++this.#lastId;
    const { clock, onRequest } = this.#parts;
    const cost = requestsOf(method, params);
    onRequest?.(cost);
    this.#calls.set(id, { asked: clock.now(), cost, onReply });
    try {
      this.#socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    } catch {
      this.drop({ reason: "Cannot send on the connection" });
    }
  }

  #receive(data: unknown): void {
    if (this.#isOver) return;
    this.#receivedAt = this.#parts.clock.now();
    const message = parseMessage(data);
    if (!isObject(message)) return this.drop({ reason: "Message is not a JSON object" });
    const { handlers, onRequest } = this.#parts;
    handlers.answered();
    const { method, params, id, result, error } = message;
    if (method === NOTIFICATION_METHOD) {
      return handlers.event(uncheckedFields<SubscriptionEvent>(params));
    }
    const call = this.#calls.get(id as number);
    if (!call) return;
    this.#calls.delete(id as number);
    if (uncheckedFields<RpcError>(error).code === RPC_LIMIT_EXCEEDED) onRequest?.(-call.cost);
    call.onReply({ result, error: error ?? undefined });
  }

  #checkLater(): void {
    const { clock, timing } = this.#parts;
    const { silence, timeout } = timing;
    this.#timer = clock.setTimeout(() => this.#check(), Math.min(silence, timeout) / 2);
  }

  /** Probes a silent peer, and drops a dead one. */
  #check(): void {
    const { clock, timing } = this.#parts;
    const { silence, timeout } = timing;
    const now = clock.now();
    const quiet = now - this.#receivedAt;
    const [oldest] = this.#calls.values();
    const waited = oldest ? now - oldest.asked : 0;
    if ((waited >= timeout && quiet >= timeout) || waited >= timeout * MOST_TIMEOUTS) {
      return this.drop({ reason: `No answer within ${timeout} ms` });
    }
    this.#checkLater();
    if (!oldest && quiet >= silence) this.call(PROBE, [], () => undefined);
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

function parseMessage(data: unknown): unknown {
  try {
    return typeof data === "string" && JSON.parse(data);
  } catch {
    return undefined;
  }
}

/**
 * The URL to open a WebSocket at, with the key in its query: browsers can set no header there.
 *
 * The key is shown as to a request for the same URL over HTTP. What it adds to the query stays, and a key in a header goes into
 * the query.
 *
 * @throws {TypeError} If the key is a function that returns no request.
 */
export function socketUrl(endpoint: string, key: ApiKey | undefined): string | Promise<string> {
  const present = keyPresenter(key);
  if (!present) return endpoint;
  return whenDone(present(endpoint.replace(/^ws/, "http"), {}), (shown) => urlOf(shown, key));
}

/** The URL with all that a request shows of a key. */
function urlOf({ target, init }: Outgoing, key: ApiKey | undefined): string {
  const { url, headers } = typeof target === "string" ? new Request(target, init) : target;
  const shown = new URL(url.replace(/^http/, "ws"));
  const name = typeof key === "object" && key.in === "header" ? key.name : API_KEY_HEADER;
  const own = headers.get(name);
  const bearer = BEARER.exec(headers.get(AUTHORIZATION) ?? "")?.[1];
  const value = name.toLowerCase() === AUTHORIZATION ? (bearer ?? own) : (own ?? bearer);
  if (value) shown.searchParams.set(API_KEY_PARAMETER, value);
  return shown.href;
}
