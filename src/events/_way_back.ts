import { SocketLink, type LinkParts } from "./_socket_link.ts";

/** What a {@linkcode WayBack} is made of. */
export type WayBackParts = Pick<LinkParts, "webSocket" | "clock" | "timing" | "onRequest"> & {
  /** Gives the URL to connect to. */
  readonly url: () => string;
};

/** Looks now and then whether a WebSocket answers again, while subscriptions poll because none does. */
export class WayBack {
  readonly #parts: WayBackParts;
  readonly #waiting = new Set<() => void>();
  #link: SocketLink | undefined;
  #timer: unknown;

  constructor(parts: WayBackParts) {
    this.#parts = parts;
  }

  /** Calls back once when a WebSocket has opened; returns what ends the waiting. */
  wait(onOpen: () => void): () => void {
    this.#waiting.add(onOpen);
    if (this.#waiting.size === 1) this.#lookLater();
    return () => {
      if (this.#waiting.delete(onOpen) && this.#waiting.size === 0) this.#stop();
    };
  }

  /** A WebSocket has opened, whoever opened it. */
  open(): void {
    const waiting = [...this.#waiting];
    if (waiting.length === 0) return;
    this.#waiting.clear();
    this.#stop();
    for (const onOpen of waiting) onOpen();
  }

  /** After half of the longest pause to all of it, so that clients do not come back at once. */
  #lookLater(): void {
    const { clock, timing } = this.#parts;
    const pause = timing.reconnect.cap * (1 + clock.random()) * 0.5;
    this.#timer = clock.setTimeout(() => this.#look(), pause);
  }

  #look(): void {
    const handlers = {
      opened: () => this.open(),
      event: () => undefined,
      closed: () => this.#lookLater(),
    };
    try {
      this.#link = new SocketLink({ ...this.#parts, url: this.#parts.url(), handlers });
    } catch {
      this.#lookLater();
    }
  }

  #stop(): void {
    this.#parts.clock.clearTimeout(this.#timer);
    this.#link?.close();
    this.#link = undefined;
  }
}
