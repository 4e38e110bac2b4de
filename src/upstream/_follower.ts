import type { WebSocketConstructor } from "../events/mod.ts";
import { selectChain } from "../chains/mod.ts";
import { PAGE_ITEMS } from "../generated/limits.gen.ts";
import type { Segment } from "../generated/segments.gen.ts";
import { type TopicName, TOPICS } from "../generated/topics.gen.ts";
import { createRestOf, listBlocks } from "../rest/mod.ts";
import { sleep } from "../transport/internal.ts";
import type { ApiKey, Clock } from "../transport/mod.ts";
import { reorgStep } from "./_event_writer.ts";
import {
  EventsBehind,
  FollowSession,
  NoEvents,
  type SessionParts,
  type Start,
} from "./_follow_session.ts";
import { type FollowedLog, gapOf, type LogStep, NotResumable } from "./_followed_log.ts";
import type { UpstreamChain } from "./_upstream_chain.ts";
import type { BlockId } from "./_upstream_identity.ts";
import { pollBlocks } from "./_poll_blocks.ts";
import { hasNoEvents } from "./_failures.ts";
import type { Pool } from "./_pool.ts";

/** Parts of a {@linkcode Follower}. */
export interface FollowerParts {
  readonly segment: Segment;
  readonly pool: Pool;
  readonly log: FollowedLog;
  readonly clock: Clock;
  readonly apiKey?: ApiKey | undefined;
  /** Makes WebSockets. @default {globalThis.WebSocket} */
  readonly webSocket?: WebSocketConstructor | undefined;
  /** Called with what ended the subscriptions at an upstream; they begin anew. */
  readonly onError: (error: unknown) => void;
}

/** Newest blocks among which the fork is looked for after an absence; after a longer one, following begins anew. */
const MOST_BACKFILL = 1_000;

/** Milliseconds of the first pause between sessions, and of the longest. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 1_000;

/** Topics that REST has too, and the one whose events follow from it. */
const RESTORED: ReadonlySet<TopicName> = new Set(["blocks", "transactions", "reorgs"]);

/** The topic whose cursor polling ends, since it logs the events. */
const POLLED = "transactions" satisfies TopicName;

/** Follows the chain of a segment, session after session, each at the upstream in use. */
export class Follower {
  readonly log: FollowedLog;
  /** Called before a reorganisation is logged: answers from this height on are to be dropped. */
  onRemoved: (fromHeight: number) => void = () => undefined;
  /** Called after each write of the log, with whether a block came or went. */
  onChange: (isMoved: boolean) => void = () => undefined;
  /** Called with each event of a live topic. */
  onLive: SessionParts["tell"] = () => undefined;
  readonly #parts: FollowerParts;
  readonly #topics: readonly TopicName[];
  /** Those that resume; the others are live only. */
  readonly #logged: readonly TopicName[];
  readonly #life = new AbortController();
  readonly #running: Promise<void>;
  #chain: UpstreamChain | undefined;
  /** True once the cursors are known to be wrong. */
  #isLost = false;
  /** Newest block when events were behind last. */
  #stuckAt: string | undefined;
  #headAt: number;
  #eventAt: number;
  #blockTime = 0;

  /** Begins at once. */
  constructor(parts: FollowerParts) {
    this.#parts = parts;
    this.log = parts.log;
    this.#headAt = this.#eventAt = parts.clock.now();
    const { chain } = selectChain(parts.segment);
    const names = Object.keys(TOPICS) as TopicName[];
    this.#topics = names.filter((name) => TOPICS[name].chains.includes(chain));
    this.#logged = this.#topics.filter((name) => !TOPICS[name].live);
    this.#running = this.#run();
  }

  /** Newest block; undefined before the first. */
  get head(): BlockId | undefined {
    return this.log.tip;
  }

  /** True while the head is followed; else it is that of when the connection was lost. */
  get isLive(): boolean {
    return this.#chain?.live !== undefined;
  }

  /** True while the head is polled, since no upstream sends events. */
  get isPolled(): boolean {
    return this.#chain?.isPolled ?? false;
  }

  /** Seconds since a block came or went. */
  headAge(): number {
    return (this.#parts.clock.now() - this.#headAt) / 1_000;
  }

  /** Seconds since the last event. */
  eventAge(): number {
    return (this.#parts.clock.now() - this.#eventAt) / 1_000;
  }

  async close(): Promise<void> {
    this.#life.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#life;
    const { clock } = this.#parts;
    let pause = FIRST_PAUSE;
    while (!signal.aborted) {
      const startedAt = clock.now();
      // oxlint-disable-next-line no-await-in-loop -- one session after another
      await this.#follow().catch((error: unknown) => this.#takeError(error));
      if (clock.now() - startedAt > LONGEST_PAUSE) pause = FIRST_PAUSE;
      // oxlint-disable-next-line no-await-in-loop -- one session after another
      await sleep(pause, clock, signal).catch(() => undefined);
      pause = Math.min(LONGEST_PAUSE, pause * 2);
    }
  }

  async #takeError(error: unknown): Promise<void> {
    await this.#chain?.judge(error);
    if (this.#life.signal.aborted) return;
    const tip = this.head?.hash;
    // A dead connection resumes by the cursors. If that brings nothing either, they are wrong.
    if (error instanceof NotResumable || (error instanceof EventsBehind && this.#stuckAt === tip))
      this.#isLost = true;
    if (error instanceof EventsBehind) this.#stuckAt = tip;
    if (this.#chain && (error instanceof NoEvents || hasNoEvents(error)))
      this.#chain.isPolled = true;
    else this.#chain?.noteError(error);
    this.#parts.onError(error);
  }

  /** Follows at one upstream until that is left. */
  async #follow(): Promise<void> {
    const { pool } = this.#parts;
    const chain = pool.used;
    if (!chain?.isUsable) return;
    this.#chain = chain;
    const { isPolled } = chain;
    const start = await this.#start(chain, isPolled);
    const parts: SessionParts = {
      ...{ ...this.#parts, topics: this.#topics, chain, start },
      write: (steps) => this.#write(steps),
      tell: (topic, make) => this.onLive(topic, make),
      isWanted: () => pool.used === chain,
      blockTime: () => this.#blockTime,
    };
    const { signal } = this.#life;
    await (isPolled ? pollBlocks(parts, signal) : new FollowSession(parts).run(signal));
  }

  /** Where the events resume: after their cursors, or else from the blocks that the upstream still has. */
  async #start(chain: UpstreamChain, isPolled: boolean): Promise<Start> {
    const { log } = this;
    const lost = this.#logged.filter((topic) => !log.cursors.has(topic));
    if (!isPolled && !this.#isLost && lost.every((topic) => topic === POLLED)) {
      const cursors = new Map(log.cursors);
      const last = lost.length > 0 ? log.lastTransaction() : undefined;
      if (lost.length === 0) return { cursors };
      if (last)
        return { cursors, heights: new Map([[POLLED, last.height]]), lastTransaction: last.hash };
    }
    const begin = (newest: BlockId): void => this.#begin(newest);
    if (!log.tip && !isPolled) return { begin };
    const { newest, fork } = await this.#findFork(chain);
    this.#isLost = false;
    if (!fork && !isPolled) return { begin };
    if (!fork) {
      await chain.confirm();
      this.#begin(newest);
      const { height } = newest;
      return { heights: heightsOf({ blocks: height, transactions: height + 1 }) };
    }
    this.#removeAbove(fork);
    const [lowest = 0] = log.blocks.keys();
    const last = log.lastTransaction();
    const transactions = last?.height ?? lowest + 1;
    const lastTransaction = last?.hash;
    if (isPolled) {
      // A block that is known comes again, which tells that the others stand on it.
      const blocks = Math.min(fork.height, transactions);
      return { heights: heightsOf({ blocks, transactions }), lastTransaction };
    }
    const missing = this.#logged.filter((topic) => !RESTORED.has(topic));
    this.#write([{ draft: gapOf(missing), cursors: this.#noCursors() }]);
    return { heights: heightsOf({ blocks: fork.height + 1, transactions }), lastTransaction };
  }

  /** The upstream's newest block, and the newest one that is logged too. Where it is behind, that is the newest logged. */
  async #findFork(chain: UpstreamChain): Promise<{ newest: BlockId; fork: BlockId | undefined }> {
    const { segment } = this.#parts;
    const { tip, blocks: known } = this.log;
    const rest = createRestOf(segment, chain.endpoints, chain.transport, { listBlocks });
    let newest: BlockId | undefined;
    for (let page = 1; page <= (tip ? MOST_BACKFILL / PAGE_ITEMS : 1); page++) {
      const query = { order: "desc", limit: PAGE_ITEMS, page } as const;
      // oxlint-disable-next-line no-await-in-loop -- one page after another
      const { blocks } = await rest.call("listBlocks", [query]);
      const ids = blocks.map(({ number: height, hash }) => ({ height, hash }));
      newest ??= ids[0];
      if (newest && tip && this.log.hasPassed(newest)) return { newest, fork: tip };
      const fork = ids.find(({ height, hash }) => known.get(height) === hash);
      if (newest && fork) return { newest, fork };
      if (tip && newest && newest.height - tip.height > MOST_BACKFILL) break;
    }
    if (newest) return { newest, fork: undefined };
    throw new TypeError(`${chain.url} has no block of ${segment}`);
  }

  /** Begins where the chain is; what was before is no longer known to hold. */
  #begin(newest: BlockId): void {
    const { firstBlock } = this.#parts.pool;
    if (!firstBlock) throw new TypeError("The first block is not known");
    if (this.head) this.onRemoved(firstBlock.height);
    this.log.begin(newest, firstBlock, this.#logged);
    this.#moved();
    this.onChange(true);
  }

  /** Logs that the blocks above one were removed during an absence. */
  #removeAbove({ height, hash: newHead }: BlockId): void {
    const { tip } = this.log;
    if (!tip || height >= tip.height) return;
    const reorg = { fromHeight: height + 1, oldHead: tip.hash, newHead };
    this.#write([reorgStep(reorg, this.#noCursors())]);
  }

  #noCursors(): (readonly [TopicName, null])[] {
    return this.#logged.map((topic) => [topic, null]);
  }

  #write(steps: readonly LogStep[]): void {
    for (const { removedFrom } of steps) if (removedFrom !== undefined) this.onRemoved(removedFrom);
    const isMoved = this.log.write(steps);
    const hasEvents = steps.some(({ draft }) => draft);
    if (hasEvents) this.#eventAt = this.#parts.clock.now();
    if (isMoved) this.#moved();
    if (isMoved || hasEvents) this.onChange(isMoved);
  }

  #moved(): void {
    const now = this.#parts.clock.now();
    this.#blockTime = (this.#blockTime * 3 + (now - this.#headAt)) / 4;
    this.#headAt = now;
    if (this.#chain && this.head) this.#chain.head = this.head.height;
  }
}

/** First blocks to read, by topic. */
function heightsOf(heights: Partial<Record<TopicName, number>>): ReadonlyMap<TopicName, number> {
  return new Map(Object.entries(heights) as [TopicName, number][]);
}
