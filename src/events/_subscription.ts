import type { Segment } from "../chains/mod.ts";
import { isAlphadeltaError, type RpcError, TransportError } from "../errors/mod.ts";
import { type TopicName, TOPICS } from "../generated/client/topics.gen.ts";
import { TOPIC_VALIDATORS } from "../generated/client/validator_tables.gen.ts";
import { RPC_ERRORS } from "../generated/errors.gen.ts";
import type { EventClock } from "./event_clock.ts";
import type { EventStream, OnState, StreamEvent, StreamState } from "./event_stream.ts";
import type { FillableTopic } from "./events.ts";
import { decodePayload } from "./_decode_payload.ts";
import { Filler } from "./_filler.ts";
import { Inbox } from "./_inbox.ts";
import type { Subscriber } from "./_line.ts";
import type { Lines } from "./_lines.ts";
import type { Polling } from "./_polling.ts";
import { StateCell } from "./_state_cell.ts";
import type { Subscribing } from "./_read_subscribing.ts";
import { backoff, sleep, type Timing } from "./_timing.ts";
import type { ChainReads } from "./chain_reads.ts";

/** Looks at the chain in a row, without finding it at rest, after which a back-fill pauses. */
const MOST_ROUNDS = 20;

/** Why a back-fill ends when polling takes over. */
const UNREACHABLE = Symbol("unreachable");

/** What the subscriptions of a client share. */
export interface StreamParts {
  readonly segment: Segment;
  /** Undefined where there is no WebSocket to use. */
  readonly lines: Lines | undefined;
  /** Why there is none. */
  readonly noLines: string;
  readonly reads: ChainReads;
  /** Undefined where polling is off. */
  readonly polling: Polling | undefined;
  readonly clock: EventClock;
  readonly timing: Timing;
  readonly onFallback: (topic: TopicName, cause: TransportError) => void;
  readonly onEnd: (stream: { close(): void }) => void;
  readonly onState: () => void;
}

/** An event that waits for its reader; what comes through REST is decoded. */
interface Item {
  readonly result: unknown;
  readonly cursor: string | null;
  readonly isDecoded: boolean;
}

/** One subscription: takes events from a line, from REST or from both in turn, and hands them to its reader. */
export class Subscription<Topic extends TopicName> implements EventStream<Topic>, Subscriber {
  readonly topic: Topic;
  readonly ready: Promise<void>;
  readonly onState: OnState<StreamState>;
  readonly #parts: StreamParts;
  readonly #wish: Subscribing;
  readonly #inbox: Inbox<Item, StreamEvent<Topic>>;
  readonly #state = new StateCell<StreamState>("connecting");
  readonly #end = new AbortController();
  #filler: Filler | undefined;
  #isPolling = false;
  #hasBegun = false;
  #isPaused = false;
  #dropped = 0;
  /** Place of the event that came last; resuming goes on from there. */
  #received: string | null;
  #cursor: string | null;
  #onReady: { resolve: () => void; reject: (reason: unknown) => void };
  #onRoom: (() => void) | undefined;
  #onPlace: { resolve: (cursor: string) => void; reject: (reason: unknown) => void } | undefined;

  /** Does nothing before {@linkcode start}. */
  constructor(topic: Topic, wish: Subscribing, parts: StreamParts) {
    this.topic = topic;
    this.#wish = wish;
    this.#parts = parts;
    this.#received = this.#cursor = wish.filter.after ?? null;
    this.#inbox = new Inbox((item) => this.#openItem(item));
    this.onState = (listener) => this.#state.listen(listener);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => undefined);
    this.ready = promise;
    this.#onReady = { resolve, reject };
    if (wish.isFillable) {
      this.#filler = new Filler(topic as FillableTopic, wish.filter, parts.reads);
      if (wish.fromHeight !== undefined) this.#filler.walk.standBelow(wish.fromHeight);
    }
  }

  get state(): StreamState {
    return this.#state.value;
  }

  get transport(): "webSocket" | "polling" {
    return this.#isPolling ? "polling" : "webSocket";
  }

  get cursor(): string | null {
    return this.#cursor;
  }

  get dropped(): number {
    return this.#dropped;
  }

  /** Begins; `fault` is what is wrong with it from the start. */
  start(fault?: { readonly reason: unknown }): void {
    const { signal } = this.#wish;
    if (fault) return this.failed(fault.reason);
    if (signal?.aborted) return this.#abort();
    signal?.addEventListener("abort", this.#abort, { once: true });
    const { lines, noLines, segment } = this.#parts;
    if (!lines) {
      const context = { segment, operation: "chain_subscribe", attempts: 0, retryable: false };
      return this.unreachable(new TransportError("network", noLines, context));
    }
    if (!this.#filler || this.#received !== null) return lines.add(this, "events");
    if (this.#wish.fromHeight === undefined) void this.#beginAtHead(lines, this.#filler);
    else {
      lines.add(this, "nothing");
      void this.#fill();
    }
  }

  next(): Promise<IteratorResult<StreamEvent<Topic>, undefined>> {
    const result = this.#inbox.next();
    if (this.#inbox.size <= this.#wish.size / 2) this.#makeRoom();
    return result;
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

  /** Ends it for its reader's sake: what waits is forgotten. */
  close(): void {
    this.#inbox.clear();
    this.#stop();
  }

  filter(): Readonly<Record<string, unknown>> {
    const { after: _, ...filter } = this.#wish.filter;
    return this.#received === null ? filter : { ...filter, after: this.#received };
  }

  began(cursor: unknown): void {
    if (this.#hasBegun && this.#received === null) {
      return this.failed(this.#lost("the service gave no cursor to resume from"));
    }
    if (typeof cursor === "string") {
      this.#received ??= cursor;
      this.#cursor ??= cursor;
    }
    this.#hasBegun = true;
    this.#setState("open");
    this.#onReady.resolve();
  }

  foundPlace(cursor: unknown): void {
    if (typeof cursor === "string") this.#onPlace?.resolve(cursor);
    else this.#onPlace?.reject(this.#lost("the service gave no cursor to go on from"));
  }

  take(result: unknown, cursor: unknown): void {
    const place = typeof cursor === "string" ? cursor : null;
    // A proxy in between may say things twice.
    if (place !== null && place === this.#received) return;
    this.#received = place;
    this.#filler?.note(result);
    this.#inbox.put({ result, cursor: place, isDecoded: false });
    if (this.#inbox.size > this.#wish.size) this.#overflow();
  }

  waits(state: "connecting" | "waiting", reason?: string): void {
    if (!this.#isPaused && !this.#onPlace) this.#setState(state, reason);
  }

  refused(error: RpcError): void {
    if (this.#onPlace) return this.#onPlace.reject(error);
    const isExpired = error.code === RPC_ERRORS.CursorExpired.code;
    if (isExpired && this.#wish.onExpired === "backfill" && this.#filler?.walk.tip) {
      void this.#fill(error.message);
    } else this.failed(error);
  }

  unreachable(cause: TransportError): void {
    const { polling, onFallback } = this.#parts;
    const filler = this.#filler;
    if (!polling || !filler) {
      const why = polling ? "polling serves blocks and transactions alone" : "polling is off";
      const { segment, operation, attempts } = cause;
      const message = `Cannot subscribe to ${this.topic}: no WebSocket answers (${cause.message}), and ${why}`;
      const context = { segment, operation, attempts, cause };
      return this.failed(new TransportError("network", message, context));
    }
    this.#parts.lines?.remove(this);
    this.#onPlace?.reject(UNREACHABLE);
    this.#isPolling = true;
    this.#setState("polling", cause.message);
    this.#parts.onState();
    onFallback(this.topic, cause);
    void this.#poll(polling, filler);
  }

  failed(reason: unknown): void {
    this.#stop({ reason });
  }

  readonly #abort = (): void => {
    this.#inbox.clear();
    this.#stop({ reason: this.#wish.signal?.reason });
  };

  #stop(failure?: { readonly reason: unknown }): void {
    if (this.#inbox.isEnded && this.#state.value === "closed") return;
    this.#wish.signal?.removeEventListener("abort", this.#abort);
    this.#inbox.end(failure);
    this.#end.abort();
    this.#makeRoom();
    this.#onPlace?.reject(this.#end.signal.reason);
    this.#parts.lines?.remove(this);
    if (failure) this.#onReady.reject(failure.reason);
    else this.#onReady.resolve();
    this.#setState("closed", failure && messageOf(failure.reason));
    this.#parts.onEnd(this);
  }

  #openItem({ result, cursor, isDecoded }: Item): StreamEvent<Topic> {
    const { topic } = this;
    if (cursor !== null) this.#cursor = cursor;
    const reorg = TOPICS[topic].reorgNotice ? reorgOf(result) : undefined;
    const operation = "chain_subscription";
    const context = { segment: this.#parts.segment, operation };
    try {
      if (reorg !== undefined) {
        const decoded = isDecoded ? reorg : decodePayload(TOPIC_VALIDATORS.reorgs, reorg, context);
        return { topic, data: null, reorg: decoded, cursor } as StreamEvent<Topic>;
      }
      const data = isDecoded ? result : decodePayload(TOPIC_VALIDATORS[topic], result, context);
      return { topic, data, cursor } as StreamEvent<Topic>;
    } catch (error) {
      this.#inbox.end();
      this.failed(error);
      throw error;
    }
  }

  #overflow(): void {
    if (this.#wish.overflow === "dropOldest") {
      this.#inbox.drop();
      this.#dropped++;
      return;
    }
    if (this.#isPaused) return;
    if (this.#received === null) {
      return this.failed(this.#lost("the buffer is full, and the service gave no cursor"));
    }
    this.#isPaused = true;
    this.#parts.lines?.want(this, "nothing");
    this.#setState("paused");
  }

  #makeRoom(): void {
    this.#onRoom?.();
    this.#onRoom = undefined;
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#setState("connecting");
    this.#parts.lines?.want(this, "events");
  }

  /** So that a later back-fill knows where it starts, the newest block is read before the first event comes. */
  async #beginAtHead(lines: Lines, { walk }: Filler): Promise<void> {
    try {
      if (this.#wish.onExpired === "backfill") {
        await walk.standAtHead(this.#end.signal);
      }
      if (!this.#inbox.isEnded) lines.add(this, "events");
    } catch (error) {
      this.failed(error);
    }
  }

  /**
   * Reads through REST what the log has forgotten, and joins the events behind it.
   *
   * A place in the log is taken between two looks at the newest block: where both see the same one, the events after
   * that place are those after that block. So it reads up to that block, and goes on from that place.
   */
  async #fill(reason?: string): Promise<void> {
    const { lines } = this.#parts;
    const { signal } = this.#end;
    const filler = this.#filler as Filler;
    const { walk } = filler;
    this.#setState("filling", reason);
    await this.#keepOn(async () => {
      for (let round = 0; round < MOST_ROUNDS; round++) {
        const before = await walk.head(signal);
        const place = await this.#askPlace();
        const after = await walk.head(signal);
        if (before.hash !== after.hash) continue;
        await this.#copy(filler, before);
        if (walk.tip?.hash !== before.hash) continue;
        this.#received = place;
        this.#hasBegun = true;
        return lines?.want(this, "events");
      }
      throw this.#lost("the chain changes faster than it can be read", true);
    });
  }

  async #poll(polling: Polling, filler: Filler): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = this.#end;
    const { walk } = filler;
    await this.#keepOn(async () => {
      const plan = await polling.join(this.topic as FillableTopic, signal);
      try {
        const isFresh = walk.tip === undefined;
        if (isFresh) await walk.standAtHead(signal);
        this.#onReady.resolve();
        if (isFresh) await sleep(clock, polling.pause(plan, walk.requests + 1), signal);
        for (;;) {
          const before = walk.requests;
          await this.#copy(filler, undefined);
          await sleep(clock, polling.pause(plan, walk.requests - before), signal);
        }
      } finally {
        polling.leave();
      }
    });
  }

  /** Does something that reads through REST, again after a pause where that may pass. */
  async #keepOn(act: () => Promise<void>): Promise<void> {
    const { clock, timing } = this.#parts;
    const { signal } = this.#end;
    for (let failures = 0; ; failures++) {
      try {
        return await act();
      } catch (error) {
        if (signal.aborted || error === UNREACHABLE) return;
        if (!isAlphadeltaError(error) || !error.retryable) return this.failed(error);
      }
      const pause = backoff(timing.reconnect, failures, clock);
      await sleep(clock, pause, signal).catch(() => undefined);
      if (signal.aborted) return;
    }
  }

  async #copy(filler: Filler, to: Parameters<Filler["steps"]>[0]): Promise<void> {
    for await (const result of filler.steps(to, this.#end.signal)) {
      this.#inbox.put({ result, cursor: null, isDecoded: true });
      if (this.#inbox.size >= this.#wish.size) {
        await new Promise<void>((resolve) => (this.#onRoom = resolve));
      }
      this.#end.signal.throwIfAborted();
    }
  }

  async #askPlace(): Promise<string> {
    try {
      return await new Promise<string>((resolve, reject) => {
        this.#onPlace = { resolve, reject };
        this.#parts.lines?.want(this, "place");
      });
    } finally {
      this.#onPlace = undefined;
    }
  }

  #lost(why: string, retryable = false): TransportError {
    const { segment } = this.#parts;
    const message = `Cannot resume ${this.topic} without a gap: ${why}`;
    const context = { segment, operation: "chain_subscribe", retryable };
    return new TransportError("network", message, context);
  }

  #setState(state: StreamState, reason?: string): void {
    this.#state.set(state, reason);
  }
}

function reorgOf(result: unknown): unknown {
  return typeof result === "object" && result !== null && "reorg" in result
    ? result.reorg
    : undefined;
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
