import type { SocketLink } from "../../request.ts";
import type { EventSink } from "./_subscription.ts";

/** A connection that a session writes to. */
export type SessionLink = Pick<SocketLink, "buffered" | "send" | "close">;

interface OutboxOptions {
  readonly link: SessionLink;
  /** Most live events queued for a slow client. */
  readonly maximumQueue: number;
  /** Called where more events wait than that, or the log has lost events that are not sent yet. */
  readonly onSlow: () => void;
}

/** Bytes written to a connection above which everything else waits for its reader. */
const MAX_BUFFERED = 64 * 1024;

/** Milliseconds that a queue may stay above its bound. */
const GRACE = 10;

/** The outgoing messages of one connection, in order, as fast as its client reads. */
export class Outbox implements EventSink {
  readonly #options: OutboxOptions;
  /** Responses and live events that wait for the reader, in order; an event is written out only once it is sent. */
  #queue: (string | Uint8Array | (() => Uint8Array))[] = [];
  #waitingLive = 0;
  /** Runs while the queue is above its bound. */
  #grace: ReturnType<typeof setTimeout> | undefined;
  #waiters: (() => void)[] = [];
  #isEnded = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  /** Number of queued live events. */
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

  /** Sends nothing more. */
  end(): void {
    this.#isEnded = true;
    this.#endGrace();
    this.#queue = [];
    this.#release();
  }

  #sendQueued(): void {
    const { link } = this.#options;
    let sent = 0;
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
   * Tells of a queue that stays above the bound; a full block may exceed it for a moment. When the timer fires, pending
   * socket events run first, since after a busy period they are late.
   */
  #checkQueue(): void {
    if (this.#isEnded) return;
    if (this.#waitingLive <= this.#options.maximumQueue) return this.#endGrace();
    if (this.#grace !== undefined) return;
    const grace = setTimeout(() => {
      setImmediate(() => {
        if (this.#grace === grace) this.fellBehind();
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
