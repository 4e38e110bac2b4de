import type { Segment } from "../chains/mod.ts";
import type { RpcError, TransportError } from "../errors/mod.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import { RPC_ERRORS } from "../generated/errors.gen.ts";
import type { EventStream, OnState, StreamEvent, StreamState } from "./event_stream.ts";
import type { FillableTopic } from "./events.ts";
import { EventBuffer } from "./_event_buffer.ts";
import type { Subscriber } from "./_seat.ts";
import type { Lines } from "./_lines.ts";
import type { PollingPlan } from "./plan_polling.ts";
import { Fallback } from "./_fallback.ts";
import { gap, noWay, noWebSocket } from "./_stream_errors.ts";
import type { StreamParts } from "./_stream_parts.ts";
import { StateCell } from "./_state_cell.ts";
import type { Subscribing } from "./_read_subscribing.ts";
import { RestSide } from "./_rest_side.ts";

/** One subscription: takes events from a line, from REST or from both in turn, and hands them to its reader. */
export class Subscription<Topic extends TopicName> implements EventStream<Topic>, Subscriber {
  readonly topic: Topic;
  readonly ready: Promise<void>;
  readonly onState: OnState<StreamState>;
  readonly #parts: StreamParts;
  readonly #wish: Subscribing;
  readonly #buffer: EventBuffer<Topic>;
  readonly #state = new StateCell<StreamState>("connecting");
  /** Undefined where REST does not show what the topic tells. */
  readonly #rest: RestSide | undefined;
  readonly #fallback: Fallback;
  #hasBegun = false;
  #isPaused = false;
  /** Place of the event that came last; resuming goes on from there. */
  #received: string | null;
  #onReady: { resolve: () => void; reject: (reason: unknown) => void };

  /** Does nothing before {@linkcode start}. */
  constructor(topic: Topic, wish: Subscribing, parts: StreamParts) {
    this.topic = topic;
    this.#wish = wish;
    this.#parts = parts;
    this.#received = wish.filter.after ?? null;
    this.#fallback = new Fallback(topic, parts);
    this.#buffer = new EventBuffer<Topic>({
      topic,
      segment: parts.segment,
      wish,
      onRoom: () => this.#resume(),
      onBroken: (reason) => this.failed(reason),
    });
    this.onState = (listener) => this.#state.listen(listener);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    promise.catch(() => undefined);
    this.ready = promise;
    this.#onReady = { resolve, reject };
    if (!wish.isFillable) return;
    this.#rest = new RestSide(topic as FillableTopic, wish, parts, {
      put: (result) => this.#put(result),
      askPlace: () => parts.lines?.want(this, "place"),
      goesOn: (state, reason) => {
        if (!this.#buffer.isEnded) this.#setState(state, reason);
      },
      failed: (reason) => this.failed(reason),
    });
  }

  get #which(): { readonly topic: Topic; readonly segment: Segment } {
    return { topic: this.topic, segment: this.#parts.segment };
  }

  get state(): StreamState {
    return this.#state.value;
  }

  get transport(): "webSocket" | "polling" {
    return this.#rest?.isPolling ? "polling" : "webSocket";
  }

  get cursor(): string | null {
    return this.#buffer.cursor;
  }

  get dropped(): number {
    return this.#buffer.dropped;
  }

  /** Begins; `fault` is what is wrong with it from the start. */
  start(fault?: { readonly reason: unknown }): void {
    const { signal } = this.#wish;
    if (fault) return this.failed(fault.reason);
    if (signal?.aborted) return this.#abort();
    signal?.addEventListener("abort", this.#abort, { once: true });
    const { lines, noLines } = this.#parts;
    if (!lines) return this.unreachable(noWebSocket(noLines, this.#which));
    if (!this.#rest || this.#received !== null) return lines.add(this, "events");
    if (this.#wish.fromHeight === undefined) return void this.#beginAtHead(lines, this.#rest);
    lines.add(this, "nothing");
    void this.#fill(this.#rest);
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

  /** Ends it for its reader's sake: what waits is forgotten. */
  close(): void {
    this.#buffer.clear();
    this.#stop();
  }

  filter(): Readonly<Record<string, unknown>> {
    const { after: _, ...filter } = this.#wish.filter;
    return this.#received === null ? filter : { ...filter, after: this.#received };
  }

  began(cursor: unknown): void {
    if (this.#hasBegun && this.#received === null) {
      return this.failed(this.#gap("the service gave no cursor to resume from"));
    }
    if (typeof cursor === "string") {
      this.#received ??= cursor;
      this.#buffer.beginsAt(cursor);
    }
    this.#hasBegun = true;
    this.#fallback.reset();
    this.#setState("open");
    this.#onReady.resolve();
  }

  foundPlace(cursor: unknown): void {
    if (typeof cursor === "string") this.#rest?.foundPlace(cursor);
    else this.#rest?.noPlace(this.#gap("the service gave no cursor to go on from"));
  }

  take(result: unknown, cursor: unknown): void {
    const place = typeof cursor === "string" ? cursor : null;
    // A proxy in between may say things twice.
    if (place !== null && place === this.#received) return;
    this.#received = place;
    if (this.#rest?.note(result) === false) {
      if (place !== null) this.#buffer.passed(place);
    } else if (!this.#buffer.put(result, place)) this.#pause();
  }

  movedOn(cursor: string): void {
    if (this.#received === null) return;
    this.#received = cursor;
    this.#buffer.passed(cursor);
  }

  waits(state: "connecting" | "waiting", reason?: string): void {
    if (!this.#isPaused && !this.#rest?.isAsking)
      this.#setState(state, this.#fallback.explain(reason));
  }

  refused(error: RpcError): void {
    const rest = this.#rest;
    if (rest?.isAsking) return rest.noPlace(error);
    const isExpired = error.code === RPC_ERRORS.CursorExpired.code;
    const mayFill = this.#wish.onExpired === "backfill" && rest?.knowsPlace;
    if (isExpired && mayFill) void this.#fill(rest, error.message);
    else this.failed(error);
  }

  unreachable(cause: TransportError): void {
    const { polling } = this.#parts;
    const rest = this.#rest;
    if (!polling || !rest) return this.failed(noWay(cause, polling !== undefined, this.#which));
    if (!this.#mayPoll(rest)) {
      const why = `no WebSocket answers (${cause.message}), and polling knows no cursors; pass fromHeight`;
      return this.failed(this.#gap(why));
    }
    this.#fallBack(rest, cause);
  }

  lost(cause: TransportError): void {
    if (this.#rest && this.#mayPoll(this.#rest)) void this.#tryPolling(this.#rest, cause);
  }

  failed(reason: unknown): void {
    this.#stop({ reason });
  }

  readonly #abort = (): void => {
    this.#buffer.clear();
    this.#stop({ reason: this.#wish.signal?.reason });
  };

  #stop(failure?: { readonly reason: unknown }): void {
    if (this.#buffer.isEnded && this.#state.value === "closed") return;
    this.#wish.signal?.removeEventListener("abort", this.#abort);
    this.#buffer.end(failure);
    this.#rest?.end();
    this.#fallback.reset();
    this.#isPaused = false;
    this.#parts.lines?.remove(this);
    if (failure) this.#onReady.reject(failure.reason);
    else this.#onReady.resolve();
    this.#setState("closed", failure && messageOf(failure.reason));
    this.#parts.onEnd(this);
  }

  /** Takes no more from the socket until there is room. */
  #pause(): void {
    if (this.#isPaused) return;
    if (this.#received === null) {
      return this.failed(this.#gap("the buffer is full, and the service gave no cursor"));
    }
    this.#isPaused = true;
    this.#parts.lines?.want(this, "nothing");
    this.#setState("paused");
  }

  #resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#setState("connecting");
    this.#parts.lines?.want(this, "events");
  }

  async #beginAtHead(lines: Lines, rest: RestSide): Promise<void> {
    const isReady = this.#wish.onExpired === "error" || (await rest.standAtHead());
    if (isReady && !this.#buffer.isEnded) lines.add(this, "events");
  }

  async #fill(rest: RestSide, reason?: string): Promise<void> {
    this.#setState("filling", reason);
    const place = await rest.fill();
    if (place === undefined || this.#buffer.isEnded) return;
    this.#received = place;
    this.#hasBegun = true;
    this.#parts.lines?.want(this, "events");
  }

  /** Polling begins after the last event told of, which must be known by more than its cursor. */
  #mayPoll(rest: RestSide): boolean {
    return rest.knowsPlace || (this.#received === null && !this.#hasBegun);
  }

  /** Polls if there is a plan; what was open once goes on waiting for a WebSocket where there is none. */
  async #tryPolling(rest: RestSide, cause: TransportError): Promise<void> {
    const { polling, lines } = this.#parts;
    const plan = await this.#fallback.plan();
    if (!plan) return;
    if (lines?.isOpenFor(this)) polling?.leave();
    else this.#fallBack(rest, cause, plan);
  }

  #fallBack(rest: RestSide, cause: TransportError, plan?: PollingPlan): void {
    this.#isPaused = false;
    this.#parts.lines?.remove(this);
    void this.#poll(rest, plan);
    this.#setState("polling", cause.message);
    this.#parts.onState();
    this.#parts.onFallback(this.topic, cause);
  }

  /** Polls until a WebSocket answers again, then goes on there. */
  async #poll(rest: RestSide, plan: PollingPlan | undefined): Promise<void> {
    const { lines, polling } = this.#parts;
    if (!polling) return;
    const isBack = await rest.poll({ polling, plan, onReady: this.#onReady.resolve }, lines);
    if (!lines || !isBack || this.#buffer.isEnded) return;
    lines.add(this, "nothing");
    await this.#fill(rest, "A WebSocket answers again");
  }

  #put(result: unknown): Promise<void> {
    const hasRoom = this.#buffer.putRead(result);
    this.#onReady.resolve();
    return hasRoom;
  }

  #gap(why: string): TransportError {
    return gap(why, this.#which);
  }

  #setState(state: StreamState, reason?: string): void {
    this.#state.set(state, reason);
  }
}

function messageOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
