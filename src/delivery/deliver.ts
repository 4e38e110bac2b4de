import type { ChainOf, Segment } from "../chains/mod.ts";
import type {
  Events,
  EventsOptions,
  EventStream,
  SubscribeOptions,
  TopicOf,
} from "../events/mod.ts";
import { RPC_CURSOR_EXPIRED } from "../generated/errors.gen.ts";
import { TOPICS } from "../generated/topics.gen.ts";
import type { Topics } from "../generated/client/topics.gen.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import { notify } from "../notify.ts";
import {
  checkOptions,
  FUNCTION,
  integerFrom,
  isObject,
  numberOf,
  OBJECT,
  objectWith,
  reasonOf,
  type Rules,
  SIGNAL,
} from "../validation/mod.ts";
import { DeliveryError } from "./delivery_error.ts";
import { EventQueue, type QueuedEvent } from "./_event_queue.ts";
import { sendUntilAcknowledged, type DeliveryRetries } from "./_send.ts";
import type { DeliveryProgress } from "./progress.ts";
import type { Sink } from "./sink.ts";
import type { DeliveryPosition, DeliveryState, PendingBatch } from "./state.ts";

export type { DeliveryRetries } from "./_send.ts";

/** The delivered events: a topic of a client, narrowed by a filter. */
export interface DeliverySubscription<
  S extends Segment = Segment,
  Topic extends TopicOf<ChainOf[S]> = TopicOf<ChainOf[S]>,
> {
  /** The client, made with {@linkcode RESUMABLE_EVENTS}. */
  readonly client: { readonly segment: S; readonly events: Events<ChainOf[S]> };
  /** The topic. */
  readonly topic: Topic;
  /** The filter. `after` is where a new delivery begins: by default behind the newest event. */
  readonly filter?: Topics[Topic]["filter"];
}

/**
 * Options of the events of a client that delivers: nothing is polled for, since such events have no cursor to resume from,
 * and a service that is away is waited for.
 */
export const RESUMABLE_EVENTS: Pick<EventsOptions, "polling" | "reconnect"> = {
  polling: false,
  reconnect: { fallbackAfter: Infinity },
};

/** Options of {@linkcode deliver}. Times are in milliseconds. */
export interface DeliverOptions<
  S extends Segment = Segment,
  Topic extends TopicOf<ChainOf[S]> = TopicOf<ChainOf[S]>,
> extends Partial<DeliveryRetries> {
  /** The delivered events. */
  readonly subscription: DeliverySubscription<S, Topic>;
  /** Where to. It is closed in the end. */
  readonly sink: Sink;
  /** Where the position is kept. It is closed in the end. */
  readonly state: DeliveryState;
  /** Most events of a batch. @default {100} */
  readonly batch?: number | undefined;
  /** Longest time that an event waits for others of its batch. @default {100} */
  readonly linger?: number | undefined;
  /** Ends the delivery, once an attempt that is under way is done. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each attempt, and when a subscription has begun. An error that it throws is dropped. */
  readonly onProgress?: ((progress: DeliveryProgress) => void) | undefined;
}

const ACTION = "Cannot deliver";

const RULES: Rules<keyof DeliverOptions> = {
  subscription: ["an object with client and topic", isSubscription],
  sink: objectWith("encode", "send"),
  state: objectWith("open", "write", "close"),
  batch: integerFrom(1),
  linger: numberOf("from 0", (value) => value >= 0),
  giveUp: numberOf("from 0", (value) => value >= 0),
  backoff: OBJECT,
  clock: objectWith("now", "setTimeout", "clearTimeout"),
  signal: SIGNAL,
  onProgress: FUNCTION,
};

/**
 * Events that wait for a sink that is slower than the service. Beyond, the subscription pauses, and what is on its way then
 * is sent again later: the more wait, the smaller that part.
 */
const BUFFER = 10_000;

/** Milliseconds without an event after which the position follows the service's log, before its cursor expires. */
const IDLE = 60_000;

/**
 * Delivers the events of a subscription to a sink: in order, each acknowledged before the next batch is sent, none skipped,
 * whatever ends and starts again in between. What was sent and not acknowledged when the process ended is sent again: the
 * same bytes under the same id.
 *
 * It runs until the signal aborts or the client is closed, and resolves then.
 *
 * @throws {DeliveryError} If the receiver is gone or was given up, the cursor has expired, or the state is of no use: see
 * `code`.
 * @throws {TypeError | RangeError} If an option is wrong.
 *
 * @example
 * ```ts
 * import { createClient } from "alphadelta";
 * import { deliver, RESUMABLE_EVENTS, sqliteState, webhookSink } from "alphadelta/delivery";
 *
 * const secret = `whsec_${Buffer.alloc(32, "a secret of both").toString("base64")}`;
 * const client = createClient("delta", {
 *   endpoints: "http://127.0.0.1:8645",
 *   events: RESUMABLE_EVENTS,
 * });
 * const { events } = await deliver({
 *   subscription: { client, topic: "transactions" },
 *   sink: webhookSink({ url: "https://my.example/hook", secrets: [secret] }),
 *   state: sqliteState(":memory:"),
 *   signal: AbortSignal.timeout(50),
 * });
 * console.log(events, "events acknowledged");
 * ```
 */
export async function deliver<S extends Segment, Topic extends TopicOf<ChainOf[S]>>(
  options: DeliverOptions<S, Topic>,
): Promise<DeliveryProgress> {
  checkOptions(ACTION, options, RULES);
  const { topic } = options.subscription;
  if (TOPICS[topic]?.live) {
    const reason = "its events are live only, so that what is missed comes never again";
    throw new TypeError(`${ACTION} ${topic}: ${reason}; deliver transactions, or watch it`);
  }
  const delivery = new Delivery(options);
  return delivery.run();
}

class Delivery {
  readonly #options: DeliverOptions;
  readonly #most: number;
  readonly #linger: number;
  #progress: DeliveryProgress = { events: 0, batches: 0, waiting: 0, cursor: null };
  #position: DeliveryPosition = { cursor: null };
  #queue: EventQueue | undefined;
  /** Height of the first event of the batch that is being sent. */
  #oldest: number | undefined;

  constructor(options: DeliverOptions) {
    this.#options = options;
    const { batch = 100, linger = 100 } = options;
    this.#most = batch;
    this.#linger = linger;
  }

  async run(): Promise<DeliveryProgress> {
    const { signal, sink, state } = this.#options;
    let stream: EventStream<TopicName> | undefined;
    const stop = (): void => {
      this.#queue?.end();
      void stream?.return();
    };
    try {
      this.#position = await state.open(this.#key());
      stream = this.#subscribe();
      signal?.addEventListener("abort", stop);
      if (signal?.aborted) stop();
      await this.#begin(stream);
      const queue = (this.#queue = new EventQueue(stream, this.#most * 2));
      while (await this.#step(stream, queue));
      return this.#progress;
    } catch (error) {
      throw this.#explain(error);
    } finally {
      signal?.removeEventListener("abort", stop);
      stop();
      sink.close?.();
      await state.close();
    }
  }

  #key() {
    const { subscription, sink } = this.#options;
    const { client, topic, filter = {} } = subscription;
    const { after: _, addresses: _set, ...fields } = filter as Readonly<Record<string, unknown>>;
    const present = Object.entries(fields).filter(([, value]) => value !== undefined);
    const sorted = Object.fromEntries(present.toSorted(([one], [other]) => (one < other ? -1 : 1)));
    return { segment: client.segment, topic, filter: sorted, format: sink.format };
  }

  /** Subscribes behind the events that are delivered, or about to be. */
  #subscribe(): EventStream<TopicName> {
    const { client, topic, filter = {} } = this.#options.subscription;
    const { cursor, batch } = this.#position;
    const after = batch?.cursor ?? cursor ?? filter.after;
    const events = client.events as unknown as {
      subscribe(name: TopicName, filter: object, options: SubscribeOptions): EventStream<TopicName>;
    };
    const resumed = { ...filter, ...(after !== undefined && { after }) };
    return events.subscribe(topic, resumed, { buffer: { size: BUFFER } });
  }

  /** A delivery that is new begins where its subscription does: what comes from then on is delivered, whatever ends before. */
  async #begin(stream: EventStream<TopicName>): Promise<void> {
    if (this.#position.cursor === null) {
      await stream.ready;
      if (stream.cursor !== null) await this.#write({ cursor: stream.cursor });
    }
    this.#tell({ cursor: this.#position.cursor });
  }

  /** Delivers a batch, or waits for one; false once the subscription or the signal has ended it. */
  async #step(stream: EventStream<TopicName>, queue: EventQueue): Promise<boolean> {
    if (this.#options.signal?.aborted) return false;
    const { cursor } = this.#position;
    if (!this.#position.batch) {
      const events = await queue.take(this.#most, this.#linger, IDLE);
      const batch = this.#batchOf(events);
      if (batch) await this.#write({ cursor, batch });
      // Every event up to there was taken and acknowledged.
      else if (!queue.isEnded && queue.length === 0) await this.#write({ cursor: stream.cursor });
    }
    const { batch } = this.#position;
    if (!batch) return !queue.isEnded;
    if (!(await this.#send(batch))) return false;
    const next = this.#batchOf(queue.takeReady(this.#most, this.#linger));
    // One write for both: it acknowledges the one and announces the other.
    await this.#write({ cursor: batch.cursor, batch: next });
    const { events, batches } = this.#progress;
    this.#tell({ events: events + batch.events, batches: batches + 1, cursor: batch.cursor });
    return true;
  }

  /** True once it is acknowledged, false if the signal aborted before. */
  #send(batch: PendingBatch): Promise<boolean> {
    const { cursor } = this.#position;
    return sendUntilAcknowledged(batch, {
      ...this.#options,
      onAttempt: async (attempt, failingSince) => {
        if (attempt.error && this.#position.batch?.failingSince === undefined)
          await this.#write({ cursor, batch: { ...batch, failingSince } });
        this.#tell({ attempt });
      },
    });
  }

  #batchOf(events: readonly QueuedEvent[]): PendingBatch | undefined {
    const cursor = events.at(-1)?.cursor;
    if (cursor === undefined) return undefined;
    const { subscription, sink } = this.#options;
    const { client, topic } = subscription;
    const { segment } = client;
    const id = batchId(segment, topic, cursor);
    const lines = events.map(({ json }) => json);
    const body = sink.encode({ id, segment, topic, cursor, events: lines, madeAt: new Date() });
    this.#oldest = events[0]?.height;
    return { id, cursor, events: events.length, body };
  }

  async #write(position: DeliveryPosition): Promise<void> {
    await this.#options.state.write(position);
    this.#position = position;
  }

  #tell(change: Partial<DeliveryProgress>): void {
    const { batch } = this.#position;
    const waiting = (batch?.events ?? 0) + (this.#queue?.length ?? 0);
    const oldestHeight = batch ? this.#oldest : this.#queue?.height;
    this.#progress = { ...this.#progress, waiting, oldestHeight, ...change };
    notify(() => this.#options.onProgress?.(this.#progress));
  }

  #explain(error: unknown): unknown {
    const { code } = error as { readonly code?: unknown };
    if (code !== RPC_CURSOR_EXPIRED) return error;
    const { segment } = this.#options.subscription.client;
    const { topic, filter } = this.#options.subscription;
    const { cursor } = this.#position;
    const reason = reasonOf(error);
    const why =
      filter?.after !== undefined && (cursor ?? filter.after) === filter.after
        ? `after must be a cursor whose events the service has (${reason})`
        : `the service no longer has the events after cursor ${cursor ?? ""} (${reason}). Nothing was skipped. Read what is missing another way, such as "alphadelta export", then begin anew with another state.`;
    const message = `${ACTION} ${topic} of ${segment}: ${why}`;
    return new DeliveryError("cursor_expired", message, { segment, cause: error });
  }
}

/** The id of a batch: segment, topic and cursor. The scheme that signs it puts a dot behind it, so it has none. */
function batchId(segment: Segment, topic: TopicName, cursor: string): string {
  return `${segment}:${topic}:${encodeURIComponent(cursor).replaceAll(".", "%2E")}`;
}

function isSubscription(value: unknown): boolean {
  return isObject(value) && isObject(value.client) && typeof value.topic === "string";
}
