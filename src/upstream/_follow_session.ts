import { createClient } from "../mod.ts";
import type { Client } from "../client/mod.ts";
import { isAlphadeltaError } from "../errors/mod.ts";
import type { EventsOptions, EventStream, WebSocketConstructor } from "../events/mod.ts";
import type { Segment } from "../generated/segments.gen.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import { pause, sleep } from "../transport/internal.ts";
import type { ApiKey } from "../transport/mod.ts";
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
  readonly segment: Segment;
  readonly topics: readonly TopicName[];
  readonly chain: UpstreamChain;
  readonly apiKey?: ApiKey | undefined;
  readonly webSocket?: WebSocketConstructor | undefined;
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
const TICK = 200;

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

/** Thrown where an upstream answers, but sends no events. */
export class NoEvents extends Error {
  override readonly name = "NoEvents";
}

/** The subscriptions of every topic at one upstream. */
export class FollowSession {
  readonly #parts: SessionParts;
  readonly #client: Client;
  readonly #streams = new Map<TopicName, EventStream<TopicName>>();
  readonly #life = new AbortController();
  readonly #writer: EventWriter;
  /** The newest block when the subscriptions were open; undefined before that is known. */
  #newest: BlockId | undefined;
  /** Lost connections, and how many there were when the newest block was read; -1 before that. */
  #losses = 0;
  #readAfter = -1;
  /** When the upstream last spoke on its WebSocket, or had nothing to tell. A refusal by the rate limit counts. */
  #spokeAt: number;
  readonly #opened = Promise.withResolvers<void>();
  #fail: (error: unknown) => void = () => undefined;

  constructor(parts: SessionParts) {
    const { topics, tell } = parts;
    this.#parts = parts;
    this.#spokeAt = this.#now();
    this.#writer = new EventWriter({
      ...{ topics, tell, signal: this.#life.signal },
      write: (steps) => this.#try(() => parts.write(steps)),
    });
    this.#client = clientOf(parts, EVENTS);
  }

  get #isOpen(): boolean {
    const streams = [...this.#streams.values()];
    const isComplete = streams.length === this.#parts.topics.length;
    return isComplete && streams.every(({ state }) => state === "open");
  }

  /** Follows until another upstream is to be followed, or `signal` aborts; rejects with what ends it else. */
  async run(signal: AbortSignal): Promise<void> {
    const failed = new Promise<never>((_, reject) => (this.#fail = reject));
    const aborted = pause(signal, () => undefined);
    try {
      void this.#subscribe().catch((error: unknown) => this.#fail(error));
      await Promise.race([failed, aborted, this.#watch()]);
    } finally {
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
      // oxlint-disable-next-line no-await-in-loop -- one topic after another
      await until(mayAsk, Infinity, chain.transport.clock, signal);
      const stream = this.#open(topic);
      void this.#read(topic, stream).catch((error: unknown) => this.#fail(error));
      // Its reading tells what has failed.
      // oxlint-disable-next-line no-await-in-loop -- one topic after another
      await stream.ready.catch(() => undefined);
      if (signal.aborted) return;
    }
    await onOpen();
    this.#opened.resolve();
    this.#noteLive();
  }

  #open(topic: TopicName): EventStream<TopicName> {
    const { start, chain } = this.#parts;
    const fromHeight = topic === "blocks" || topic === "transactions" ? start?.[topic] : undefined;
    const stream = this.#client.events.subscribe(topic as "blocks", {}, { fromHeight });
    this.#streams.set(topic, stream);
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
    if (!this.#parts.start) await this.#opened.promise;
    for await (const event of stream) {
      this.#spokeAt = this.#now();
      await this.#writer.take(topic, event);
    }
    throw new NotResumable(`The events of ${topic} ended`);
  }

  /** Reads the newest block once all subscriptions are open: when it is logged, so is all that happened before. */
  async #readNewest(): Promise<void> {
    const { chain, log } = this.#parts;
    const losses = this.#losses;
    if (!this.#isOpen || !chain.isUsable || this.#readAfter === losses) return;
    this.#readAfter = losses;
    const heightBefore = log.tip?.height ?? 0;
    const reading = this.#client.listBlocks({ order: "desc", limit: 1 });
    const [block] = await reading.then(({ items }) => items).catch(() => []);
    if (losses !== this.#losses) return;
    // Read again where it is older than what is logged: the upstream is behind, or a reorganisation has yet to arrive.
    if (!block || block.number < Math.min(heightBefore, log.tip?.height ?? 0))
      return void (this.#readAfter = -1);
    this.#newest = { height: block.number, hash: block.hash };
    chain.head = Math.max(chain.head ?? 0, block.number);
    this.#noteLive();
  }

  #lose(): void {
    this.#parts.chain.isLive = false;
    this.#newest = undefined;
    this.#losses++;
  }

  #noteLive(): void {
    const { chain, log } = this.#parts;
    if (this.#newest && log.hasPassed(this.#newest)) chain.isLive = true;
  }

  /** Writes to the log. */
  #try(write: () => void): void {
    try {
      write();
      this.#noteLive();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Ends the session where another upstream is to be followed, or where events do not arrive. */
  async #watch(): Promise<void> {
    const { chain, isWanted, log, blockAge } = this.#parts;
    /** Age of the newest block at which the height was requested last. */
    let asked = 0;
    while (isWanted()) {
      // oxlint-disable-next-line no-await-in-loop -- one look after another
      await sleep(TICK, chain.transport.clock, this.#life.signal);
      const age = blockAge();
      const isOld = age > this.#oldAge();
      // Where the upstream does not answer either, this may be a dead connection.
      if (chain.error !== undefined && isOld) this.#lose();
      void this.#readNewest();
      const { isOpen, isLive } = { isOpen: this.#isOpen, isLive: chain.isLive };
      const hasMore = this.#writer.isHeld || (chain.head ?? 0) > (log.tip?.height ?? Infinity);
      const isLevel = isOpen && (isLive ? !hasMore : !this.#newest);
      if (isLevel || !chain.isUsable) this.#spokeAt = this.#now();
      if (this.#now() - this.#spokeAt > MOST_SILENT) {
        if (isOpen) throw new Error(`Events of ${chain.url} are behind its answers`);
        throw new NoEvents(`${chain.url} answers, but its WebSocket sends no events`);
      }
      // On a dead connection, blocks show in the height alone. One that stands still is asked ever more seldom.
      if (age < asked) asked = 0;
      if (!isOld || age < asked * 2) continue;
      void chain.check();
      asked = age;
    }
  }

  #oldAge(): number {
    return Math.min(OLD.most, Math.max(OLD.least, OLD.blocks * this.#parts.blockTime()));
  }

  #now(): number {
    return this.#parts.chain.transport.clock.now();
  }
}

/** A client of one upstream. */
export function clientOf(
  { segment, chain: { given: endpoints, transport }, apiKey, webSocket }: SessionParts,
  options: EventsOptions,
): Client {
  const events = { ...options, ...(webSocket && { webSocket }) };
  return createClient(segment, { endpoints, transport, apiKey, events });
}
