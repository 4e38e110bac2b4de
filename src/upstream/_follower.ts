import { selectChain } from "../chains/mod.ts";
import type { WebSocketConstructor } from "../events/mod.ts";
import { PAGE_ITEMS } from "../generated/limits.gen.ts";
import type { Segment } from "../generated/segments.gen.ts";
import { type TopicName, TOPICS } from "../generated/topics.gen.ts";
import { createClient } from "../mod.ts";
import { createRestOf, listBlocks } from "../rest/mod.ts";
import { sleep } from "../transport/internal.ts";
import type { ApiKey, Clock } from "../transport/mod.ts";
import { reorgStep } from "./_event_writer.ts";
import { hasNoEvents } from "./_failures.ts";
import { FollowSession, type SessionParts, type Start } from "./_follow_session.ts";
import { type FollowedLog, isRestored, type LogStep } from "./_followed_log.ts";
import { KnownChain } from "./_known_chain.ts";
import { pollBlocks } from "./_poll_blocks.ts";
import type { Pool } from "./_pool.ts";
import type { UpstreamChain } from "./_upstream_chain.ts";
import type { BlockId } from "./_upstream_identity.ts";

/** Parts of a {@linkcode UpstreamFollower}. */
export interface FollowerParts {
  readonly segment: Segment;
  readonly pool: Pool;
  readonly log: FollowedLog;
  readonly clock: Clock;
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly apiKey?: ApiKey | undefined;
  /** Makes WebSockets. @default {globalThis.WebSocket} */
  readonly webSocket?: WebSocketConstructor | undefined;
  /** Called with what ended the subscriptions at an upstream; they begin anew. */
  readonly onError: (error: unknown) => void;
}

/** Newest blocks among which the fork is looked for after an absence; after a longer one, following begins anew. */
const MOST_BACKFILL = 1_000;

/** Milliseconds of the pause between sessions, and of that after one that ended sooner than that. */
const PAUSE = 100;
const LONG_PAUSE = 1_000;

/** Follows the chain of a segment, session after session, each at the upstream in use. */
export class UpstreamFollower {
  readonly log: FollowedLog;
  /** What its events have told of the chain, and what answers add. */
  readonly known: KnownChain;
  /** Resolves once its signal has aborted and nothing is written any more. */
  readonly ended: Promise<void>;
  /** Called before a reorganisation is logged: answers from this height on are to be dropped. */
  onRemoved: (fromHeight: number) => void = () => undefined;
  /** Called after each write of the log, with whether a block came or went. */
  onChange: (isMoved: boolean) => void = () => undefined;
  /** Called with topics of which events are missing from now on, or were until now. */
  onGap: (topics: readonly TopicName[]) => void = () => undefined;
  /** Called with each event of a live topic. */
  onLive: SessionParts["tell"] = () => undefined;
  readonly #parts: FollowerParts;
  readonly #topics: readonly TopicName[];
  #chain: UpstreamChain | undefined;
  #headAt: number;
  #eventAt: number;
  #blockTime = 0;

  /** Begins at once. */
  constructor(parts: FollowerParts) {
    this.#parts = parts;
    this.log = parts.log;
    this.known = new KnownChain(parts.log);
    this.#headAt = this.#eventAt = parts.clock.now();
    const { chain } = selectChain(parts.segment);
    const names = Object.keys(TOPICS) as TopicName[];
    this.#topics = names.filter((name) => TOPICS[name].chains.includes(chain));
    this.ended = this.#run().catch(() => undefined);
  }

  /** Newest block; undefined before the first. */
  get head(): BlockId | undefined {
    return this.log.tip;
  }

  /** True while the head is followed; else it is that of when the connection was lost. */
  get isLive(): boolean {
    return this.#chain?.isLive ?? false;
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

  /** Rejects once its signal has aborted. */
  async #run(): Promise<never> {
    const { clock, pool, signal } = this.#parts;
    for (;;) {
      const chain = (this.#chain = pool.used);
      const endsAt = clock.now() + LONG_PAUSE;
      if (chain?.isUsable)
        await this.#follow(chain).catch((error) => this.#takeError(error, chain));
      const isShort = chain?.isUsable && clock.now() < endsAt;
      await sleep(isShort ? LONG_PAUSE : PAUSE, clock, signal);
    }
  }

  async #takeError(error: unknown, chain: UpstreamChain): Promise<void> {
    await chain.note(error);
    if (this.#parts.signal.aborted) return;
    if (hasNoEvents(error)) chain.isPolled = true;
    this.#parts.onError(error);
  }

  /** Follows at one upstream until that is left. */
  async #follow(chain: UpstreamChain): Promise<void> {
    const { segment, pool, apiKey, webSocket, signal } = this.#parts;
    this.#interrupt();
    const { given: endpoints, transport, isPolled } = chain;
    const start = await this.#start(chain);
    const session: SessionParts = {
      ...{ chain, topics: this.#topics, log: this.log, start },
      clientOf: (options) => {
        const events = { ...options, ...(webSocket && { webSocket }) };
        return createClient(segment, { endpoints, transport, apiKey, events });
      },
      write: (steps) => this.#write(steps),
      tell: (topic, make) => this.onLive(topic, make),
      isWanted: () => pool.used === chain,
      onOpen: () => this.#open(chain, start),
      blockAge: () => this.headAge() * 1_000,
      blockTime: () => this.#blockTime,
    };
    if (isPolled && start) await pollBlocks({ ...session, start }, signal);
    else await new FollowSession(session).run(signal);
  }

  /** Where the events resume: above the newest logged block that the upstream has too, or else at its newest one. */
  async #start(chain: UpstreamChain): Promise<Start | undefined> {
    // A new log begins later, which takes fewer requests.
    if (!this.log.tip && !chain.isPolled) return undefined;
    const { newest, fork } = await this.#findFork(chain);
    if (fork) this.#removeAbove(fork);
    else this.#begin(newest);
    const { height } = fork ?? newest;
    const { transactionsFrom: transactions } = this.log;
    // A block that is known comes again, which tells that the others stand on it.
    const blocks = chain.isPolled ? Math.min(height, transactions) : height;
    return { blocks, transactions };
  }

  /** All topics are open: a new log begins at the newest block, another one goes on but for topics that are not restored. */
  async #open(chain: UpstreamChain, start: Start | undefined): Promise<void> {
    if (start) this.#interrupt();
    else this.#begin((await this.#findFork(chain)).newest);
  }

  /** Events of topics that are not restored may be missing up to here. */
  #interrupt(): void {
    if (this.log.tip) this.log.interrupt();
    this.onGap(this.#topics.filter((name) => !isRestored(name)));
  }

  /** The upstream's newest block, and the newest one that is logged too. Where it is behind, that is the newest logged. */
  async #findFork(chain: UpstreamChain): Promise<{ newest: BlockId; fork: BlockId | undefined }> {
    const { segment } = this.#parts;
    const { tip, blocks: known } = this.log;
    const rest = createRestOf(segment, chain.endpoints, chain.transport, { listBlocks });
    let newest: BlockId | undefined;
    for (let page = 1; page <= (tip ? MOST_BACKFILL / PAGE_ITEMS : 1); page++) {
      const query = { order: "desc", limit: PAGE_ITEMS, page } as const;
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
    this.log.begin(newest, firstBlock);
    this.known.note([{ removedFrom: 0 }]);
    this.#moved();
    this.onChange(true);
  }

  /** Logs that the blocks above one were removed during an absence. */
  #removeAbove({ height, hash: newHead }: BlockId): void {
    const { tip } = this.log;
    if (!tip || height >= tip.height) return;
    const reorg = { fromHeight: height + 1, oldHead: tip.hash, newHead };
    this.#write([reorgStep(reorg)]);
  }

  #write(steps: readonly LogStep[]): void {
    for (const { removedFrom } of steps) if (removedFrom !== undefined) this.onRemoved(removedFrom);
    const written = this.log.write(steps);
    this.known.note(written);
    const isMoved = written.some(({ block, removedFrom }) => block || removedFrom !== undefined);
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
