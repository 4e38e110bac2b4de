import type { Clock } from "../transport/mod.ts";
import { sleep } from "./_sleep.ts";

/** How many intervals pass without a block, where events come, before it is asked all the same. */
const PATIENCE = 3;

/** Ends a pause at new blocks where events tell of them, after a time where they do not. */
export class Wake {
  readonly #clock: Clock;
  readonly #stop = new AbortController();
  #blocks = 0;
  #isLive = false;
  #onBlock: (() => void) | undefined;

  constructor(
    clock: Clock,
    newBlocks: ((signal: AbortSignal) => AsyncIterable<unknown>) | undefined,
  ) {
    this.#clock = clock;
    if (newBlocks) void this.#follow(newBlocks);
  }

  /** Whether events have come and go on. */
  get isLive(): boolean {
    return this.#isLive;
  }

  /** Waits for `blocks` new blocks since the last pause, or for the time in which they should have come. */
  async pause(blocks: number, interval: number, signal: AbortSignal): Promise<void> {
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    const look = (): void => {
      if (this.#blocks >= blocks) resolve();
    };
    const own = new AbortController();
    const onAbort = (): void => own.abort(signal.reason);
    signal.addEventListener("abort", onAbort);
    if (signal.aborted) onAbort();
    this.#onBlock = look;
    look();
    try {
      const time = interval * blocks * (this.#isLive ? PATIENCE : 1);
      await Promise.race([arrived, sleep(time, this.#clock, own.signal)]);
      signal.throwIfAborted();
    } finally {
      this.#blocks = 0;
      this.#onBlock = undefined;
      signal.removeEventListener("abort", onAbort);
      own.abort();
    }
  }

  /** Ends the events. */
  close(): void {
    this.#stop.abort();
  }

  async #follow(newBlocks: (signal: AbortSignal) => AsyncIterable<unknown>): Promise<void> {
    try {
      for await (const _ of newBlocks(this.#stop.signal)) {
        this.#isLive = true;
        this.#blocks++;
        this.#onBlock?.();
      }
    } catch {
      // Without events it is asked at intervals.
    }
    this.#isLive = false;
    this.#onBlock?.();
  }
}
