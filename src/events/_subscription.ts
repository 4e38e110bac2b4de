import type { Segment } from "../chains/mod.ts";
import type { TransportError } from "../errors/mod.ts";
import type { AddressChange } from "../generated/types.gen.ts";
import { type TopicName, TOPICS } from "../generated/topics.gen.ts";
import { LIMITS } from "../generated/limits.gen.ts";
import { notify } from "../notify.ts";
import { captureCaller, onAbort } from "../transport/internal.ts";
import { AddressList } from "./_address_list.ts";
import type { ChainWalkOptions } from "./_chain_walk.ts";
import type { ConnectionPool } from "./_connection_pool.ts";
import { EventBuffer } from "./_event_buffer.ts";
import { LATE, noAnswer } from "./_event_errors.ts";
import type { SubscriptionOptions } from "./_read_options.ts";
import {
  newSubscription,
  reduceSubscription,
  statusOf,
  type SubscriptionEffects,
  type SubscriptionInput,
  type SubscriptionRules,
  type SubscriptionState,
} from "./_reduce_subscription.ts";
import { RestReader } from "./_rest_reader.ts";
import type { Slot, SlotInput, SlotListener, SlotMode } from "./_slot.ts";
import { uncheckedFields } from "./_wire.ts";
import type { EventClock, Timing } from "./event_clock.ts";
import type {
  AddressStream,
  ChainReads,
  OnState,
  StateChange,
  StreamEvent,
  StreamState,
} from "./events.ts";
import type { PollingQuota } from "./polling_quota.ts";

/** Dependencies shared by the subscriptions of a client. */
export interface SubscriptionParts {
  readonly segment: Segment;
  readonly pool: ConnectionPool;
  readonly reads: ChainReads;
  readonly onHeight?: ChainWalkOptions["onHeight"];
  readonly quota: PollingQuota;
  /** False where polling is off. */
  readonly isPolled: boolean;
  readonly clock: EventClock;
  readonly timing: Timing;
  readonly onFallback: (topic: TopicName, cause: TransportError) => void;
  readonly onEnd: (stream: { close(): void }) => void;
  /** Called when its state has changed, with why. */
  readonly onChange: (reason?: string, error?: Error) => void;
}

type Delivery = NonNullable<SubscriptionEffects["deliver"]>;

/** Its parameters and rules. */
type Own = SubscriptionParts &
  SubscriptionRules &
  Omit<SubscriptionOptions, "filter"> & {
    readonly filter: Omit<SubscriptionOptions["filter"], "addresses"> & {
      readonly addresses?: ReadonlySet<string> | readonly string[];
    };
  };

interface Settle {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * One subscription. It runs the effects of `reduceSubscription` on its slot of a connection, on the reader of REST and
 * on the buffer, and feeds back what they bring.
 */
export class Subscription<Topic extends TopicName> implements AddressStream<Topic>, SlotListener {
  readonly topic: Topic;
  readonly ready: Promise<void>;
  readonly onState: OnState<StreamState>;
  readonly #own: Own;
  readonly #buffer: EventBuffer<Topic>;
  readonly #status = new StateCell<StreamState>("connecting");
  readonly #reader: RestReader;
  readonly #list: AddressList;
  readonly #inputs: SubscriptionInput[] = [];
  /** Adds the stack of the call to `subscribe` to the error that ends it. */
  readonly #addCaller = captureCaller(Subscription as never);
  /** Aborted when the reader ends it. */
  readonly #life = new AbortController();
  #state: SubscriptionState;
  #oldest: string | null = null;
  #isRunning = false;
  #slot: Slot | undefined;
  /** Its requests to the connection. */
  #mode: SlotMode = "standby";
  /** Tells that nothing has answered so far. */
  #lateTimer: unknown;
  /** Resumes it after a pause. */
  #resumeTimer: unknown;
  #pausedAt = 0;
  /** Takes the subscription off the caller's signal. */
  #releaseSignal: (() => void) | undefined;
  #settleReady!: Settle;

  /** Does nothing before {@linkcode start}. */
  constructor(topic: Topic, options: SubscriptionOptions, parts: SubscriptionParts) {
    const cursor = options.filter.after ?? null;
    const canPoll = parts.isPolled && options.canBackfill;
    const initial = options.filter.addresses;
    const sendChange = (change: AddressChange): Promise<void> => this.#tell(change);
    this.#list = new AddressList({ topic, segment: parts.segment, initial, sendChange });
    const { addresses } = this.#list;
    const filter = initial ? { ...options.filter, addresses } : options.filter;
    // A topic that there is not ends it once it has begun.
    const isLive = TOPICS[topic]?.live === true;
    const own = { ...parts, ...options, filter, topic, cursor, canPoll, isLive };
    this.topic = topic;
    this.#own = own;
    this.#state = newSubscription(cursor);
    this.#buffer = new EventBuffer({
      ...own,
      onRoom: () => this.#resumeLater(),
      onInvalid: (error) => this.#dispatch({ type: "failed", error }),
    });
    this.onState = (listener) => this.#status.listen(listener);
    this.ready = new Promise((resolve, reject) => {
      this.#settleReady = { resolve, reject };
    });
    // It need not be awaited.
    this.ready.catch(() => undefined);
    this.#reader = new RestReader({
      ...own,
      readCursor: (signal) => own.pool.readCursor(topic, signal),
      put: (result) => this.#buffer.putRead(result),
      notify: (input) => this.#dispatch(input),
    });
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

  get oldest(): string | null {
    return this.#oldest;
  }

  get dropped(): number {
    return this.#buffer.dropped;
  }

  get addresses(): ReadonlySet<string> {
    return this.#list.addresses;
  }

  get addressCount(): number {
    return this.addresses.size;
  }

  add(addresses: readonly string[]): Promise<void> {
    return this.#list.change("add", addresses);
  }

  remove(addresses: readonly string[]): Promise<void> {
    return this.#list.change("remove", addresses);
  }

  /** Begins; `fault` is an error that it has from the start. */
  start(fault?: unknown): void {
    const { signal } = this.#own;
    if (fault !== undefined) return this.#dispatch({ type: "failed", error: fault });
    this.#lateTimer = this.#own.clock.setTimeout(
      () => this.#dispatch({ type: "waiting", error: noAnswer(this.#own) }),
      LATE,
    );
    if (signal) {
      const end = (): void => this.#dispatch({ type: "end", error: signal.reason });
      this.#releaseSignal = onAbort(signal, end);
    }
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

  /** Ends it for its reader, who gets none of the waiting events. */
  close(): void {
    this.#dispatch({ type: "end" });
  }

  /** The filter to subscribe with, at the present cursor. */
  filter(): Readonly<Record<string, unknown>> {
    const { after: _, addresses, ...others } = this.#own.filter;
    const filter = addresses ? { ...others, addresses: [...addresses] } : others;
    const { cursor } = this.#state;
    return cursor === null ? filter : { ...filter, after: cursor };
  }

  /** Takes what happens to its slot. */
  notify(input: SlotInput): void {
    if (input.type === "subscribed") this.#oldest = input.oldest ?? null;
    this.#dispatch({ ...input, hasPosition: this.#reader.walk.tip !== undefined });
  }

  /**
   * Resumes it once there is room, but not sooner than `reconnect.base` after it was paused: a service may send what was
   * missed at once, so that a small buffer is full again however quick its reader is, and each time takes two requests.
   */
  #resumeLater(): void {
    if (this.#state.phase !== "paused" || this.#resumeTimer !== undefined) return;
    const { clock, timing } = this.#own;
    const resume = (): void => {
      this.#resumeTimer = undefined;
      this.#dispatch({ type: "drained" });
    };
    const left = this.#pausedAt + timing.base - clock.now();
    if (left > 0) this.#resumeTimer = clock.setTimeout(resume, left);
    else resume();
  }

  /** Inputs that effects cause are handled after all effects of the input before. */
  #dispatch(input: SubscriptionInput): void {
    this.#inputs.push(input);
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (let next = this.#inputs.shift(); next; next = this.#inputs.shift()) {
        const [state, effects] = reduceSubscription(this.#state, next, this.#own);
        this.#state = state;
        const { reason, error } = state;
        if (this.#status.set(statusOf(state), reason, error)) this.#own.onChange(reason, error);
        this.#run(effects);
      }
    } finally {
      this.#isRunning = false;
    }
  }

  #run(effects: SubscriptionEffects): void {
    const { tryPolling, slot, read, deliver, advanceTo, fallback } = effects;
    const reader = this.#reader;
    if (tryPolling) void reader.tryPolling(tryPolling);
    else if (tryPolling === false) reader.leavePolling();
    if (slot) this.#ask(slot);
    if (effects.leave) this.#leave();
    if (read) void reader.start(read);
    if (deliver) this.#deliver(deliver);
    if (advanceTo !== undefined) this.#buffer.advance(advanceTo);
    if (effects.ready) this.#begun();
    if (fallback) this.#own.onFallback(this.topic, fallback);
    if (effects.discard) this.#discard();
    if (effects.end) this.#end(effects.end.error);
  }

  #ask(mode: SlotMode): void {
    this.#mode = mode;
    if (this.#slot) this.#slot.setMode(mode);
    else this.#slot = this.#own.pool.add(this, mode);
  }

  #leave(): void {
    this.#slot?.release();
    this.#slot = undefined;
  }

  /** Tells the service of a change of its addresses; a connection that has no room for it is left for another one. */
  async #tell(change: AddressChange): Promise<void> {
    const slot = this.#slot;
    if (!slot || this.#state.phase === "closed") return;
    if (slot.addressCount <= LIMITS.addressesPerConnection) {
      return new Promise((resolve, reject) => {
        slot.change(change, (error) => (error === undefined ? resolve() : reject(error)));
      });
    }
    slot.release();
    this.#slot = this.#own.pool.add(this, this.#mode);
  }

  #deliver({ result, cursor }: Delivery): void {
    const mismatch = this.#list.mismatchOf(uncheckedFields<Record<string, unknown>>(result));
    if (mismatch) return this.#dispatch({ type: "failed", error: mismatch });
    if (!this.#reader.walk.note(result)) return this.#buffer.advance(cursor);
    if (this.#buffer.put({ result, cursor })) return;
    this.#pausedAt = this.#own.clock.now();
    this.#dispatch({ type: "full" });
  }

  #begun(): void {
    this.#own.clock.clearTimeout(this.#lateTimer);
    this.#settleReady.resolve();
  }

  #discard(): void {
    this.#life.abort();
    this.#buffer.discard();
  }

  #end(error: unknown): void {
    this.#releaseSignal?.();
    this.#own.clock.clearTimeout(this.#lateTimer);
    this.#own.clock.clearTimeout(this.#resumeTimer);
    // The reason of an abort is the caller's own.
    if (!this.#own.signal?.aborted) this.#addCaller(error);
    this.#buffer.end(error);
    this.#reader.stop();
    this.#leave();
    if (error === undefined) this.#settleReady.resolve();
    else this.#settleReady.reject(error);
    this.#own.onEnd(this);
  }
}

type Listener<State extends string> = (change: StateChange<State>) => void;

/** A state and the listeners for its changes. */
export class StateCell<State extends string> {
  readonly #listeners = new Set<Listener<State>>();
  #value: State;

  constructor(value: State) {
    this.#value = value;
  }

  get value(): State {
    return this.#value;
  }

  /** False if it is in that state already. */
  set(state: State, reason?: string, error?: Error): boolean {
    const previous = this.#value;
    if (state === previous) return false;
    this.#value = state;
    for (const listener of this.#listeners)
      notify(() => listener({ state, previous, reason, error }));
    return true;
  }

  /** Returns a function that ends the listening. */
  listen(listener: Listener<State>): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
