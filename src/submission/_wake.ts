import { type Clock, pause } from "../transport/mod.ts";
import { BlockFeed } from "./_block_feed.ts";
import type { SubmissionContext } from "./submission_context.ts";

/** Intervals without a block, where events come, before it is asked all the same. */
const PATIENCE = 3;

/** Ends a pause at new blocks where events tell of them, after a time where they do not. */
export class Wake {
  readonly #clock: Clock;
  readonly #feed: BlockFeed | undefined;
  /** Ends the events. */
  readonly close: (() => void) | undefined;
  #blocks = 0;
  #onBlock: (() => void) | undefined;

  constructor(clock: Clock, newBlocks: SubmissionContext["newBlocks"]) {
    this.#clock = clock;
    this.#feed = newBlocks && BlockFeed.of(newBlocks);
    this.close = this.#feed?.listen(() => {
      this.#blocks++;
      this.#onBlock?.();
    });
  }

  /** Waits for `blocks` new blocks since the last pause, or for the time in which they should have come. */
  pause(blocks: number, interval: number, signal: AbortSignal): Promise<void> {
    const time = interval * blocks * (this.#feed?.isLive ? PATIENCE : 1);
    return pause(signal, (resolve) => {
      const timer = this.#clock.setTimeout(resolve, time);
      this.#onBlock = () => {
        if (this.#blocks >= blocks) resolve();
      };
      this.#onBlock();
      return () => {
        this.#clock.clearTimeout(timer);
        this.#blocks = 0;
        this.#onBlock = undefined;
      };
    });
  }
}
