import type { Segment } from "../chains/mod.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import type { StreamEvent } from "./event_stream.ts";
import { Inbox } from "./_inbox.ts";
import { type Item, openItem } from "./_open_item.ts";
import type { Subscribing } from "./_read_subscribing.ts";

/** What a buffer is made of. */
export interface EventBufferParts<Topic extends TopicName> {
  readonly topic: Topic;
  readonly segment: Segment;
  readonly wish: Pick<Subscribing, "filter" | "size" | "overflow">;
  /** Told when half of it is read. */
  readonly onRoom: () => void;
  /** Told of an event that breaks the interface. */
  readonly onBroken: (reason: unknown) => void;
}

/** Events of a subscription that wait for its reader, up to a number, and the place of the one that was handed out last. */
export class EventBuffer<Topic extends TopicName> {
  readonly #parts: EventBufferParts<Topic>;
  readonly #inbox: Inbox<Item, StreamEvent<Topic>>;
  #cursor: string | null;
  #dropped = 0;
  #onRoom: (() => void) | undefined;

  constructor(parts: EventBufferParts<Topic>) {
    this.#parts = parts;
    this.#cursor = parts.wish.filter.after ?? null;
    this.#inbox = new Inbox((item) => this.#open(item));
  }

  get cursor(): string | null {
    return this.#cursor;
  }

  get dropped(): number {
    return this.#dropped;
  }

  get isEnded(): boolean {
    return this.#inbox.isEnded;
  }

  next(): Promise<IteratorResult<StreamEvent<Topic>, undefined>> {
    const result = this.#inbox.next();
    if (this.#inbox.size <= this.#parts.wish.size / 2) this.#makeRoom();
    return result;
  }

  /** Takes an event from the socket; tells whether there is room for more. */
  put(result: unknown, cursor: string | null): boolean {
    const { size, overflow } = this.#parts.wish;
    this.#inbox.put({ result, cursor, isDecoded: false });
    if (this.#inbox.size <= size) return true;
    if (overflow === "pause") return false;
    this.#inbox.drop();
    this.#dropped++;
    return true;
  }

  /** Takes what was read through REST; resolves when there is room for more. */
  async putRead(result: unknown): Promise<void> {
    this.#inbox.put({ result, cursor: null, isDecoded: true });
    if (this.#inbox.size < this.#parts.wish.size || this.#inbox.isEnded) return;
    await new Promise<void>((resolve) => (this.#onRoom = resolve));
  }

  /** Nothing is to be told up to a place in the log. */
  passed(cursor: string): void {
    if (this.#inbox.size === 0) this.#cursor = cursor;
  }

  /** The subscription begins at a place in the log, unless it began before or something before that place still waits. */
  beginsAt(cursor: string): void {
    if (this.#inbox.size === 0) this.#cursor ??= cursor;
  }

  /** Forgets what waits, and how it ended. */
  clear(): void {
    this.#inbox.clear();
  }

  /** Ends it, as of {@linkcode Inbox}. */
  end(failure?: { readonly reason: unknown }): void {
    this.#inbox.end(failure);
    this.#onRoom?.();
  }

  #makeRoom(): void {
    this.#onRoom?.();
    this.#onRoom = undefined;
    this.#parts.onRoom();
  }

  #open(item: Item): StreamEvent<Topic> {
    const { topic, segment, onBroken } = this.#parts;
    // A place before what was read through REST is none to go on from.
    if (item.cursor !== null || item.isDecoded) this.#cursor = item.cursor;
    try {
      return openItem(topic, item, segment);
    } catch (error) {
      this.#inbox.end();
      onBroken(error);
      throw error;
    }
  }
}
