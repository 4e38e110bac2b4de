import type { Segment } from "../chains/mod.ts";
import { isAlphadeltaError, type TransportError } from "../errors/mod.ts";
import type { Reorg } from "../generated/client/types.gen.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import { captureCaller, onAbort } from "../transport/mod.ts";
import { ChainWalk } from "./_chain_walk.ts";
import { RestReader } from "./_rest_reader.ts";
import type { PollingQuota } from "./plan_polling.ts";
import type { ChainReads } from "./chain_reads.ts";
import type { ConnectionPool } from "./_connection_pool.ts";
import type { Slot, SlotInput, SlotListener, SlotMode } from "./_socket_subscriptions.ts";
import type { EventClock, Timing } from "./event_clock.ts";
import type { BackfillTopic, EventStream, OnState, StreamEvent, StreamState } from "./events.ts";
import { StateCell } from "./_state_cell.ts";
import { decodeEvent, EventBuffer, reorgOf } from "./_event_buffer.ts";
import {
  type Failure,
  newSubscription,
  reduceSubscription,
  statusOf,
  type SubscriptionEffects,
  type SubscriptionInput,
  type SubscriptionRules,
  type SubscriptionState,
} from "./_reduce_subscription.ts";
import type { SubscriptionOptions } from "./_read_options.ts";
import { uncheckedFields } from "./_wire.ts";

/** Dependencies shared by the subscriptions of a client. */
export interface SubscriptionParts {
  readonly segment: Segment;
  /** The connections, or why there can be none. */
  readonly pool: ConnectionPool | string;
  readonly reads: ChainReads;
  /** Undefined where polling is off. */
  readonly quota: PollingQuota | undefined;
  readonly clock: EventClock;
  readonly timing: Timing;
  readonly onFallback: (topic: TopicName, cause: TransportError) => void;
  readonly onEnd: (stream: { close(): void }) => void;
}

type Delivery = NonNullable<SubscriptionEffects["deliver"]>;

interface Settle {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * One subscription. It runs the effects of `reduceSubscription` on its slot of a connection, on the reader of REST and
 * on the buffer, and feeds back what they bring.
 */
export class Subscription<Topic extends TopicName> implements EventStream<Topic>, SlotListener {
  readonly topic: Topic;
  readonly ready: Promise<void>;
  readonly onState: OnState<StreamState>;
  readonly #parts: SubscriptionParts;
  readonly #options: SubscriptionOptions;
  readonly #buffer: EventBuffer<StreamEvent<Topic>>;
  readonly #status = new StateCell<StreamState>("connecting");
  /** Undefined where REST does not have the topic. */
  readonly #reader: RestReader | undefined;
  readonly #rules: SubscriptionRules;
  readonly #inputs: SubscriptionInput[] = [];
  /** Adds the stack of the call to `subscribe` to the error that ends it. */
  readonly #addCaller = captureCaller(Subscription as never);
  /** Aborted when the reader ends it. */
  readonly #life = new AbortController();
  #state: SubscriptionState;
  #isRunning = false;
  #slot: Slot | undefined;
  /** Takes the subscription off the caller's signal. */
  #releaseSignal: (() => void) | undefined;
  #planning: AbortController | undefined;
  #settleReady!: Settle;

  /** Does nothing before {@linkcode start}. */
  constructor(topic: Topic, options: SubscriptionOptions, parts: SubscriptionParts) {
    const { segment, pool, quota } = parts;
    const { filter, size, overflow } = options;
    const cursor = filter.after ?? null;
    this.topic = topic;
    this.#options = options;
    this.#parts = parts;
    const noWebSocket = typeof pool === "string" ? pool : undefined;
    const canPoll = quota !== undefined && options.canBackfill;
    this.#rules = { ...options, topic, segment, noWebSocket, canPoll };
    this.#state = newSubscription(cursor);
    this.#buffer = new EventBuffer({
      size,
      overflow,
      cursor,
      decode: (item) => decodeEvent(topic, item, segment),
      onRoom: () => this.#dispatch({ type: "drained" }),
      onInvalid: (error) => this.#dispatch({ type: "failed", error }),
    });
    this.onState = (listener) => this.#status.listen(listener);
    this.ready = new Promise((resolve, reject) => {
      this.#settleReady = { resolve, reject };
    });
    // It need not be awaited.
    this.ready.catch(() => undefined);
    if (options.canBackfill) this.#reader = this.#openReader(topic as BackfillTopic);
  }

  get state(): StreamState {
    return this.#status.value;
  }

  get transport(): "webSocket" | "polling" {
    return this.#state.phase === "polling" ? "polling" : "webSocket";
  }

  get cursor(): string | null {
    return this.#buffer.cursor;
  }

  get dropped(): number {
    return this.#buffer.dropped;
  }

  /** Begins; `fault` is what is wrong with it from the start. */
  start(fault?: Failure): void {
    const { signal } = this.#options;
    if (fault) return this.#dispatch({ type: "failed", error: fault.reason });
    if (signal?.aborted) return this.#abort();
    if (signal) this.#releaseSignal = onAbort(signal, this.#abort);
    this.#dispatch({ type: "start" });
  }

  next(): Promise<IteratorResult<StreamEvent<Topic>, undefined>> {
    return this.#buffer.next();
  }

  async return(): Promise<IteratorResult<StreamEvent<Topic>, undefined>> {
    this.close();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  /** Ends it for its reader, who gets nothing of what waits. */
  close(): void {
    this.#dispatch({ type: "end" });
  }

  /** The filter to subscribe with, at the present cursor. */
  filter(): Readonly<Record<string, unknown>> {
    const { after: _, ...filter } = this.#options.filter;
    const { cursor } = this.#state;
    return cursor === null ? filter : { ...filter, after: cursor };
  }

  /** Takes what happens to its slot. */
  notify(input: SlotInput): void {
    this.#dispatch({ ...input, hasPosition: this.#reader?.walk.tip !== undefined });
  }

  readonly #abort = (): void => {
    this.#dispatch({ type: "end", failure: { reason: this.#options.signal?.reason } });
  };

  /** Inputs that effects cause are handled after all effects of the input before. */
  #dispatch(input: SubscriptionInput): void {
    this.#inputs.push(input);
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let next = this.#inputs.shift(); next; next = this.#inputs.shift()) {
      const [state, effects] = reduceSubscription(this.#state, next, this.#rules);
      this.#state = state;
      this.#status.set(statusOf(state), state.reason);
      this.#run(effects);
    }
    this.#isRunning = false;
  }

  #run(effects: SubscriptionEffects): void {
    const { plan, slot, read, poll, deliver, advanceTo, fallback } = effects;
    const { quota, onFallback } = this.#parts;
    if (plan) void this.#plan(plan);
    else if (plan === false || effects.ready) this.#planning?.abort();
    if (slot) this.#ask(slot);
    if (read) this.#reader?.[read]();
    if (poll && quota) this.#reader?.poll(quota, poll.plan);
    if (deliver) this.#deliver(deliver);
    if (typeof advanceTo === "string") this.#buffer.advance(advanceTo);
    if (effects.ready) this.#settleReady.resolve();
    if (fallback) onFallback(this.topic, fallback);
    if (effects.discard) this.#discard();
    if (effects.end) this.#end(effects.end.failure);
  }

  #ask(mode: SlotMode): void {
    const { pool } = this.#parts;
    if (this.#slot) this.#slot.setMode(mode);
    else if (typeof pool !== "string") this.#slot = pool.add(this, mode);
  }

  /** Asks for a plan, while it still waits for a WebSocket. */
  async #plan(cause: TransportError): Promise<void> {
    const { quota } = this.#parts;
    const { signal } = (this.#planning = new AbortController());
    if (!quota) return;
    try {
      const plan = await quota.join(this.topic as BackfillTopic, signal);
      if (signal.aborted) quota.leave();
      else this.#dispatch({ type: "planned", cause, plan });
    } catch (error) {
      const isPassing = isAlphadeltaError(error) && error.retryable;
      const refusal = isPassing ? undefined : String(error);
      if (!signal.aborted) this.#dispatch({ type: "planned", cause, refusal });
    }
  }

  #deliver({ result, cursor }: Delivery): void {
    const forkHeight = this.#forkHeight(result);
    if (this.#reader?.note(result) === false) {
      if (cursor !== null) this.#buffer.advance(cursor);
    } else if (!this.#buffer.put({ result, cursor, forkHeight })) this.#dispatch({ type: "full" });
  }

  /** Looks the fork up where what is said of a reorganisation leaves its height out. */
  #forkHeight(result: unknown): Promise<number> | undefined {
    const reorg = reorgOf(this.topic, result);
    const { fromHeight, newHead } = uncheckedFields<Reorg>(reorg);
    if (reorg === undefined || Number.isSafeInteger(fromHeight)) return undefined;
    const walk = this.#reader?.walk ?? new ChainWalk(this.#parts.reads);
    const found = walk.forkHeight(newHead, this.#life.signal);
    // It may be read later, or never.
    found.catch(() => undefined);
    return found;
  }

  #discard(): void {
    this.#life.abort();
    this.#buffer.discard();
  }

  #end(failure: Failure | undefined): void {
    this.#releaseSignal?.();
    // The reason of an abort is the caller's own.
    if (failure && !this.#options.signal?.aborted) this.#addCaller(failure.reason);
    this.#buffer.end(failure);
    this.#reader?.stop();
    this.#planning?.abort();
    this.#slot?.release();
    if (failure) this.#settleReady.reject(failure.reason);
    else this.#settleReady.resolve();
    this.#parts.onEnd(this);
  }

  #openReader(topic: BackfillTopic): RestReader {
    const { pool, reads, clock, timing } = this.#parts;
    const { filter, fromHeight } = this.#options;
    return new RestReader({
      topic,
      filter,
      fromHeight,
      reads,
      clock,
      timing,
      // It backfills only where there are connections.
      readCursor: (signal) => (pool as ConnectionPool).readCursor(topic, signal),
      put: (result) => {
        const hasRoom = this.#buffer.putRead(result);
        this.#settleReady.resolve();
        return hasRoom;
      },
      notify: (input) => this.#dispatch(input),
    });
  }
}
