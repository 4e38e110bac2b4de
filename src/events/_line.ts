import type { Segment } from "../chains/mod.ts";
import { ContractError, type ErrorContext } from "../errors/mod.ts";
import { RPC_ERRORS } from "../generated/errors.gen.ts";
import type { Subscription } from "../generated/client/types.gen.ts";
import { SUBSCRIBE, UNSUBSCRIBE } from "./_method_name.ts";
import { Dialer, type DialerParts, type LineState } from "./_dialer.ts";
import { refusalOf } from "./_line_errors.ts";
import { PlaceKeeper } from "./_place_keeper.ts";
import type { Seat, Subscriber, Want } from "./_seat.ts";
import type { SocketReply } from "./_socket_link.ts";
import { backoff } from "./_timing.ts";
import { uncheckedFields } from "./_unchecked.ts";

/** What a line is made of. */
export interface LineParts extends Omit<DialerParts, "context" | "handlers"> {
  readonly segment: Segment;
  readonly onState: (reason?: string) => void;
}

/** Milliseconds to pause at least when the service says that its limit is exceeded. */
const LIMIT_PAUSE = 1_000;

/** How many times the silence of the heartbeat passes from one look for quiet subscriptions to the next. */
const SILENCES = 10;

/** Answers in a row that the service failed, after which a subscription does. */
const MOST_FAILURES = 5;

/** Subscriptions on one socket, which is replaced whenever it is lost. */
export class Line {
  readonly #parts: LineParts;
  readonly #dialer: Dialer;
  readonly #seats = new Map<Subscriber, Seat>();
  readonly #live = new Map<unknown, Seat>();
  readonly #places: PlaceKeeper;

  constructor(parts: LineParts) {
    this.#parts = parts;
    this.#dialer = this.#openDialer();
    this.#places = new PlaceKeeper({
      clock: parts.clock,
      period: parts.timing.heartbeat.silence * SILENCES,
      seats: () => this.#live.values(),
      ask: (onPlace) => this.#askPlace(onPlace),
    });
  }

  get state(): LineState {
    return this.#dialer.state;
  }

  get size(): number {
    return this.#seats.size;
  }

  add(subscriber: Subscriber, want: Want): void {
    const seat: Seat = {
      subscriber,
      want,
      id: undefined,
      turn: 0,
      failures: 0,
      isQuiet: false,
      timer: undefined,
    };
    this.#seats.set(subscriber, seat);
    if (this.state === "open") this.#ask(seat);
    else if (this.state === "waiting") subscriber.waits("waiting");
    else this.#dialer.dial();
  }

  /** Changes what is wanted for a subscriber, or asks for it again. */
  want(subscriber: Subscriber, want: Want): void {
    const seat = this.#seats.get(subscriber);
    if (!seat) return;
    this.#leave(seat);
    seat.want = want;
    if (this.state === "open") this.#ask(seat);
  }

  /** Ends a subscription; after the last one the socket is closed. */
  remove(subscriber: Subscriber): void {
    const seat = this.#seats.get(subscriber);
    if (!seat) return;
    this.#seats.delete(subscriber);
    if (this.#seats.size > 0) return this.#leave(seat);
    this.#parts.clock.clearTimeout(seat.timer);
    this.#hangUp();
  }

  #hangUp(): void {
    this.#live.clear();
    this.#places.stop();
    this.#dialer.hangUp();
  }

  #openDialer(): Dialer {
    return new Dialer({
      ...this.#parts,
      context: this.#context(),
      handlers: {
        connecting: () => this.#tell("connecting"),
        opened: () => this.#open(),
        event: (id, result, cursor) => this.#take(id, result, cursor),
        waiting: ({ message }) => {
          this.#clearConnection();
          this.#tell("waiting", message);
        },
        lost: (cause) => {
          for (const subscriber of [...this.#seats.keys()]) subscriber.lost(cause);
        },
        unreachable: (cause) => this.#end((subscriber) => subscriber.unreachable(cause)),
        failed: (cause) => this.#end((subscriber) => subscriber.failed(cause)),
      },
    });
  }

  #take(id: unknown, result: unknown, cursor: unknown): void {
    const seat = this.#live.get(id);
    if (!seat) return;
    seat.isQuiet = false;
    seat.subscriber.take(result, cursor);
  }

  /** Any topic tells of the place, which is that of the whole log. */
  #askPlace(onPlace: (cursor: unknown) => void): void {
    const [seat] = this.#live.values();
    if (!seat) return;
    this.#dialer.call(SUBSCRIBE, [seat.subscriber.topic], ({ result }) => {
      const { subscription, cursor } = uncheckedFields<Subscription>(result);
      if (typeof subscription !== "string") return;
      this.#unsubscribe(subscription);
      onPlace(cursor);
    });
  }

  #open(): void {
    this.#places.start();
    this.#parts.onState();
    for (const seat of this.#seats.values()) this.#ask(seat);
  }

  #ask(seat: Seat): void {
    const { subscriber, want } = seat;
    if (want === "nothing") return;
    subscriber.waits("connecting");
    const turn = ++seat.turn;
    const filter = want === "place" ? {} : subscriber.filter();
    const params = Object.keys(filter).length > 0 ? [subscriber.topic, filter] : [subscriber.topic];
    this.#dialer.call(SUBSCRIBE, params, (reply) => {
      if (reply.error !== undefined) {
        if (seat.turn === turn && this.#seats.has(subscriber)) this.#refuse(seat, reply.error);
        return;
      }
      this.#seat(seat, turn, reply);
    });
  }

  #seat(seat: Seat, turn: number, { result }: SocketReply): void {
    const { subscription, cursor } = uncheckedFields<Subscription>(result);
    if (typeof subscription !== "string") {
      const message = "expected a text";
      const error = new ContractError([{ path: "subscription", message }], this.#context());
      return seat.subscriber.failed(error);
    }
    const isWanted = seat.turn === turn && this.#seats.has(seat.subscriber);
    if (!isWanted || seat.want === "place") this.#unsubscribe(subscription);
    if (!isWanted) return;
    seat.failures = 0;
    if (seat.want === "place") {
      seat.want = "nothing";
      return seat.subscriber.foundPlace(cursor);
    }
    seat.id = subscription;
    seat.isQuiet = false;
    this.#live.set(subscription, seat);
    seat.subscriber.began(cursor);
  }

  #refuse(seat: Seat, answer: unknown): void {
    const error = refusalOf(answer, { ...this.#context(), attempts: ++seat.failures });
    const isLimit = error.code === RPC_ERRORS.LimitExceeded.code;
    const isBroken = error.code === RPC_ERRORS.InternalError.code;
    if (!isLimit && !(isBroken && seat.failures < MOST_FAILURES)) {
      seat.want = "nothing";
      return seat.subscriber.refused(error);
    }
    seat.subscriber.waits("waiting", error.message);
    const { clock, timing } = this.#parts;
    const least = isLimit ? Math.min(LIMIT_PAUSE, timing.reconnect.cap) : 0;
    const pause = least + backoff(timing.reconnect, seat.failures, clock);
    seat.timer = clock.setTimeout(() => {
      if (this.state === "open") this.#ask(seat);
    }, pause);
  }

  /** Takes a subscriber off the present connection. */
  #leave(seat: Seat): void {
    this.#parts.clock.clearTimeout(seat.timer);
    seat.turn++;
    if (seat.id === undefined) return;
    this.#live.delete(seat.id);
    this.#unsubscribe(seat.id);
    seat.id = undefined;
  }

  #unsubscribe(id: string): void {
    this.#dialer.call(UNSUBSCRIBE, [id], () => undefined);
  }

  /** Nothing of what was asked on the connection that is gone is answered any more. */
  #clearConnection(): void {
    this.#live.clear();
    this.#places.stop();
    for (const seat of this.#seats.values()) {
      this.#parts.clock.clearTimeout(seat.timer);
      seat.id = undefined;
      seat.turn++;
    }
  }

  #end(tell: (subscriber: Subscriber) => void): void {
    this.#clearConnection();
    const subscribers = [...this.#seats.keys()];
    this.#seats.clear();
    for (const subscriber of subscribers) tell(subscriber);
    this.#parts.onState();
  }

  #tell(state: "connecting" | "waiting", reason?: string): void {
    for (const { subscriber, want } of this.#seats.values()) {
      if (want !== "nothing") subscriber.waits(state, reason);
    }
    this.#parts.onState(reason);
  }

  #context(): ErrorContext {
    return { segment: this.#parts.segment, operation: SUBSCRIBE };
  }
}
