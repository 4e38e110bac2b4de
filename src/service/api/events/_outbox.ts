import type { SocketLink } from "../../request.ts";
import type { EventSink } from "./_subscription.ts";

/** The connection of a session. */
export type SessionLink = Pick<SocketLink, "buffered" | "send" | "close">;

interface OutboxOptions {
  readonly link: SessionLink;
  /** Maximum number of live events queued for a slow client. */
  readonly maximumQueue: number;
  /** Called if the queue exceeds the maximum, or retention has deleted events that are not sent yet. */
  readonly onSlow: () => void;
}

/** Maximum number of bytes in the buffer of a connection; further messages wait for the client. */
const MAX_BUFFERED = 64 * 1024;

/** Milliseconds that a queue may exceed its maximum, as a full block makes it for a moment. */
const GRACE = 10;

/** A response, or a live event, of which the frame is made when it is sent. */
type Message = string | Uint8Array | (() => Uint8Array);

/** Sends the messages of a connection, in order and at the speed of its client. */
export class Outbox implements EventSink {
  readonly #options: OutboxOptions;
  /** Waiting messages, in order. */
  #queue: Message[] = [];
  /** Live events that are in the queue, or handed to the connection and not out of the process yet. */
  #waitingLive = 0;
  /** Timer that runs while the queue exceeds its maximum. */
  #grace: ReturnType<typeof setTimeout> | undefined;
  #waiters: (() => void)[] = [];
  #isEnded = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Number of live events that have not left the process. */
  get waitingLive(): number {
    return this.#waitingLive;
  }

  /** Sends a response. */
  reply(text: string | Uint8Array): void {
    this.#queue.push(text);
    this.#sendQueued();
  }

  sendLive(frame: () => Uint8Array): void {
    if (this.#isEnded) return;
    this.#waitingLive++;
    this.#queue.push(frame);
    this.#sendQueued();
    this.#checkQueue();
  }

  sendReplayed(frame: Uint8Array): void {
    this.#send(frame, false);
  }

  get isFull(): boolean {
    return this.#options.link.buffered > MAX_BUFFERED || this.#queue.length > 0;
  }

  drained(): Promise<void> {
    if (this.#isEnded || !this.isFull) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  fellBehind(): void {
    this.#options.onSlow();
  }

  /** Drops waiting messages, and ignores further ones. */
  end(): void {
    this.#isEnded = true;
    this.#endGrace();
    this.#queue = [];
    this.#release();
  }

  #sendQueued(): void {
    const { link } = this.#options;
    let sent = 0;
    // The connection never calls back within `send`, so the queue stays as it is during the loop.
    for (const message of this.#queue) {
      if (link.buffered > MAX_BUFFERED) break;
      sent++;
      if (typeof message === "function") this.#send(message(), true);
      else this.#send(message, false);
    }
    this.#queue.splice(0, sent);
  }

  #send(frame: string | Uint8Array, isLive: boolean): void {
    if (this.#isEnded) return;
    this.#options.link.send(frame, () => {
      if (isLive) {
        this.#waitingLive--;
        this.#checkQueue();
      }
      this.#sendQueued();
      if (!this.isFull) this.#release();
    });
  }

  /**
   * Reports a queue that stays above its maximum. Socket events, which are late after a busy period, run before the report.
   */
  #checkQueue(): void {
    if (this.#isEnded) return;
    if (this.#waitingLive <= this.#options.maximumQueue) return this.#endGrace();
    if (this.#grace !== undefined) return;
    const grace = setTimeout(() => {
      setImmediate(() => {
        if (this.#grace === grace) this.#options.onSlow();
      });
    }, GRACE);
    this.#grace = grace;
  }

  #endGrace(): void {
    clearTimeout(this.#grace);
    this.#grace = undefined;
  }

  #release(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const resolve of waiters) resolve();
  }
}
