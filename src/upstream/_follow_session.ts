import type { Client } from "../client/mod.ts";
import { isAlphadeltaError, TransportError } from "../errors/mod.ts";
import { SUBSCRIBE } from "../events/internal.ts";
import type { EventsOptions, EventStream } from "../events/mod.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import { onAbort, sleep } from "../transport/internal.ts";
import type { EventDraft } from "../service/chain/store/mod.ts";
import { EventWriter } from "./_event_writer.ts";
import { type FollowedLog, type LogStep, NotResumable } from "./_followed_log.ts";
import type { UpstreamChain } from "./_upstream_chain.ts";
import type { BlockId } from "./_upstream_identity.ts";
import { until } from "./_until.ts";

/** Heights from which the topics resume that are restored. Other topics begin now, as all do of a new log. */
export type Start = Readonly<Record<"blocks" | "transactions", number>>;

/** Parts of a {@linkcode FollowSession}, and of polling. */
export interface SessionParts {
  readonly topics: readonly TopicName[];
  readonly chain: UpstreamChain;
  /** Makes a client of the upstream. */
  readonly clientOf: (events: EventsOptions) => Client;
  readonly start: Start | undefined;
  /** Takes what is to be logged, in order. What it throws ends the session. */
  readonly write: (steps: readonly LogStep[]) => void;
  /** Tells of an event of a live topic. */
  readonly tell: (topic: TopicName, make: () => EventDraft) => void;
  /** Returns false once another upstream is to be followed. */
  readonly isWanted: () => boolean;
  /** The log that is written to. */
  readonly log: Pick<FollowedLog, "tip" | "hasPassed">;
  /** Called once all topics are open: no event after that is missed. A new log begins then. */
  readonly onOpen: () => Promise<void>;
  /** Milliseconds since the newest block came. */
  readonly blockAge: () => number;
  /** Milliseconds between blocks. */
  readonly blockTime: () => number;
}

/** Milliseconds between looks at how the events do, and at the room of the rate limit. */
export const TICK = 200;

/** Milliseconds that an upstream which has more to tell may be silent on its WebSocket. */
const MOST_SILENT = 5_000;

/** Age of the newest block from which on the height is requested: in block times, at least and at most in milliseconds. */
const OLD = { blocks: 2.5, least: 1_000, most: 300_000 };

/** A lost connection is retried soon: an upstream counts a connection only once it is open. A silence is checked by height. */
const EVENTS = {
  polling: false,
  reconnect: { base: 100, cap: 1_000, fallbackAfter: 1_000_000 },
  heartbeat: { silence: 120_000, timeout: 2_000 },
} as const;

/** The subscriptions of every topic at one upstream. */
export class FollowSession {
  readonly #parts: SessionParts;
  readonly #client: Client;
  readonly #streams: EventStream<TopicName>[] = [];
  readonly #life = new AbortController();
  readonly #failed = Promise.withResolvers<never>();
  readonly #begun = Promise.withResolvers<void>();
  readonly #writer: EventWriter;
  /** The newest block when the subscriptions were open, as it is read then; another object once one is lost. */
  #opened: { isRead?: boolean; newest?: BlockId } = {};
  /** When the upstream last spoke on its WebSocket, or had nothing to tell. A refusal by the rate limit counts. */
  #spokeAt: number;

  constructor(parts: SessionParts) {
    const { topics, tell } = parts;
    this.#parts = parts;
    this.#spokeAt = this.#now();
    this.#writer = new EventWriter({
      ...{ topics, tell, signal: this.#life.signal },
      write: (steps) => this.#write(steps),
    });
    this.#client = parts.clientOf(EVENTS);
  }

  get #isOpen(): boolean {
    const isComplete = this.#streams.length === this.#parts.topics.length;
    return isComplete && this.#streams.every(({ state }) => state === "open");
  }

  /** Follows until another upstream is to be followed, or `signal` aborts; rejects with what ends it else. */
  async run(signal: AbortSignal): Promise<void> {
    const { promise: failed, reject } = this.#failed;
    const release = onAbort(signal, () => reject(signal.reason));
    try {
      void this.#subscribe().catch(reject);
      await Promise.race([failed, this.#watch()]);
    } finally {
      release();
      this.#lose();
      this.#life.abort();
      await this.#client.close();
    }
  }

  /** Subscribes to one topic after another, as the rate limit allows: a refusal costs quota too. */
  async #subscribe(): Promise<void> {
    const { chain, topics, onOpen } = this.#parts;
    const { signal } = this.#life;
    const mayAsk = (): boolean => {
      this.#spokeAt = this.#now();
      return chain.budget.second.remaining >= 1;
    };
    for (const topic of topics) {
      if (!(await until(mayAsk, Infinity, chain.transport.clock, signal))) return;
      const stream = this.#open(topic);
      void this.#read(topic, stream).catch(this.#failed.reject);
      // Its reading tells what has failed.
      await stream.ready.catch(() => undefined);
      if (signal.aborted) return;
    }
    await onOpen();
    this.#begun.resolve();
    this.#noteLive();
  }

  #open(topic: TopicName): EventStream<TopicName> {
    const { start, chain } = this.#parts;
    const fromHeight = topic === "blocks" || topic === "transactions" ? start?.[topic] : undefined;
    const stream = this.#client.events.subscribe(topic as "blocks", {}, { fromHeight });
    this.#streams.push(stream);
    stream.onState(({ state, previous, error = new Error("The connection is lost") }) => {
      // Another service may answer on the next connection.
      if (state === "waiting" && previous === "open") chain.fail(error);
      else if (state === "waiting") void chain.check();
      if (state === "open" || isAlphadeltaError(error, "RpcError")) this.#spokeAt = this.#now();
      if (state === "open") void this.#readNewest();
      else this.#lose();
    });
    return stream;
  }

  async #read(topic: TopicName, stream: EventStream<TopicName>): Promise<void> {
    if (!this.#parts.start) await this.#begun.promise;
    for await (const event of stream) {
      this.#spokeAt = this.#now();
      await this.#writer.take(topic, event);
    }
    throw new NotResumable(`The events of ${topic} ended`);
  }

  /** Reads the newest block once all subscriptions are open: when it is logged, so is all that happened before. */
  async #readNewest(): Promise<void> {
    const { chain, log } = this.#parts;
    const opened = this.#opened;
    if (!this.#isOpen || !chain.isUsable || opened.isRead) return;
    opened.isRead = true;
    const heightBefore = log.tip?.height ?? 0;
    const reading = this.#client.listBlocks({ order: "desc", limit: 1 });
    const [block] = await reading.then(({ items }) => items).catch(() => []);
    // Read again where it is older than what is logged: the upstream is behind, or a reorganisation has yet to arrive.
    opened.isRead =
      block !== undefined && block.number >= Math.min(heightBefore, log.tip?.height ?? 0);
    if (!opened.isRead || !block || opened !== this.#opened) return;
    opened.newest = { height: block.number, hash: block.hash };
    chain.head = Math.max(chain.head ?? 0, block.number);
    this.#noteLive();
  }

  #lose(): void {
    this.#parts.chain.isLive = false;
    this.#opened = {};
  }

  #noteLive(): void {
    const { newest } = this.#opened;
    if (newest && this.#parts.log.hasPassed(newest)) this.#parts.chain.isLive = true;
  }

  #write(steps: readonly LogStep[]): void {
    try {
      this.#parts.write(steps);
      this.#noteLive();
    } catch (error) {
      this.#failed.reject(error);
    }
  }

  /** Ends the session where another upstream is to be followed, or where events do not arrive. */
  async #watch(): Promise<void> {
    const { chain, isWanted, log, blockAge } = this.#parts;
    /** Age of the newest block at which the height was requested last. */
    let asked = 0;
    while (isWanted()) {
      await sleep(TICK, chain.transport.clock, this.#life.signal);
      const age = blockAge();
      const isOld = age > this.#oldAge();
      // Where the upstream does not answer either, this may be a dead connection.
      if (chain.error !== undefined && isOld) this.#lose();
      void this.#readNewest();
      const hasMore = this.#writer.isHeld || (chain.head ?? 0) > (log.tip?.height ?? Infinity);
      const isLevel = this.#isOpen && (chain.isLive ? !hasMore : !this.#opened.newest);
      // What REST is to tell waits for the rate limit.
      const isRead = this.#streams.some(({ state }) => state === "backfilling");
      if (isLevel || isRead || !chain.isUsable) this.#spokeAt = this.#now();
      if (this.#now() - this.#spokeAt > MOST_SILENT) throw this.#silence();
      // On a dead connection, blocks show in the height alone. One that stands still is asked ever more seldom.
      if (age < asked) asked = 0;
      if (!isOld || age < asked * 2) continue;
      void chain.check();
      asked = age;
    }
  }

  #silence(): Error {
    const { url } = this.#parts.chain;
    if (this.#isOpen) return new Error(`Events of ${url} are behind its answers`);
    const message = `${url} answers, but its WebSocket sends no events`;
    return new TransportError("network", message, { operation: SUBSCRIBE, retryable: false });
  }

  #oldAge(): number {
    return Math.min(OLD.most, Math.max(OLD.least, OLD.blocks * this.#parts.blockTime()));
  }

  #now(): number {
    return this.#parts.chain.transport.clock.now();
  }
}
