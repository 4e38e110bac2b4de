import { abortable } from "../transport/internal.ts";
import type { Clock } from "../transport/mod.ts";
import type { SubmissionContext } from "./submission_context.ts";

/** How many times longer a wait may last while events of blocks arrive: they end it, and its timer is only the fallback. */
const LIVE_WAIT_FACTOR = 3;

/** Milliseconds until a feed that ended by itself, as without a WebSocket, is followed again. */
const RETRY_FEED_AFTER = 30_000;

/** Waits for new blocks: until events have reported enough of them, or until they are due. */
export class BlockWaiter {
  readonly #clock: Clock;
  readonly #feed: BlockFeed | undefined;
  readonly #stopListening: (() => void) | undefined;
  /** Blocks reported since the last wait. */
  #blocks = 0;
  #onBlock: (() => void) | undefined;

  constructor(clock: Clock, newBlocks: SubmissionContext["newBlocks"]) {
    this.#clock = clock;
    this.#feed = newBlocks && BlockFeed.of(newBlocks);
    this.#stopListening = this.#feed?.listen(clock, () => {
      this.#blocks++;
      this.#onBlock?.();
    });
  }

  /** Waits for `blocks` new blocks since the last wait, at most for as long as they take at one block per `interval` ms. */
  waitForBlocks(blocks: number, interval: number, signal: AbortSignal): Promise<void> {
    const timeout = interval * blocks * (this.#feed?.isLive ? LIVE_WAIT_FACTOR : 1);
    return abortable(signal, (resolve) => {
      const timer = this.#clock.setTimeout(resolve, timeout);
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

  close(): void {
    this.#stopListening?.();
  }
}

type Follow = NonNullable<SubmissionContext["newBlocks"]>;

/** Events of new blocks, followed once for everybody who waits, and only while somebody does. */
class BlockFeed {
  static readonly #feeds = new WeakMap<Follow, BlockFeed>();
  readonly #follow: Follow;
  readonly #listeners = new Set<() => void>();
  #stop: AbortController | undefined;
  #isLive = false;
  /** Earliest time, by the clock, at which a feed that ended is followed again. */
  #retryAt = 0;

  /** The feed that all who follow these events share. */
  static of(follow: Follow): BlockFeed {
    const feed = BlockFeed.#feeds.get(follow) ?? new BlockFeed(follow);
    BlockFeed.#feeds.set(follow, feed);
    return feed;
  }

  constructor(follow: Follow) {
    this.#follow = follow;
  }

  /** True once an event has come, while they go on. */
  get isLive(): boolean {
    return this.#isLive;
  }

  /** Calls `onBlock` at each block, and follows the events if nobody does yet; returns a function that ends both. */
  listen(clock: Clock, onBlock: () => void): () => void {
    this.#listeners.add(onBlock);
    if (!this.#stop && clock.now() >= this.#retryAt)
      void this.#run(clock, (this.#stop = new AbortController()));
    return () => {
      this.#listeners.delete(onBlock);
      if (this.#listeners.size > 0) return;
      this.#stop?.abort();
      this.#stop = undefined;
      this.#isLive = false;
    };
  }

  async #run(clock: Clock, controller: AbortController): Promise<void> {
    try {
      for await (const _ of this.#follow(controller.signal)) {
        if (controller.signal.aborted) return;
        this.#isLive = true;
        for (const onBlock of this.#listeners) onBlock();
      }
    } catch {
      // Waits then end by their timers alone.
    }
    // All listeners left meanwhile, and a newer run may have begun.
    if (this.#stop !== controller) return;
    this.#stop = undefined;
    this.#isLive = false;
    this.#retryAt = clock.now() + RETRY_FEED_AFTER;
  }
}
