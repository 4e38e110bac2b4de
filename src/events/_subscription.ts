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
import type { Slot, SlotInput, SlotListener, SubscriptionPhase } from "./_slot.ts";
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
  /** True if the options allow polling. */
  readonly isPolled: boolean;
  readonly clock: EventClock;
  readonly timing: Timing;
  readonly onFallback: (topic: TopicName, cause: TransportError) => void;
  readonly onEnd: (stream: { close(): void }) => void;
  /** Called after a change of the state, with the reason. */
  readonly onChange: (reason?: string, error?: Error) => void;
}

type Delivery = NonNullable<SubscriptionEffects["deliver"]>;

/** Parameters and rules of a subscription. */
type Settings = SubscriptionParts &
  SubscriptionRules &
  Omit<SubscriptionOptions, "filter"> & {
    readonly filter: Omit<SubscriptionOptions["filter"], "addresses"> & {
      readonly addresses?: ReadonlySet<string> | readonly string[];
    };
  };

/** Settles the promise `ready`. */
interface Settle {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * A subscription. It applies the effects of `reduceSubscription` to its slot of a connection, the REST reader and the buffer,
 * and dispatches the inputs that come from them.
 */
export class Subscription<Topic extends TopicName> implements AddressStream<Topic>, SlotListener {
  readonly topic: Topic;
  readonly ready: Promise<void>;
  readonly onState: OnState<StreamState>;
  readonly #settings: Settings;
  readonly #buffer: EventBuffer<Topic>;
  readonly #status = new StateCell<StreamState>("connecting");
  readonly #reader: RestReader;
  readonly #list: AddressList;
  readonly #inputs: SubscriptionInput[] = [];
  /** Adds the stack of the call of `subscribe` to the error that ends the subscription. */
  readonly #addCaller = captureCaller(Subscription as never);
  /** Aborted when the caller ends the subscription. */
  readonly #life = new AbortController();
  #state: SubscriptionState;
  #oldest: string | null = null;
  #isRunning = false;
  #slot: Slot | undefined;
  /** Reports that the service has not answered yet. */
  #lateTimer: unknown;
  /** Ends a pause. */
  #resumeTimer: unknown;
  #pausedAt = 0;
  /** Stops listening to the caller's signal. */
  #releaseSignal: (() => void) | undefined;
  #settleReady!: Settle;

  /** The subscription is idle until {@linkcode start}. */
  constructor(topic: Topic, options: SubscriptionOptions, parts: SubscriptionParts) {
    const cursor = options.filter.after ?? null;
    const canPoll = parts.isPolled && options.canBackfill;
    const initial = options.filter.addresses;
    const sendChange = (change: AddressChange): Promise<void> => this.#sendChange(change);
    this.#list = new AddressList({ topic, segment: parts.segment, initial, sendChange });
    const { addresses } = this.#list;
    const filter = initial ? { ...options.filter, addresses } : options.filter;
    // An unknown topic ends the subscription after its start.
    const isLive = TOPICS[topic]?.live === true;
    const settings = { ...parts, ...options, filter, topic, cursor, canPoll, isLive };
    this.topic = topic;
    this.#settings = settings;
    this.#state = newSubscription(cursor);
    this.#buffer = new EventBuffer({
      ...settings,
      onRoom: () => this.#resumeLater(),
      onInvalid: (error) => this.#dispatch({ type: "failed", error }),
    });
    this.onState = (listener) => this.#status.listen(listener);
    this.ready = new Promise((resolve, reject) => {
      this.#settleReady = { resolve, reject };
    });
    // The caller need not await `ready`.
    this.ready.catch(() => undefined);
    this.#reader = new RestReader({
      ...settings,
      readCursor: (signal) => settings.pool.readCursor(topic, signal),
      put: (result) => this.#buffer.putRead(result),
      notify: (input) => this.#dispatch(input),
    });
  }

  get state(): StreamState {
    return this.#status.value;
  }

  get phase(): SubscriptionPhase {
    return this.#state.phase;
  }

  get transport(): "webSocket" | "polling" {
    return this.phase === "polling" ? "polling" : "webSocket";
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

  /** Starts the subscription, or ends it with the error of its options. */
  start(optionsError?: unknown): void {
    const { signal } = this.#settings;
    if (optionsError !== undefined) return this.#dispatch({ type: "failed", error: optionsError });
    this.#lateTimer = this.#settings.clock.setTimeout(
      () => this.#dispatch({ type: "waiting", error: noAnswer(this.#settings) }),
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

  /** Ends the subscription, and drops its buffered events. */
  close(): void {
    this.#dispatch({ type: "end" });
  }

  /** The filter of the next subscribing call, with the present cursor. */
  filter(): Readonly<Record<string, unknown>> {
    const { after: _, addresses, ...others } = this.#settings.filter;
    const filter = addresses ? { ...others, addresses: [...addresses] } : others;
    const { cursor } = this.#state;
    return cursor === null ? filter : { ...filter, after: cursor };
  }

  /** Receives the inputs of the slot. */
  notify(input: SlotInput): void {
    if (input.type === "subscribed") this.#oldest = input.oldest ?? null;
    this.#dispatch({ ...input, hasPosition: this.#reader.walk.tip !== undefined });
  }

  /**
   * Resumes a paused subscription, but not before `reconnect.base` after the pause began. A service may send the missed events
   * at once and fill a small buffer again, however fast its reader is, and each pause costs two requests.
   */
  #resumeLater(): void {
    if (this.#state.phase !== "paused" || this.#resumeTimer !== undefined) return;
    const { clock, timing } = this.#settings;
    const resume = (): void => {
      this.#resumeTimer = undefined;
      this.#dispatch({ type: "drained" });
    };
    const remaining = this.#pausedAt + timing.base - clock.now();
    if (remaining > 0) this.#resumeTimer = clock.setTimeout(resume, remaining);
    else resume();
  }

  /** Handles an input. Inputs that its effects cause are handled after all of these effects. */
  #dispatch(input: SubscriptionInput): void {
    this.#inputs.push(input);
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (let next = this.#inputs.shift(); next; next = this.#inputs.shift()) {
        const [state, effects] = reduceSubscription(this.#state, next, this.#settings);
        this.#state = state;
        const { reason, error } = state;
        if (this.#status.set(statusOf(state), reason, error))
          this.#settings.onChange(reason, error);
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
    if (slot) this.#updateSlot();
    if (effects.leave) this.#releaseSlot();
    if (read) void reader.start(read);
    if (deliver) this.#deliver(deliver);
    if (advanceTo !== undefined) this.#buffer.advance(advanceTo);
    if (effects.ready) this.#becomeReady();
    if (fallback) this.#settings.onFallback(this.topic, fallback);
    if (effects.discard) this.#discard();
    if (effects.end) this.#end(effects.end.error);
  }

  #updateSlot(): void {
    if (this.#slot) this.#slot.update();
    else this.#slot = this.#settings.pool.add(this);
  }

  #releaseSlot(): void {
    this.#slot?.release();
    this.#slot = undefined;
  }

  /** Sends a change of addresses to the service. A connection without room for the addresses is replaced by another one. */
  async #sendChange(change: AddressChange): Promise<void> {
    const slot = this.#slot;
    if (!slot || this.#state.phase === "closed") return;
    if (slot.addressCount <= LIMITS.addressesPerConnection) {
      return new Promise((resolve, reject) => {
        slot.change(change, (error) => (error === undefined ? resolve() : reject(error)));
      });
    }
    slot.release();
    this.#slot = this.#settings.pool.add(this);
  }

  #deliver({ result, cursor }: Delivery): void {
    const mismatch = this.#list.mismatchOf(uncheckedFields<Record<string, unknown>>(result));
    if (mismatch) return this.#dispatch({ type: "failed", error: mismatch });
    if (!this.#reader.walk.note(result)) return this.#buffer.advance(cursor);
    if (this.#buffer.put({ result, cursor })) return;
    this.#pausedAt = this.#settings.clock.now();
    this.#dispatch({ type: "full" });
  }

  #becomeReady(): void {
    this.#settings.clock.clearTimeout(this.#lateTimer);
    this.#settleReady.resolve();
  }

  #discard(): void {
    this.#life.abort();
    this.#buffer.discard();
  }

  #end(error: unknown): void {
    this.#releaseSignal?.();
    this.#settings.clock.clearTimeout(this.#lateTimer);
    this.#settings.clock.clearTimeout(this.#resumeTimer);
    // The reason of an abort belongs to the caller, and is not modified.
    if (!this.#settings.signal?.aborted) this.#addCaller(error);
    this.#buffer.end(error);
    this.#reader.stop();
    this.#releaseSlot();
    if (error === undefined) this.#settleReady.resolve();
    else this.#settleReady.reject(error);
    this.#settings.onEnd(this);
  }
}

type Listener<State extends string> = (change: StateChange<State>) => void;

/** A state, and listeners for its changes. */
export class StateCell<State extends string> {
  readonly #listeners = new Set<Listener<State>>();
  #value: State;

  constructor(value: State) {
    this.#value = value;
  }

  get value(): State {
    return this.#value;
  }

  /** Changes the state; returns false if it is the present one. */
  set(state: State, reason?: string, error?: Error): boolean {
    const previous = this.#value;
    if (state === previous) return false;
    this.#value = state;
    for (const listener of this.#listeners)
      notify(() => listener({ state, previous, reason, error }));
    return true;
  }

  /** Adds a listener; returns a function that removes it. */
  listen(listener: Listener<State>): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
