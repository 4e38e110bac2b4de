import { NOTIFICATION_METHOD } from "../generated/topics.gen.ts";
import type { SubscriptionEvent } from "../generated/client/types.gen.ts";
import { type MethodName, PROBE } from "./_method_name.ts";
import type { EventClock } from "./event_clock.ts";
import type { Timing } from "./_timing.ts";
import { uncheckedFields } from "./_unchecked.ts";
import type { WebSocketConstructor, WebSocketLike } from "./web_socket.ts";

/** A reply to a call, as it came. */
export interface SocketReply {
  readonly result?: unknown;
  readonly error?: unknown;
}

/** How a connection ended. */
export interface LinkEnd {
  /** Close code, where one came. */
  readonly code?: number;
  readonly reason: string;
}

/** Who is told of what a connection brings; at once, in order. */
export interface LinkHandlers {
  opened(): void;
  event(subscription: unknown, result: unknown, cursor: unknown): void;
  /** Told once, unless the end was our own. */
  closed(end: LinkEnd): void;
}

/** What a connection is made of. */
export interface LinkParts {
  readonly url: string;
  readonly webSocket: WebSocketConstructor;
  readonly clock: EventClock;
  readonly timing: Timing;
  /** Told of what counts as a request: a connection that has opened, and each call that is sent. */
  readonly onRequest?: (() => void) | undefined;
  readonly handlers: LinkHandlers;
}

interface Call {
  readonly asked: number;
  readonly onReply: (reply: SocketReply) => void;
}

/** How many times longer a call may wait while other messages come. */
const PATIENCE = 6;

/**
 * One WebSocket, from opening it to its end. It finds out by itself when it is dead: a socket may fall silent without
 * ever closing, and closing it may never end.
 */
export class SocketLink {
  readonly #parts: LinkParts;
  readonly #socket: WebSocketLike;
  readonly #calls = new Map<number, Call>();
  #lastId = 0;
  #isOver = false;
  #heard: number;
  /** When it is looked at next. */
  #lookAt = 0;
  #timer: unknown;

  /** Whatever the constructor of the WebSocket throws is thrown on. */
  constructor(parts: LinkParts) {
    this.#parts = parts;
    const { clock, timing, handlers, webSocket, url } = parts;
    const { timeout } = timing.heartbeat;
    this.#heard = clock.now();
    const socket = new webSocket(url);
    this.#socket = socket;
    this.#timer = clock.setTimeout(
      () => this.#drop({ reason: `No connection within ${timeout} ms` }),
      timeout,
    );
    socket.addEventListener("open", () => {
      parts.onRequest?.();
      if (this.#isOver) return this.#shut();
      this.#heard = clock.now();
      this.#lookIn(timing.heartbeat.silence);
      handlers.opened();
    });
    socket.addEventListener("message", ({ data }) => this.#hear(data));
    // An error says nothing more, and not every runtime lets a close follow.
    socket.addEventListener("error", () => this.#drop({ reason: "Connection failed" }));
    socket.addEventListener("close", ({ code, reason }) => this.#drop({ code, reason }));
  }

  /** Calls a method; `onReply` is called at once when the reply comes, so that no event overtakes it. */
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
    if (this.#lookAt - now > timing.heartbeat.timeout) this.#lookIn(timing.heartbeat.timeout);
    this.#calls.set(id, { asked: now, onReply });
    try {
      this.#socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    } catch {
      this.#drop({ reason: "Connection cannot send" });
    }
  }

  /** Ends the connection; nobody is told of anything any more. */
  close(): void {
    if (this.#isOver) return;
    this.#end();
    this.#shut();
  }

  #hear(data: unknown): void {
    if (this.#isOver) return;
    this.#heard = this.#parts.clock.now();
    const message = typeof data === "string" ? parse(data) : undefined;
    if (typeof message !== "object" || message === null) {
      return this.#drop({ reason: "A message is no JSON object" });
    }
    const { method, params, id } = message as Record<string, unknown>;
    if (method === NOTIFICATION_METHOD) {
      const { subscription, result, cursor } = uncheckedFields<SubscriptionEvent>(params);
      return this.#parts.handlers.event(subscription, result, cursor);
    }
    const call = this.#calls.get(id as number);
    if (!call) return;
    this.#calls.delete(id as number);
    call.onReply(message);
  }

  #lookIn(milliseconds: number): void {
    const { clock } = this.#parts;
    clock.clearTimeout(this.#timer);
    this.#lookAt = clock.now() + milliseconds;
    this.#timer = clock.setTimeout(() => this.#look(), Math.max(1, milliseconds));
  }

  /** Asks a silent peer whether it is there, and gives a dead one up. */
  #look(): void {
    const { silence, timeout } = this.#parts.timing.heartbeat;
    const now = this.#parts.clock.now();
    const quiet = now - this.#heard;
    const [oldest] = this.#calls.values();
    if (oldest) {
      const waited = now - oldest.asked;
      if ((waited >= timeout && quiet >= timeout) || waited >= timeout * PATIENCE) {
        return this.#drop({ reason: `No answer within ${timeout} ms` });
      }
      return this.#lookIn(timeout / 2);
    }
    if (quiet < silence) return this.#lookIn(silence - quiet);
    this.#lookIn(Math.min(silence, timeout));
    this.call(PROBE, [], () => undefined);
  }

  #drop(end: LinkEnd): void {
    if (this.#isOver) return;
    this.#end();
    if (end.code === undefined) this.#shut();
    this.#parts.handlers.closed(end);
  }

  #end(): void {
    this.#isOver = true;
    this.#calls.clear();
    this.#parts.clock.clearTimeout(this.#timer);
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
