import type { ErrorContext, TransportError } from "../errors/mod.ts";
import type { EventClock } from "./event_clock.ts";
import { lossOf, messageOf } from "./_line_errors.ts";
import { type LinkEnd, type LinkHandlers, SocketLink } from "./_socket_link.ts";
import { backoff, STABLE, type Timing } from "./_timing.ts";
import type { WebSocketConstructor } from "./web_socket.ts";

/** How a connection is doing. */
export type LineState = "connecting" | "open" | "waiting";

/** Who is told of a connection that is replaced whenever it is lost. */
export interface DialerHandlers extends Pick<LinkHandlers, "opened" | "event"> {
  connecting(): void;
  /** It is lost, or did not come to be; the next attempt comes by itself. */
  waiting(cause: TransportError): void;
  /** So many attempts in a row did not open. Some connection of this client was open once, so further attempts come. */
  lost(cause: TransportError): void;
  /** As many did not open, and none of this client ever was open: no further attempt comes. */
  unreachable(cause: TransportError): void;
  /** No further attempt comes. */
  failed(cause: unknown): void;
}

/** What connections are made of. */
export interface DialerParts {
  /** Gives the URL to connect to. */
  readonly url: () => string;
  readonly webSocket: WebSocketConstructor;
  readonly clock: EventClock;
  readonly timing: Timing;
  /** Told of each request: a connection that has opened, and each call. */
  readonly onRequest?: (() => void) | undefined;
  /** Whether any connection of this client was ever open. */
  readonly wasOpen: () => boolean;
  /** Of what losses tell. */
  readonly context: ErrorContext;
  readonly handlers: DialerHandlers;
}

/** Keeps one WebSocket open, from {@linkcode dial} to {@linkcode hangUp}: whenever it is lost another takes its place. */
export class Dialer {
  readonly #parts: DialerParts;
  #link: SocketLink | undefined;
  #state: LineState = "connecting";
  #isOn = false;
  #failures = 0;
  /** Attempts in a row that did not open. */
  #unopened = 0;
  #opened = 0;
  #timer: unknown;

  constructor(parts: DialerParts) {
    this.#parts = parts;
  }

  get state(): LineState {
    return this.#state;
  }

  /** Begins to connect, unless it has begun. */
  dial(): void {
    if (this.#isOn) return;
    this.#isOn = true;
    this.#connect();
  }

  /** Ends the connection; nobody is told of anything any more. */
  hangUp(): void {
    this.#isOn = false;
    this.#state = "connecting";
    this.#parts.clock.clearTimeout(this.#timer);
    this.#link?.close();
    this.#link = undefined;
  }

  /** Calls a method, as of {@linkcode SocketLink}; nothing happens while there is no connection. */
  call(...args: Parameters<SocketLink["call"]>): void {
    this.#link?.call(...args);
  }

  #connect(): void {
    this.#state = "connecting";
    const { url, handlers } = this.#parts;
    try {
      this.#openLink(url());
    } catch (error) {
      // A key that cannot be presented will not be presentable later.
      this.#later(0, () => this.#fail(error));
    }
    handlers.connecting();
  }

  #openLink(url: string): void {
    const { event } = this.#parts.handlers;
    const opened = (): void => this.#open();
    const closed = (end: LinkEnd): void => this.#lose(end);
    try {
      this.#link = new SocketLink({ ...this.#parts, url, handlers: { opened, event, closed } });
    } catch (error) {
      // Not at once: whoever subscribes is not to be told before the call has returned.
      this.#later(0, () => this.#lose({ reason: messageOf(error) }));
    }
  }

  #open(): void {
    this.#state = "open";
    this.#opened = this.#parts.clock.now();
    this.#parts.handlers.opened();
  }

  #lose(end: LinkEnd): void {
    const { clock, timing, wasOpen, context, handlers } = this.#parts;
    const didOpen = this.#state === "open";
    const wasStable = didOpen && clock.now() - this.#opened >= STABLE;
    this.#failures = wasStable ? 1 : this.#failures + 1;
    this.#unopened = didOpen ? 0 : this.#unopened + 1;
    this.#link = undefined;
    const error = lossOf(end, { ...context, attempts: this.#failures });
    const { maximum, fallbackAfter } = timing.reconnect;
    const isDown = this.#unopened >= fallbackAfter;
    if (error.retryable && !wasOpen() && isDown) {
      this.hangUp();
      return handlers.unreachable(error);
    }
    if (!error.retryable || this.#failures >= maximum) return this.#fail(error);
    this.#state = "waiting";
    this.#later(backoff(timing.reconnect, this.#failures - 1, clock), () => this.#connect());
    handlers.waiting(error);
    if (isDown) handlers.lost(error);
  }

  #fail(cause: unknown): void {
    this.hangUp();
    this.#parts.handlers.failed(cause);
  }

  #later(milliseconds: number, act: () => void): void {
    this.#timer = this.#parts.clock.setTimeout(act, milliseconds);
  }
}
