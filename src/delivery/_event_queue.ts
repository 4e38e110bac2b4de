import type { EventStream, StreamEvent } from "../events/mod.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import { toJson } from "../units/mod.ts";
import { DeliveryError } from "./delivery_error.ts";

/** An event that waits for its batch. */
export interface QueuedEvent {
  readonly cursor: string;
  readonly json: string;
  /** Height that it is of, where its topic has one. */
  readonly height: number | undefined;
  /** When it came, by `performance.now()`. */
  readonly at: number;
}

/** Reads a subscription ahead, up to a number of events, so that the next batch is at hand when one is acknowledged. */
export class EventQueue {
  readonly #stream: EventStream<TopicName>;
  readonly #limit: number;
  #events: QueuedEvent[] = [];
  #error: unknown;
  #isEnded = false;
  /** Looks again whether what `#until` waits for holds. */
  #recheck: (() => void) | undefined;
  /** Lets the reading go on. */
  #onRoom: (() => void) | undefined;

  /** @param limit Most events that wait. */
  constructor(stream: EventStream<TopicName>, limit: number) {
    this.#stream = stream;
    this.#limit = limit;
    void this.#read();
  }

  /** Events that wait. */
  get length(): number {
    return this.#events.length;
  }

  /** Height of the event that waits longest. */
  get height(): number | undefined {
    return this.#events[0]?.height;
  }

  /**
   * The next events, once there are `most` of them, or fewer where the first has waited for `linger` milliseconds. None if
   * none came for `idle` milliseconds, or the subscription has ended.
   *
   * @throws What ended the subscription, once every event before is taken.
   */
  async take(most: number, linger: number, idle: number): Promise<QueuedEvent[]> {
    await this.#until(() => this.#events.length > 0, idle);
    const [first] = this.#events;
    if (first)
      await this.#until(() => this.#events.length >= most, first.at + linger - performance.now());
    else if (this.#error !== undefined) throw this.#error;
    return this.#remove(most);
  }

  /** The next events, as far as {@linkcode take} would give some without waiting. */
  takeReady(most: number, linger: number): QueuedEvent[] {
    const [first] = this.#events;
    const isDue = first !== undefined && performance.now() - first.at >= linger;
    return isDue || this.#events.length >= most ? this.#remove(most) : [];
  }

  /** True once the subscription has ended. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Ends the subscription. What waits is forgotten: it was not delivered, and comes again. */
  end(): void {
    this.#events = [];
    this.#error = undefined;
    void this.#stream.return();
    this.#finish();
  }

  async #read(): Promise<void> {
    try {
      for await (const event of this.#stream) {
        if (this.#isEnded) return;
        this.#events.push(queued(event));
        this.#recheck?.();
        while (this.#events.length >= this.#limit) await new Promise<void>(this.#setRoom);
      }
    } catch (error) {
      if (!this.#isEnded) this.#error = error;
    }
    this.#finish();
  }

  readonly #setRoom = (resolve: () => void): void => {
    this.#onRoom = resolve;
  };

  #remove(most: number): QueuedEvent[] {
    const events = this.#events.splice(0, most);
    if (this.#events.length < this.#limit) this.#onRoom?.();
    return events;
  }

  #finish(): void {
    this.#isEnded = true;
    this.#recheck?.();
    this.#onRoom?.();
  }

  /** Waits until something holds, the subscription has ended, or so many milliseconds have passed. */
  async #until(holds: () => boolean, milliseconds: number): Promise<void> {
    if (holds() || this.#isEnded || milliseconds <= 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#recheck = () => {
        if (!holds() && !this.#isEnded) return;
        clearTimeout(timer);
        resolve();
      };
    });
    this.#recheck = undefined;
  }
}

function queued(event: StreamEvent<TopicName>): QueuedEvent {
  const { cursor, data, reorg, topic } = event;
  if (cursor === null) {
    const message = `Cannot deliver ${topic}: an event came without a cursor, through polling. Make the client with events: RESUMABLE_EVENTS.`;
    throw new DeliveryError("no_cursor", message);
  }
  const { number, blockNumber } = (data ?? {}) as Readonly<Record<string, unknown>>;
  const height = reorg?.fromHeight ?? number ?? blockNumber;
  return {
    cursor,
    json: toJson(event),
    height: typeof height === "number" ? height : undefined,
    at: performance.now(),
  };
}
