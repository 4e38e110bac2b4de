import type { Segment } from "../chains/mod.ts";
import { ContractError } from "../errors/mod.ts";
import type { Reorg, ReorgNotice } from "../generated/client/types.gen.ts";
import { TOPIC_VALIDATORS } from "../generated/client/topic_validators.gen.ts";
import { NOTIFICATION_METHOD, type TopicName, TOPICS } from "../generated/topics.gen.ts";
import { decodeValue } from "../validation/mod.ts";
import type { StreamEvent } from "./events.ts";
import { REORGS, uncheckedFields } from "./_wire.ts";

/** An event that waits for its reader. */
export interface Item {
  readonly result: unknown;
  readonly cursor: string | null;
  /** True if it was read through REST, whose values are decoded. */
  readonly isDecoded?: boolean;
  /** Height of the fork, where a notice of a reorganisation leaves it out. */
  readonly forkHeight?: Promise<number> | undefined;
}

/** Parts of an {@linkcode EventBuffer}. */
export interface EventBufferParts<Value> {
  /** Events that may wait. */
  readonly size: number;
  readonly overflow: "pause" | "dropOldest";
  /** Position at which the subscription resumes. */
  readonly cursor: string | null;
  /** Makes the value that the reader gets. */
  readonly decode: (item: Item) => Value | Promise<Value>;
  /** Called when at most half of the events wait. */
  readonly onRoom: () => void;
  /** Called with an error of `decode`, after which the buffer has ended. */
  readonly onInvalid: (reason: unknown) => void;
}

type Result<Value> = IteratorResult<Value, undefined>;

/** Settles a read; a rejected promise rejects it. */
type Resolve<Value> = (result: Result<Value> | Promise<Result<Value>>) => void;

/** Events that wait for their reader, up to a number, and the cursor of the one handed out last. */
export class EventBuffer<Value> {
  readonly #parts: EventBufferParts<Value>;
  #items: Item[] = [];
  /** Reads that wait for an event. */
  #reads: Resolve<Value>[] = [];
  /** Ends the wait for room. */
  #makeRoom: (() => void) | undefined;
  #failure: { readonly reason: unknown } | undefined;
  #isEnded = false;
  /** Cursor of the event handed out last, or a later one up to which nothing came. */
  cursor: string | null;
  /** Events dropped by `dropOldest`. */
  dropped = 0;

  constructor(parts: EventBufferParts<Value>) {
    this.#parts = parts;
    this.cursor = parts.cursor;
  }

  next(): Promise<Result<Value>> {
    const result = new Promise<Result<Value>>((resolve) => {
      const item = this.#items.shift();
      if (item) this.#hand(item, resolve);
      else if (this.#isEnded) this.#settle(resolve);
      else this.#reads.push(resolve);
    });
    if (this.#items.length <= this.#parts.size / 2) {
      this.#makeRoom?.();
      this.#parts.onRoom();
    }
    return result;
  }

  /** Takes an event from the socket; tells whether there is room for more. */
  put(item: Item): boolean {
    const { size, overflow } = this.#parts;
    this.#push(item);
    if (this.#items.length <= size) return true;
    if (overflow === "pause") return false;
    this.#items.shift();
    this.dropped++;
    return true;
  }

  /** Takes an event read through REST; resolves when there is room for more. */
  async putRead(result: unknown): Promise<void> {
    this.#push({ result, cursor: null, isDecoded: true });
    if (this.#items.length < this.#parts.size || this.#isEnded) return;
    await new Promise<void>((resolve) => {
      // A task that was stopped may wait too.
      this.#makeRoom?.();
      this.#makeRoom = resolve;
    });
  }

  /** The log has no event up to `cursor`. */
  advance(cursor: string): void {
    if (this.#items.length === 0) this.cursor = cursor;
  }

  /** Forgets the events that wait, and a failure that no read has rejected with. */
  discard(): void {
    this.#failure = undefined;
    this.#items = [];
  }

  /** Ends it; with a failure, the read after the last event rejects with it, once. */
  end(failure?: { readonly reason: unknown }): void {
    if (!this.#isEnded) this.#failure = failure;
    this.#isEnded = true;
    for (const resolve of this.#reads.splice(0)) this.#settle(resolve);
    this.#makeRoom?.();
  }

  #push(item: Item): void {
    if (this.#isEnded) return;
    const resolve = this.#reads.shift();
    if (resolve) this.#hand(item, resolve);
    else this.#items.push(item);
  }

  #hand(item: Item, resolve: Resolve<Value>): void {
    // A cursor from before the events read through REST is none to resume from.
    if (item.cursor !== null || item.isDecoded) this.cursor = item.cursor;
    try {
      const value = this.#parts.decode(item);
      if (value instanceof Promise) resolve(value.then(toResult, (error) => this.#fail(error)));
      else resolve(toResult(value));
    } catch (error) {
      resolve(this.#fail(error));
    }
  }

  /** An event breaks the interface: the buffer ends with this error. */
  #fail(error: unknown): Promise<never> {
    this.discard();
    this.end();
    this.#parts.onInvalid(error);
    return Promise.reject(error);
  }

  #settle(resolve: Resolve<Value>): void {
    const failure = this.#failure;
    this.#failure = undefined;
    resolve(failure ? Promise.reject(failure.reason) : { done: true, value: undefined });
  }
}

function toResult<Value>(value: Value): Result<Value> {
  return { done: false, value };
}

/**
 * Decodes and validates an event for the reader.
 *
 * @throws {ContractError} If it breaks the interface.
 */
export function decodeEvent<Topic extends TopicName>(
  topic: Topic,
  { result, cursor, isDecoded, forkHeight }: Item,
  segment: Segment,
): StreamEvent<Topic> | Promise<StreamEvent<Topic>> {
  const notice = noticeOf(topic, result);
  const received = notice ?? result;
  const validator = TOPIC_VALIDATORS[notice === undefined ? topic : REORGS];
  const payload = isDecoded
    ? received
    : decodeValue(validator, received, (issues) => {
        throw new ContractError(issues, { segment, operation: NOTIFICATION_METHOD });
      });
  const eventOf = (data: unknown): StreamEvent<Topic> => {
    const own = notice === undefined ? { data } : { data: null, reorg: data };
    return { topic, ...own, cursor } as StreamEvent<Topic>;
  };
  if (!forkHeight) return eventOf(payload);
  return forkHeight.then((fromHeight) => eventOf({ ...(payload as Reorg), fromHeight }));
}

/** A reorganisation as received, by a notice in the place of an event or as its payload; undefined of another event. */
export function reorgOf(topic: TopicName, result: unknown): unknown {
  return topic === REORGS ? result : noticeOf(topic, result);
}

function noticeOf(topic: TopicName, result: unknown): unknown {
  return TOPICS[topic].reorgNotice ? uncheckedFields<ReorgNotice>(result).reorg : undefined;
}
