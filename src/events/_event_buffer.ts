import type { Segment } from "../chains/mod.ts";
import { ContractError } from "../errors/mod.ts";
import type { Reorg, ReorgNotice } from "../generated/client/types.gen.ts";
import { TOPIC_VALIDATORS } from "../generated/client/topic_validators.gen.ts";
import { NOTIFICATION_METHOD, type TopicName, TOPICS } from "../generated/topics.gen.ts";
import { decodeValue, type Validator } from "../validation/mod.ts";
import type { StreamEvent } from "./event_stream.ts";
import { REORGS, uncheckedFields } from "./_wire.ts";

/** Parts of an {@linkcode EventBuffer}. */
export interface EventBufferParts<Value> {
  /** Events that may wait. */
  readonly size: number;
  readonly overflow: "pause" | "dropOldest";
  /** Where the subscription goes on after. */
  readonly cursor: string | null;
  /** Makes of an item what the reader is handed. */
  readonly decode: (item: Item) => Value | Promise<Value>;
  /** Called when at most half of the events wait. */
  readonly onRoom: () => void;
  /** Called with an error of `decode`, after which the buffer has ended. */
  readonly onInvalid: (reason: unknown) => void;
}

type Result<Value> = IteratorResult<Value, undefined>;

/** Settles a read; a rejected promise rejects it. */
type Resolve<Value> = (result: Result<Value> | Promise<never> | Promise<Result<Value>>) => void;

const DONE = { done: true, value: undefined } as const;

/** Events that wait for their reader, up to a number, and the cursor of the one handed out last. */
export class EventBuffer<Value> {
  readonly #parts: EventBufferParts<Value>;
  #items: Item[] = [];
  /** Index of the first item that is not read. */
  #first = 0;
  /** Reads that wait for an event. */
  #waiters: Resolve<Value>[] = [];
  #onRoom: (() => void)[] = [];
  #failure: { readonly reason: unknown } | undefined;
  #isEnded = false;
  #cursor: string | null;
  #dropped = 0;

  constructor(parts: EventBufferParts<Value>) {
    this.#parts = parts;
    this.#cursor = parts.cursor;
  }

  get cursor(): string | null {
    return this.#cursor;
  }

  /** Events dropped by `dropOldest`. */
  get dropped(): number {
    return this.#dropped;
  }

  get #size(): number {
    return this.#items.length - this.#first;
  }

  next(): Promise<Result<Value>> {
    const result = new Promise<Result<Value>>((resolve) => {
      if (this.#size > 0) this.#hand(this.#shift(), resolve);
      else if (this.#isEnded) this.#settle(resolve);
      else this.#waiters.push(resolve);
    });
    if (this.#size <= this.#parts.size / 2) this.#makeRoom();
    return result;
  }

  /** Takes an event from the socket; tells whether there is room for more. */
  put(item: Omit<Item, "isDecoded">): boolean {
    const { size, overflow } = this.#parts;
    this.#push({ ...item, isDecoded: false });
    if (this.#size <= size) return true;
    if (overflow === "pause") return false;
    this.#shift();
    this.#dropped++;
    return true;
  }

  /** Takes an event read through REST; resolves when there is room for more. */
  async putRead(result: unknown): Promise<void> {
    this.#push({ result, cursor: null, isDecoded: true });
    if (this.#size < this.#parts.size || this.#isEnded) return;
    await new Promise<void>((resolve) => this.#onRoom.push(resolve));
  }

  /** The log has no event up to `cursor`. */
  advance(cursor: string): void {
    if (this.#size === 0) this.#cursor = cursor;
  }

  /** Forgets the events that wait, and a failure that no read has rejected with. */
  discard(): void {
    this.#failure = undefined;
    this.#items = [];
    this.#first = 0;
  }

  /** Ends it; with a failure, the read after the last event rejects with it, once. */
  end(failure?: { readonly reason: unknown }): void {
    if (!this.#isEnded) this.#failure = failure;
    this.#isEnded = true;
    for (const resolve of this.#waiters.splice(0)) this.#settle(resolve);
    for (const resolve of this.#onRoom.splice(0)) resolve();
  }

  #makeRoom(): void {
    for (const resolve of this.#onRoom.splice(0)) resolve();
    this.#parts.onRoom();
  }

  #push(item: Item): void {
    if (this.#isEnded) return;
    const resolve = this.#waiters.shift();
    if (resolve) this.#hand(item, resolve);
    else this.#items.push(item);
  }

  #hand(item: Item, resolve: Resolve<Value>): void {
    // A cursor from before the events read through REST is none to resume from.
    if (item.cursor !== null || item.isDecoded) this.#cursor = item.cursor;
    try {
      const value = this.#parts.decode(item);
      if (value instanceof Promise) resolve(value.then(toResult, (error) => this.#fail(error)));
      else resolve(toResult(value));
    } catch (error) {
      resolve(this.#fail(error));
    }
  }

  /** An event breaks the interface: it ends with this error. */
  #fail(error: unknown): Promise<never> {
    this.discard();
    this.end();
    this.#parts.onInvalid(error);
    return Promise.reject(error);
  }

  #settle(resolve: Resolve<Value>): void {
    const failure = this.#failure;
    this.#failure = undefined;
    resolve(failure ? Promise.reject(failure.reason) : DONE);
  }

  #shift(): Item {
    const item = this.#items[this.#first] as Item;
    this.#first++;
    // Shifting the array at every read would cost with its length.
    if (this.#first === this.#items.length || this.#first >= 1024) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }
}

function toResult<Value>(value: Value): Result<Value> {
  return { done: false, value };
}

/** An event that waits for its reader. */
export interface Item {
  readonly result: unknown;
  readonly cursor: string | null;
  /** Whether it came through REST, whose values are decoded. */
  readonly isDecoded: boolean;
  /** Height of the fork, where what is said of a reorganisation leaves it out. */
  readonly forkHeight?: Promise<number> | undefined;
}

/**
 * Decodes and validates what is handed to the reader.
 *
 * @throws {ContractError} If it breaks the interface.
 */
export function decodeEvent<Topic extends TopicName>(
  topic: Topic,
  { result, cursor, isDecoded, forkHeight }: Item,
  segment: Segment,
): StreamEvent<Topic> | Promise<StreamEvent<Topic>> {
  const open = (validator: Validator, value: unknown): unknown =>
    isDecoded ? value : decode(validator, value, segment);
  const notice = noticeOf(topic, result);
  const opened = open(TOPIC_VALIDATORS[notice === undefined ? topic : REORGS], notice ?? result);
  const eventOf = (payload: unknown): StreamEvent<Topic> => {
    const own = notice === undefined ? { data: payload } : { data: null, reorg: payload };
    return { topic, ...own, cursor } as StreamEvent<Topic>;
  };
  if (!forkHeight) return eventOf(opened);
  return forkHeight.then((fromHeight) => eventOf({ ...(opened as Reorg), fromHeight }));
}

/** What an event says of a reorganisation, as received: by a notice in its place, or as its payload. */
export function reorgOf(topic: TopicName, result: unknown): unknown {
  return topic === REORGS ? result : noticeOf(topic, result);
}

function noticeOf(topic: TopicName, result: unknown): unknown {
  return TOPICS[topic].reorgNotice ? uncheckedFields<ReorgNotice>(result).reorg : undefined;
}

function decode(validator: Validator, value: unknown, segment: Segment): unknown {
  return decodeValue(validator, value, (issues) => {
    throw new ContractError(issues, { segment, operation: NOTIFICATION_METHOD });
  });
}
