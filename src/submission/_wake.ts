import { abortable } from "../transport/internal.ts";
import type { Clock } from "../transport/mod.ts";
import type { SubmissionContext } from "./submission_context.ts";

/** While events come, a wait ends after so many intervals without a block. */
const PATIENCE = 3;

/** Milliseconds before events that ended by themselves, as without a WebSocket, are followed again. */
const REST = 30_000;

/** Waits for new blocks: as events tell of them, or else for a time. */
export class Wake {
  readonly #clock: Clock;
  readonly #feed: BlockFeed | undefined;
  /** Ends its part in the events; undefined where there are none. */
  readonly close: (() => void) | undefined;
  #blocks = 0;
  #onBlock: (() => void) | undefined;

  constructor(clock: Clock, newBlocks: SubmissionContext["newBlocks"]) {
    this.#clock = clock;
    this.#feed = newBlocks && BlockFeed.of(newBlocks);
    this.close = this.#feed?.listen(clock, () => {
      this.#blocks++;
      this.#onBlock?.();
    });
  }

  /** Waits for `blocks` new blocks since the last pause, or for the time in which they should have come. */
  waitForBlocks(blocks: number, interval: number, signal: AbortSignal): Promise<void> {
    const time = interval * blocks * (this.#feed?.isLive ? PATIENCE : 1);
    return abortable(signal, (resolve) => {
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

type Follow = NonNullable<SubmissionContext["newBlocks"]>;

const feeds = new WeakMap<Follow, BlockFeed>();

/** Events of new blocks, followed once for everybody who waits, and only while somebody does. */
class BlockFeed {
  readonly #follow: Follow;
  readonly #listeners = new Set<() => void>();
  #stop: AbortController | undefined;
  #isLive = false;
  /** Until when events are not followed again. */
  #restsUntil = 0;

  /** The feed that all who follow these events share. */
  static of(follow: Follow): BlockFeed {
    const feed = feeds.get(follow) ?? new BlockFeed(follow);
    feeds.set(follow, feed);
    return feed;
  }

  constructor(follow: Follow) {
    this.#follow = follow;
  }

  /** True once an event has come, while they go on. */
  get isLive(): boolean {
    return this.#isLive;
  }

  /** Calls `onBlock` at each block; returns what ends that. */
  listen(clock: Clock, onBlock: () => void): () => void {
    this.#listeners.add(onBlock);
    if (!this.#stop && clock.now() >= this.#restsUntil)
      void this.#run(clock, (this.#stop = new AbortController()));
    return () => {
      this.#listeners.delete(onBlock);
      if (this.#listeners.size > 0) return;
      this.#stop?.abort();
      this.#stop = undefined;
      this.#isLive = false;
    };
  }

  async #run(clock: Clock, own: AbortController): Promise<void> {
    try {
      for await (const _ of this.#follow(own.signal)) {
        if (own.signal.aborted) return;
        this.#isLive = true;
        for (const tell of this.#listeners) tell();
      }
    } catch {
      // Without events it is asked at intervals.
    }
    if (this.#stop !== own) return;
    this.#stop = undefined;
    this.#isLive = false;
    this.#restsUntil = clock.now() + REST;
  }
}
