import { createClient } from "../mod.ts";
import type { Client } from "../client/mod.ts";
import type { Segment } from "../chains/mod.ts";
import { ContractError, isRpcError } from "../errors/mod.ts";
import type { EventStream, StreamEvent, WebSocketConstructor } from "../events/mod.ts";
import { TOPIC_VALIDATORS } from "../generated/client/topics.gen.ts";
import { RPC_CURSOR_EXPIRED } from "../generated/errors.gen.ts";
import { NOTIFICATION_METHOD, type TopicName } from "../generated/topics.gen.ts";
import type { BlockSummary, Transaction } from "../generated/types.gen.ts";
import { sleep } from "../transport/internal.ts";
import type { ApiKey, Clock } from "../transport/mod.ts";
import { encodeValue } from "../validation/mod.ts";
import type { Hex } from "../units/mod.ts";
import type { LogStep } from "./_followed_log.ts";
import { type TopicEvent, TopicMerge } from "./_topic_merge.ts";
import type { UpstreamChain } from "./_upstream_chain.ts";

/** Where the events of a chain go on. */
export type Start =
  /** After the cursors of each topic; from now on in a topic that has none. */
  | { readonly cursors: ReadonlyMap<TopicName, string> }
  /** Blocks and transactions through REST, from these heights; other topics from now on. */
  | {
      readonly blocksFrom: number;
      readonly transactionsFrom: number;
      /** The last transaction of its block that is known already. */
      readonly lastTransaction: Hex | undefined;
    };

/** Parts of a {@linkcode FollowSession}. */
interface FollowSessionParts {
  readonly segment: Segment;
  readonly topics: readonly TopicName[];
  readonly chain: UpstreamChain;
  readonly apiKey: ApiKey | undefined;
  readonly webSocket: WebSocketConstructor | undefined;
  readonly clock: Clock;
  readonly start: Start;
  /** True where the newest blocks are polled through REST, until the upstream's WebSocket answers again. */
  readonly isPolled: boolean;
  /** Takes what is to be logged, in order. What it throws ends the session. */
  readonly log: (steps: readonly LogStep[]) => void;
}

/** Milliseconds that a reorganisation may take to come in every topic. */
const MOST_HELD = 2_000;

/** Milliseconds that events may be missing at an upstream that answers otherwise. */
const MOST_SILENT = 5_000;

/** A lost connection is tried again soon: an upstream counts a connection only once it is open. */
const EVENTS = {
  polling: false,
  reconnect: { base: 100, cap: 1_000, fallbackAfter: 1_000_000 },
  // Whether a quiet chain has fallen silent is found by its height, which takes fewer requests.
  heartbeat: { silence: 120_000, timeout: 2_000 },
} as const;

/** Thrown where events cannot be resumed by cursors: the session has to begin anew, from heights. */
export class NotResumable extends Error {
  override readonly name = "NotResumable";
}

/** Options of polling: a connection is tried on beside it. */
const POLLING = { reconnect: { base: 100, cap: 10_000, fallbackAfter: 1 } } as const;

/** Thrown where an upstream answers, but sends no events. */
export class NoEvents extends Error {
  override readonly name = "NoEvents";
}

/** The subscriptions of every topic at one upstream, or of its blocks where these are polled, until one of them ends or {@linkcode close}. */
export class FollowSession {
  /** Rejects with what ended it; resolves after {@linkcode close}. */
  readonly ended: Promise<void>;
  readonly #parts: FollowSessionParts;
  readonly #client: Client;
  readonly #streams = new Map<TopicName, EventStream<TopicName>>();
  readonly #merge: TopicMerge;
  readonly #life = new AbortController();
  #pending: LogStep[] = [];
  #fail: (error: unknown) => void = () => undefined;
  #skipTo: Hex | undefined;
  #isFlushing = false;

  /** Begins at once. */
  constructor(parts: FollowSessionParts) {
    const { segment, chain, apiKey, webSocket, topics, start, isPolled } = parts;
    this.#parts = parts;
    this.#merge = new TopicMerge(topics);
    this.#skipTo = "cursors" in start ? undefined : start.lastTransaction;
    this.#client = createClient(segment, {
      endpoints: chain.given,
      transport: chain.transport,
      apiKey,
      events: { ...(isPolled ? POLLING : EVENTS), ...(webSocket && { webSocket }) },
    });
    const { signal } = this.#life;
    this.ended = new Promise((resolve, reject) => {
      this.#fail = reject;
      signal.addEventListener("abort", () => resolve());
    });
    for (const topic of isPolled ? (["blocks"] as const) : topics) void this.#run(topic);
    if (!isPolled) void this.#expectEvents();
  }

  get isPolled(): boolean {
    return this.#parts.isPolled;
  }

  /** Resolves once events of every topic come, or are read through REST. */
  async ready(): Promise<void> {
    await Promise.race([
      Promise.all([...this.#streams.values()].map(({ ready }) => ready)),
      this.ended,
    ]);
  }

  /** True while events come as they happen, or are polled. */
  get isLive(): boolean {
    const live = this.isPolled ? "polling" : "open";
    return [...this.#streams.values()].every(({ state }) => state === live);
  }

  async close(): Promise<void> {
    this.#life.abort();
    await this.#client.close();
  }

  async #run(topic: TopicName): Promise<void> {
    try {
      const stream = this.#subscribe(topic);
      this.#streams.set(topic, stream);
      stream.onState(({ state, previous, error }) => {
        // Another service may answer on the next connection.
        if (previous === "open" && state === "waiting") this.#parts.chain.suspect(error);
        if (this.isPolled && state === "open") this.#endPolling();
      });
      for await (const event of stream) {
        if (this.#life.signal.aborted) return;
        this.#take(topic, event);
      }
      this.#fail(new NotResumable(`The events of ${topic} ended`));
    } catch (error) {
      const isExpired = isRpcError(error) && error.code === RPC_CURSOR_EXPIRED;
      this.#fail(isExpired ? new NotResumable(error.message) : error);
    }
  }

  #subscribe(topic: TopicName): EventStream<TopicName> {
    const { start } = this.#parts;
    let filter = {};
    let fromHeight: number | undefined;
    if ("cursors" in start) {
      const after = start.cursors.get(topic);
      if (after !== undefined) filter = { after };
    } else if (topic === "blocks") fromHeight = start.blocksFrom;
    else if (topic === "transactions") fromHeight = start.transactionsFrom;
    const options = fromHeight === undefined ? {} : { fromHeight };
    return this.#client.events.subscribe(topic as "blocks", filter, options);
  }

  #take(topic: TopicName, event: StreamEvent<TopicName>): void {
    const { cursor } = event;
    const reorg =
      event.reorg ?? (topic === "reorgs" ? (event.data as TopicEvent["reorg"]) : undefined);
    if (this.isPolled) this.#pending.push(this.#polledStep(event));
    else if (reorg && cursor === null) {
      throw new NotResumable(`The chain was reorganised while its ${topic} were read`);
    } else {
      const step = event.reorg ? {} : this.#stepOf(topic, event.data);
      this.#pending.push(...this.#merge.push({ topic, cursor, step, reorg }));
      if (this.#merge.isHeld) void this.#expectReorg();
    }
    if (!this.#isFlushing) {
      this.#isFlushing = true;
      setImmediate(() => this.#flush());
    }
  }

  /** Cursors stay where they are, and bring the other topics later; not across a reorganisation. */
  #polledStep({ data, reorg }: StreamEvent<TopicName>): LogStep {
    if (!reorg) return this.#stepOf("blocks", data);
    const cursors = this.#parts.topics.map((topic) => [topic, null] as const);
    return { ...this.#stepOf("reorgs", reorg), removedFrom: reorg.fromHeight, cursors };
  }

  #stepOf(topic: TopicName, data: unknown): LogStep {
    if (topic === "transactions" && this.#isSkipped(data as Transaction)) return {};
    const draft = { topic, body: bodyOf(topic, data) };
    if (topic === "transactions") {
      const { type, from, to } = data as Transaction;
      return { draft: { ...draft, about: { type, from, to } } };
    }
    if (topic !== "blocks") return { draft };
    const { number, hash } = data as BlockSummary;
    return { draft, block: { height: number, hash } };
  }

  /** Tells whether a transaction is one of those that were known before. */
  #isSkipped({ hash }: Transaction): boolean {
    const isSkipped = this.#skipTo !== undefined;
    if (hash === this.#skipTo) this.#skipTo = undefined;
    return isSkipped;
  }

  /** Events that come at the same time are one write. */
  #flush(): void {
    this.#isFlushing = false;
    if (this.#life.signal.aborted) return;
    const steps = this.#pending;
    this.#pending = [];
    try {
      this.#parts.log([...steps, { cursors: this.#quietCursors() }]);
    } catch (error) {
      this.#fail(error);
      void this.close();
    }
  }

  /** Cursors up to which topics without events have missed nothing. */
  #quietCursors(): [TopicName, string][] {
    return [...this.#streams].flatMap(([topic, { cursor }]): [TopicName, string][] =>
      cursor === null || this.#merge.isHeldIn(topic) ? [] : [[topic, cursor]],
    );
  }

  #endPolling(): void {
    this.#parts.chain.isPolled = false;
    void this.close();
  }

  /** Ends where the upstream answers, but its events stay away. */
  async #expectEvents(): Promise<void> {
    const { chain, clock } = this.#parts;
    const { signal } = this.#life;
    let wasSilent = false;
    while (!signal.aborted) {
      // oxlint-disable-next-line no-await-in-loop -- one look after another
      await sleep(MOST_SILENT / 2, clock, signal).catch(() => undefined);
      const isSilent = chain.isUsable && !this.isLive;
      if (isSilent && wasSilent)
        return this.#fail(new NoEvents(`${chain.url} answers, but its WebSocket sends no events`));
      wasSilent = isSilent;
    }
  }

  /** A reorganisation that does not come in every topic is one that some of them began behind. */
  async #expectReorg(): Promise<void> {
    await sleep(MOST_HELD, this.#parts.clock, this.#life.signal).catch(() => undefined);
    if (!this.#life.signal.aborted && this.#merge.isHeld) {
      this.#fail(new NotResumable("A reorganisation did not come in every topic"));
    }
  }
}

/** A payload as the upstream sent it. */
function bodyOf(topic: TopicName, data: unknown): string {
  const body = encodeValue(TOPIC_VALIDATORS[topic], data, (issues) => {
    throw new ContractError(issues, { operation: NOTIFICATION_METHOD });
  });
  return JSON.stringify(body);
}
