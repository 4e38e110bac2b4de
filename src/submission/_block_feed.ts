import type { SubmissionContext } from "./submission_context.ts";

type Follow = NonNullable<SubmissionContext["newBlocks"]>;

const feeds = new WeakMap<Follow, BlockFeed>();

/** Events of new blocks, followed once for everybody who waits, and only while somebody does. */
export class BlockFeed {
  readonly #follow: Follow;
  readonly #listeners = new Set<() => void>();
  #stop: AbortController | undefined;
  #isLive = false;

  /** The one feed of those events. */
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
  listen(onBlock: () => void): () => void {
    this.#listeners.add(onBlock);
    if (!this.#stop) void this.#run((this.#stop = new AbortController()));
    return () => {
      this.#listeners.delete(onBlock);
      if (this.#listeners.size > 0) return;
      this.#stop?.abort();
      this.#stop = undefined;
      this.#isLive = false;
    };
  }

  async #run(own: AbortController): Promise<void> {
    try {
      for await (const _ of this.#follow(own.signal)) {
        if (own.signal.aborted) return;
        this.#isLive = true;
        for (const tell of this.#listeners) tell();
      }
    } catch {
      // Without events it is asked at intervals.
    }
    if (this.#stop === own) this.#isLive = false;
  }
}
