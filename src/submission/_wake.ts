import { type Clock, onAbort } from "../transport/mod.ts";
import { BlockFeed } from "./_block_feed.ts";
import { sleep } from "./_sleep.ts";
import type { SubmissionContext } from "./submission_context.ts";

/** Intervals without a block, where events come, before it is asked all the same. */
const PATIENCE = 3;

/** Ends a pause at new blocks where events tell of them, after a time where they do not. */
export class Wake {
  readonly #clock: Clock;
  readonly #feed: BlockFeed | undefined;
  readonly #leave: (() => void) | undefined;
  #blocks = 0;
  #onBlock: (() => void) | undefined;

  constructor(clock: Clock, newBlocks: SubmissionContext["newBlocks"]) {
    this.#clock = clock;
    this.#feed = newBlocks && BlockFeed.of(newBlocks);
    this.#leave = this.#feed?.listen(() => {
      this.#blocks++;
      this.#onBlock?.();
    });
  }

  /** Waits for `blocks` new blocks since the last pause, or for the time in which they should have come. */
  async pause(blocks: number, interval: number, signal: AbortSignal): Promise<void> {
    const own = new AbortController();
    const release = onAbort(signal, () => own.abort(signal.reason));
    const arrived = new Promise<void>((resolve) => {
      this.#onBlock = () => {
        if (this.#blocks >= blocks) resolve();
      };
      this.#onBlock();
    });
    try {
      const time = interval * blocks * (this.#feed?.isLive ? PATIENCE : 1);
      await Promise.race([arrived, sleep(time, this.#clock, own.signal)]);
      signal.throwIfAborted();
    } finally {
      this.#blocks = 0;
      this.#onBlock = undefined;
      release();
      own.abort();
    }
  }

  /** Ends the events. */
  close(): void {
    this.#leave?.();
  }
}
