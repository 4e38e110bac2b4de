import { type Segment, selectChain } from "../chains/mod.ts";
import { isRestError, isRpcError } from "../errors/mod.ts";
import type { WebSocketConstructor } from "../events/mod.ts";
import { type TopicName, TOPICS } from "../generated/topics.gen.ts";
import { createRestOf, getBlock, listBlocks } from "../rest/mod.ts";
import type { EventDraft } from "../service/chain/store/mod.ts";
import type { LogBound } from "../service/event_retention.ts";
import { SYSTEM_CLOCK, sleep } from "../transport/internal.ts";
import type { Clock } from "../transport/mod.ts";
import { findFork } from "./_find_fork.ts";
import { FollowSession, NoEvents, NotResumable, type Start } from "./_follow_session.ts";
import { FollowedLog, gapOf, type LogStep } from "./_followed_log.ts";
import type { BlockId, UpstreamChain } from "./_upstream_chain.ts";
import { Pool, type PoolOptions } from "./pool.ts";

/** Options of {@linkcode openFollowers}: those of the pool, and where events are persisted. */
export interface FollowOptions extends PoolOptions {
  /** Path of the file for the events of a segment; in memory if left out. */
  readonly pathOf?: ((segment: Segment) => string) | undefined;
  /** What the log of a segment forgets. @default {DEFAULT_BOUND} */
  readonly bound?: LogBound | undefined;
  /** Makes WebSockets. @default {globalThis.WebSocket} */
  readonly webSocket?: WebSocketConstructor | undefined;
  /** Told of what ended the subscriptions at an upstream; they begin anew. */
  readonly onError?: ((segment: Segment, error: unknown) => void) | undefined;
}

/** The upstreams with what follows their chains. */
export interface FollowedUpstream {
  readonly pool: Pool;
  readonly followers: ReadonlyMap<Segment, Follower>;
  close(): Promise<void>;
}

/**
 * Opens the upstreams, and follows the chain of each segment at the one in use.
 *
 * @throws {Error} If an upstream serves another chain than expected, or a file cannot be used.
 */
export async function openFollowers(options: FollowOptions): Promise<FollowedUpstream> {
  const { pathOf, bound, segments } = options;
  const logs = new Map<Segment, FollowedLog>();
  const closeLogs = (): void => logs.forEach((log) => log.close());
  try {
    for (const segment of segments) {
      logs.set(segment, new FollowedLog(pathOf?.(segment), bound));
    }
    const known = [...logs].map(([segment, { firstBlock }]) => [segment, firstBlock] as const);
    const firstBlocks = new Map(known.filter(hasBlock));
    const pool = new Pool({ ...poolOptionsOf(options), firstBlocks });
    const away = await pool.open().catch((error: unknown) => {
      pool.close();
      throw error;
    });
    for (const [segment, error] of away) options.onError?.(segment, error);
    const followers = new Map(
      [...logs].map(([segment, log]) => [segment, new Follower(segment, pool, log, options)]),
    );
    return {
      pool,
      followers,
      async close() {
        await Promise.all([...followers.values()].map((follower) => follower.close()));
        pool.close();
        closeLogs();
      },
    };
  } catch (error) {
    closeLogs();
    throw error;
  }
}

function hasBlock(
  entry: readonly [Segment, BlockId | undefined],
): entry is readonly [Segment, BlockId] {
  return entry[1] !== undefined;
}

function poolOptionsOf(options: FollowOptions): PoolOptions {
  const { pathOf: _, bound: _1, webSocket: _2, onError: _3, ...others } = options;
  return others;
}

/** Blocks that are read through REST after an absence; of a longer one, none are. */
const MOST_BACKFILL = 1_000;

/** Milliseconds that an event may come later than an answer that shows its block. */
const BEHIND = 700;

/** Milliseconds of the first pause after a session that failed, and of the longest. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 1_000;

/** Milliseconds without a block after which the upstream is asked for its height, at least and at most; and in block times. */
const LEAST_QUIET = 1_000;
const MOST_QUIET = 300_000;
const QUIET_BLOCKS = 2.5;

/** Follows the chain of a segment, session after session, each at the upstream in use. */
export class Follower {
  readonly segment: Segment;
  readonly log: FollowedLog;
  /** Called before any event of a reorganisation is written: answers of these heights are to be dropped. */
  onRemoved: (fromHeight: number) => void = () => undefined;
  /** Called after each change of the log or the head. */
  onChange: () => void = () => undefined;
  /** Counted up whenever a block comes or goes: what was read while it stayed the same is of one moment. */
  generation = 0;
  readonly #pool: Pool;
  readonly #options: FollowOptions;
  readonly #clock: Clock;
  readonly #topics: readonly TopicName[];
  readonly #life = new AbortController();
  readonly #running: Promise<void>;
  readonly #release: () => void;
  #session: FollowSession | undefined;
  #chain: UpstreamChain | undefined;
  /** Ends the session, for a reason. */
  #leave: (reason: unknown) => void = () => undefined;
  /** True once the cursors led nowhere. */
  #isLost = false;
  /** Generation in which the events were behind. */
  #stuckAt = -1;
  #headAt: number;
  #eventAt: number;
  /** Milliseconds between blocks. */
  #blockTime = LEAST_QUIET;
  #quietTimer: unknown;
  #behindTimer: unknown;

  constructor(segment: Segment, pool: Pool, log: FollowedLog, options: FollowOptions) {
    this.segment = segment;
    this.log = log;
    this.#pool = pool;
    this.#options = options;
    this.#clock = options.clock ?? SYSTEM_CLOCK;
    this.#headAt = this.#eventAt = this.#clock.now();
    const { chain } = selectChain(segment);
    const names = Object.keys(TOPICS) as TopicName[];
    this.#topics = names.filter((name) => TOPICS[name].chains.includes(chain));
    this.#release = pool.onChange(() => this.#compare());
    this.#running = this.#run();
  }

  /** Newest block; undefined before the first. */
  get head(): BlockId | undefined {
    return this.log.tip;
  }

  /** True while the head is followed; else it is what it was when the connection was lost. */
  get isLive(): boolean {
    return this.#session?.isLive ?? false;
  }

  /** True while the head is polled, since no upstream sends events. */
  get isPolled(): boolean {
    return this.#session?.isPolled ?? false;
  }

  /** Seconds since a block came or went. */
  headAge(): number {
    return (this.#clock.now() - this.#headAt) / 1_000;
  }

  /** Seconds since the last event. */
  eventAge(): number {
    return (this.#clock.now() - this.#eventAt) / 1_000;
  }

  async close(): Promise<void> {
    this.#life.abort();
    this.#leave(undefined);
    this.#release();
    this.#clock.clearTimeout(this.#quietTimer);
    this.#clock.clearTimeout(this.#behindTimer);
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#life;
    let pause = FIRST_PAUSE;
    while (!signal.aborted) {
      const startedAt = this.#clock.now();
      // oxlint-disable-next-line no-await-in-loop -- one session after another
      await this.#follow().catch((error: unknown) => this.#takeError(error));
      if (this.#clock.now() - startedAt > LONGEST_PAUSE) pause = FIRST_PAUSE;
      // oxlint-disable-next-line no-await-in-loop -- one session after another
      await sleep(pause, this.#clock, signal).catch(() => undefined);
      pause = Math.min(LONGEST_PAUSE, pause * 2);
    }
  }

  #takeError(error: unknown): void {
    if (this.#life.signal.aborted) return;
    if (error instanceof NotResumable) this.#isLost = true;
    const chain = this.#chain;
    if (chain && (error instanceof NoEvents || isRpcError(error))) chain.isPolled = true;
    else chain?.takeError(error);
    this.#options.onError?.(this.segment, error);
  }

  /** Follows at one upstream until that is left. */
  async #follow(): Promise<void> {
    const chain = this.#pool.used(this.segment);
    if (!chain?.isUsable) return;
    this.#chain = chain;
    const { isPolled } = chain;
    const start = await this.#startAt(chain, isPolled);
    const { apiKey, webSocket } = this.#options;
    const session = new FollowSession({
      segment: this.segment,
      topics: this.#topics,
      chain,
      apiKey,
      webSocket,
      clock: this.#clock,
      start,
      isPolled,
      log: (steps) => this.#write(steps),
    });
    const left = new Promise<void>((resolve, reject) => {
      this.#leave = (reason) => (reason === undefined ? resolve() : reject(reason));
    });
    this.#session = session;
    this.#watchQuiet();
    // A block that came while the subscriptions began shows in the height.
    void session.ready().then(
      () => chain.doubt(),
      () => undefined,
    );
    try {
      await Promise.race([session.ended, left]);
    } finally {
      this.#session = undefined;
      session.ended.catch(() => undefined);
      left.catch(() => undefined);
      await session.close();
    }
  }

  /** Where the events go on: after their cursors, or else from the blocks that the upstream still has. */
  async #startAt(chain: UpstreamChain, isPolled: boolean): Promise<Start> {
    const { log } = this;
    const { tip } = log;
    if (
      tip &&
      !isPolled &&
      !this.#isLost &&
      this.#topics.every((topic) => log.cursors.has(topic))
    ) {
      return { cursors: new Map(log.cursors) };
    }
    await chain.check();
    const newest = chain.head ?? 0;
    const fork =
      tip && newest - tip.height <= MOST_BACKFILL ? await this.#findFork(chain) : undefined;
    if (!fork) return this.#begin(chain, isPolled);
    this.#writeReorg(fork);
    // The block that is known comes again, which tells that the others stand on it.
    if (isPolled) return pollingFrom(fork.height);
    const missing = this.#topics.filter((topic) => !RESTORED.has(topic));
    this.#write([{ draft: gapOf(missing), cursors: this.#noCursors() }]);
    this.#isLost = false;
    const last = log.lastTransaction(fork.height);
    return {
      blocksFrom: fork.height + 1,
      transactionsFrom: last?.height ?? Math.max(log.began, fork.height - MOST_BACKFILL) + 1,
      lastTransaction: last?.hash,
    };
  }

  /** Begins where the chain is; what was before is no longer known to hold. */
  async #begin(chain: UpstreamChain, isPolled: boolean): Promise<Start> {
    const rest = createRestOf(this.segment, chain.endpoints, chain.transport, { listBlocks });
    const page = await rest.call("listBlocks", [{ order: "desc", limit: 1 }]);
    const [newest] = page.blocks;
    const first = this.#pool.firstBlock(this.segment);
    if (!newest || !first) throw new NotResumable(`${chain.url} has no block of ${this.segment}`);
    const { number: height, hash } = newest;
    if (this.head) this.onRemoved(first.height);
    this.log.begin({ height, hash }, first, this.#topics);
    this.#isLost = false;
    this.#moved();
    // A block that comes before the subscriptions begin shows in what follows it.
    return isPolled ? pollingFrom(height) : { cursors: new Map() };
  }

  /** The newest block that was followed and that an upstream has, where it is as high; one behind is waited for. */
  async #findFork(chain: UpstreamChain): Promise<BlockId | undefined> {
    const rest = createRestOf(this.segment, chain.endpoints, chain.transport, { getBlock });
    const { head: newest = 0 } = chain;
    const known = [...this.log.passed].map(([height, hash]) => ({ height, hash }));
    const within = known.filter(({ height }) => height <= newest);
    const fork = await findFork(within, async ({ height, hash }) => {
      const block = await rest.call("getBlock", [height]).catch(ignoreNotFound);
      return block?.hash === hash;
    });
    const isBehind = fork !== undefined && fork === within.at(-1);
    return isBehind ? this.log.tip : fork;
  }

  /** Logs that blocks were removed during an absence. */
  #writeReorg(fork: BlockId): void {
    const { tip } = this.log;
    if (!tip || fork.height >= tip.height) return;
    const removedFrom = fork.height + 1;
    const reorg = { fromHeight: removedFrom, oldHead: tip.hash, newHead: fork.hash };
    const draft: EventDraft = { topic: "reorgs", body: JSON.stringify(reorg) };
    this.#write([{ draft, removedFrom, cursors: this.#noCursors() }]);
  }

  #noCursors(): (readonly [TopicName, null])[] {
    return this.#topics.map((topic) => [topic, null]);
  }

  #write(steps: readonly LogStep[]): void {
    const kept = this.#withoutKnown(steps);
    for (const { removedFrom } of kept) if (removedFrom !== undefined) this.onRemoved(removedFrom);
    this.log.write(kept);
    const isMoved = kept.some(({ block, removedFrom }) => block || removedFrom !== undefined);
    if (kept.some(({ draft }) => draft)) this.#eventAt = this.#clock.now();
    if (isMoved) this.#moved();
    else if (kept.some(({ draft }) => draft)) this.onChange();
  }

  /**
   * Leaves out blocks that were followed already.
   *
   * @throws {NotResumable} If a block does not follow the one before.
   */
  #withoutKnown(steps: readonly LogStep[]): readonly LogStep[] {
    const passed = new Map(this.log.passed);
    let tip = this.log.tip?.height ?? -1;
    return steps.map((step): LogStep => {
      const { block, removedFrom, cursors } = step;
      if (removedFrom !== undefined) {
        for (const height of passed.keys()) if (height >= removedFrom) passed.delete(height);
        tip = removedFrom - 1;
      }
      if (!block) return step;
      const { height, hash } = block;
      if (height === tip + 1) {
        passed.set(height, hash);
        tip = height;
        return step;
      }
      const known = passed.get(height) ?? hash;
      if (height <= tip && known === hash) return { cursors };
      throw new NotResumable(`Block ${height} ${hash} does not follow block ${tip}`);
    });
  }

  #moved(): void {
    const now = this.#clock.now();
    this.generation++;
    this.#blockTime = (this.#blockTime * 3 + (now - this.#headAt)) / 4;
    this.#headAt = now;
    const { tip } = this.log;
    if (this.#chain && tip) this.#chain.head = tip.height;
    this.#watchQuiet();
    this.onChange();
  }

  /** Asks for the height after a silence: the connection may be dead. The longer it is quiet, the less often. */
  #watchQuiet(wait: number = QUIET_BLOCKS * this.#blockTime): void {
    this.#clock.clearTimeout(this.#quietTimer);
    if (this.#life.signal.aborted) return;
    const bounded = Math.min(MOST_QUIET, Math.max(LEAST_QUIET, wait));
    this.#quietTimer = this.#clock.setTimeout(() => {
      if (!this.isPolled) void this.#chain?.doubt();
      this.#watchQuiet(bounded * 2);
    }, bounded);
  }

  /** Compares what events bring with what the upstreams are known to be at. */
  #compare(): void {
    const chain = this.#chain;
    if (!chain || !this.#session) return;
    if (this.#pool.used(this.segment) !== chain) return this.#leave(undefined);
    if (this.isPolled || !this.#isBehind(chain) || this.#behindTimer !== undefined) return;
    const eventAt = this.#eventAt;
    this.#behindTimer = this.#clock.setTimeout(() => {
      this.#behindTimer = undefined;
      const isStuck = chain === this.#chain && this.#isBehind(chain) && this.isLive;
      if (isStuck && eventAt === this.#eventAt) this.#leaveStuck(chain);
    }, BEHIND);
  }

  /** The connection may be dead: a new one goes on by the cursors. If that brings nothing either, they are wrong. */
  #leaveStuck({ url }: UpstreamChain): void {
    this.#isLost = this.#stuckAt === this.generation;
    this.#stuckAt = this.generation;
    this.#leave(new Error(`Events of ${url} are behind its answers`));
  }

  #isBehind({ head = 0 }: UpstreamChain): boolean {
    return head > (this.log.tip?.height ?? Infinity);
  }
}

function pollingFrom(height: number): Start {
  return { blocksFrom: height, transactionsFrom: height, lastTransaction: undefined };
}

/** Topics that REST has too, and the one whose events follow from it. */
const RESTORED: ReadonlySet<TopicName> = new Set(["blocks", "transactions", "reorgs"]);

function ignoreNotFound(error: unknown): undefined {
  if (!isRestError(error) || error.status !== 404) throw error;
}
