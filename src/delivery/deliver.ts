import type { ChainOf, Segment } from "../chains/mod.ts";
import type {
  Events,
  EventsOptions,
  EventStream,
  SubscribeOptions,
  TopicOf,
} from "../events/mod.ts";
import { RPC_CURSOR_EXPIRED } from "../generated/errors.gen.ts";
import { type TopicName, TOPICS } from "../generated/topics.gen.ts";
import type { Topics } from "../generated/client/topics.gen.ts";
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
import type { DeliveryKey, DeliveryPosition, DeliveryState, PendingBatch } from "./state.ts";

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
    const reason = "its events are live only: one that is missed never comes again";
    throw new TypeError(`${ACTION} ${topic}: ${reason}; deliver transactions, or watch it`);
  }
  return new Delivery(options).run();
}

class Delivery {
  readonly #options: DeliverOptions & { readonly batch: number; readonly linger: number };
  #progress: DeliveryProgress = { events: 0, batches: 0, waiting: 0, cursor: null };
  #position: DeliveryPosition = { cursor: null };
  #queue: EventQueue | undefined;
  /** Height of the first event of the batch that is being sent; unknown of a batch from before a restart. */
  #batchHeight: number | undefined;

  constructor(options: DeliverOptions) {
    const { batch = 100, linger = 100 } = options;
    this.#options = { ...options, batch, linger };
  }

  async run(): Promise<DeliveryProgress> {
    const { signal, sink, state, batch } = this.#options;
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
      const queue = (this.#queue = new EventQueue(stream, batch * 2));
      while (await this.#step(stream, queue));
      return this.#progress;
    } catch (error) {
      throw this.#withAdvice(error);
    } finally {
      signal?.removeEventListener("abort", stop);
      stop();
      sink.close?.();
      await state.close();
    }
  }

  /** Without what may differ from run to run: where to begin, and a watch-list. */
  #key(): DeliveryKey {
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
    // The signature by topic cannot be called with one that is known as a `TopicName` only.
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
    this.#report({ cursor: this.#position.cursor });
  }

  /** Delivers a batch, or waits for one; false once the subscription or the signal has ended it. */
  async #step(stream: EventStream<TopicName>, queue: EventQueue): Promise<boolean> {
    if (this.#options.signal?.aborted) return false;
    // Else it is from before a restart, or was announced with the acknowledgement of the last one.
    if (!this.#position.batch) await this.#takeBatch(stream, queue);
    const { batch } = this.#position;
    if (!batch) return !queue.isEnded;
    if (!(await this.#send(batch))) return false;
    await this.#acknowledge(batch, queue);
    return true;
  }

  /** Waits for events, and writes the batch of them before it is sent. */
  async #takeBatch(stream: EventStream<TopicName>, queue: EventQueue): Promise<void> {
    const { batch: size, linger } = this.#options;
    const { cursor } = this.#position;
    const batch = this.#batchOf(await queue.take(size, linger, IDLE));
    if (batch) await this.#write({ cursor, batch });
    // Idle: every event up to the stream's cursor is acknowledged, and that one expires later.
    else if (!queue.isEnded && queue.length === 0) await this.#write({ cursor: stream.cursor });
  }

  /** Acknowledges a batch, and in the same write announces the next one, if events are ready. */
  async #acknowledge(batch: PendingBatch, queue: EventQueue): Promise<void> {
    const { batch: size, linger } = this.#options;
    const { cursor } = batch;
    await this.#write({ cursor, batch: this.#batchOf(queue.takeReady(size, linger)) });
    const { events, batches } = this.#progress;
    this.#report({ events: events + batch.events, batches: batches + 1, cursor });
  }

  /** True once it is acknowledged, false if the signal aborted before. */
  #send(batch: PendingBatch): Promise<boolean> {
    const { cursor } = this.#position;
    return sendUntilAcknowledged(batch, {
      ...this.#options,
      onAttempt: async (attempt, failingSince) => {
        // Written, so that `giveUp` counts across restarts.
        if (attempt.error && this.#position.batch?.failingSince === undefined)
          await this.#write({ cursor, batch: { ...batch, failingSince } });
        this.#report({ attempt });
      },
    });
  }

  /** Also notes the batch's height, for the progress. */
  #batchOf(events: readonly QueuedEvent[]): PendingBatch | undefined {
    const cursor = events.at(-1)?.cursor;
    if (cursor === undefined) return undefined;
    const { subscription, sink } = this.#options;
    const { client, topic } = subscription;
    const { segment } = client;
    const id = batchId(segment, topic, cursor);
    const texts = events.map(({ json }) => json);
    const body = sink.encode({ id, segment, topic, cursor, events: texts, madeAt: new Date() });
    this.#batchHeight = events[0]?.height;
    return { id, cursor, events: events.length, body };
  }

  async #write(position: DeliveryPosition): Promise<void> {
    await this.#options.state.write(position);
    this.#position = position;
  }

  #report(change: Partial<DeliveryProgress>): void {
    const { batch } = this.#position;
    const waiting = (batch?.events ?? 0) + (this.#queue?.length ?? 0);
    const oldestHeight = batch ? this.#batchHeight : this.#queue?.height;
    this.#progress = { ...this.#progress, waiting, oldestHeight, ...change };
    notify(() => this.#options.onProgress?.(this.#progress));
  }

  /** Says of an expired cursor what to do; any other error is returned as it is. */
  #withAdvice(error: unknown): unknown {
    const { code } = error as { readonly code?: unknown };
    if (code !== RPC_CURSOR_EXPIRED) return error;
    const { client, topic, filter } = this.#options.subscription;
    const { segment } = client;
    const { cursor } = this.#position;
    const reason = reasonOf(error);
    const isGiven = filter?.after !== undefined && (cursor ?? filter.after) === filter.after;
    const why = isGiven
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
