import type { Segment } from "../chains/mod.ts";
import { ContractError } from "../errors/mod.ts";
import type { Reorg, ReorgNotice } from "../generated/types.gen.ts";
import { TOPIC_VALIDATORS } from "../generated/client/topics.gen.ts";
import { NOTIFICATION_METHOD, type TopicName, TOPICS } from "../generated/topics.gen.ts";
import { type ContractIssue, decodeValue, findMismatch } from "../validation/mod.ts";
import type { BufferOptions, StreamEvent } from "./events.ts";
import { REORGS, uncheckedFields } from "./_wire.ts";

/** An event that waits for its reader. */
export interface BufferedEvent {
  readonly result: unknown;
  readonly cursor: string | null;
  /** True if it was read through REST, whose values are decoded. */
  readonly isDecoded?: boolean;
}

/** Parts of an {@linkcode EventBuffer}. */
interface EventBufferParts<Topic extends TopicName> extends Required<BufferOptions> {
  readonly topic: Topic;
  readonly segment: Segment;
  /** The parameters of its subscription. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** Position at which the subscription resumes. */
  readonly cursor: string | null;
  /** Called when at most half of the events wait. */
  readonly onRoom: () => void;
  /** Called with the error of an event that breaks the interface; it ends the buffer. */
  readonly onInvalid: (error: unknown) => void;
}

/** Events that wait for their reader, up to a number, and the cursor of the one handed out last. */
export class EventBuffer<Topic extends TopicName> {
  readonly #parts: EventBufferParts<Topic>;
  #items: BufferedEvent[] = [];
  /** Wake the readers and writers that wait for an event or for room. */
  #wakers: (() => void)[] = [];
  /** Reads that wait for an event. */
  #reads = 0;
  /** Error that the read after the last event rejects with, once. */
  #error: unknown;
  #isEnded = false;
  /** Cursor of the event handed out last, or a later one up to which nothing came. */
  cursor: string | null;
  /** Events dropped by `dropOldest`. */
  dropped = 0;

  constructor(parts: EventBufferParts<Topic>) {
    this.#parts = parts;
    this.cursor = parts.cursor;
  }

  async next(): Promise<IteratorResult<StreamEvent<Topic>, undefined>> {
    // A read that waits already goes first, also where what it waits for has come.
    let isLater = this.#reads > 0;
    while (isLater || (this.#items.length === 0 && !this.#isEnded)) {
      this.#reads++;
      await this.#change();
      this.#reads--;
      isLater = false;
    }
    const item = this.#items.shift();
    this.#wake();
    if (!item) {
      const error = this.#error;
      this.#error = undefined;
      if (error !== undefined) throw error;
      return { done: true, value: undefined };
    }
    if (this.#items.length <= this.#parts.size / 2) this.#parts.onRoom();
    try {
      const value = decodeEvent(this.#parts, item);
      // A cursor from before the events read through REST is none to resume from.
      if (item.cursor !== null || item.isDecoded) this.cursor = item.cursor;
      return { done: false, value };
    } catch (error) {
      this.#parts.onInvalid(error);
      // This read rejects with the error, and no later one.
      this.discard();
      throw error;
    }
  }

  /** Takes an event from the socket; tells whether there is room for more. */
  put(item: BufferedEvent): boolean {
    const { size, overflow } = this.#parts;
    this.#push(item);
    if (this.#items.length - this.#reads <= size) return true;
    if (overflow === "pause") return false;
    this.#items.shift();
    this.dropped++;
    return true;
  }

  /** Takes an event read through REST; resolves when there is room for more. */
  async putRead(result: unknown): Promise<void> {
    this.#push({ result, cursor: null, isDecoded: true });
    while (this.#items.length >= this.#parts.size && !this.#isEnded) await this.#change();
  }

  /** The log has no event up to `cursor`, where there is one. */
  advance(cursor: string | null): void {
    if (this.#items.length === 0) this.cursor = cursor ?? this.cursor;
  }

  /** Forgets the events that wait, and an error that no read has rejected with. */
  discard(): void {
    this.#error = undefined;
    this.#items = [];
  }

  /** Ends it; with an error, the read after the last event rejects with it, once. */
  end(error?: unknown): void {
    if (!this.#isEnded) this.#error = error;
    this.#isEnded = true;
    this.#wake();
  }

  #push(item: BufferedEvent): void {
    if (!this.#isEnded) this.#items.push(item);
    this.#wake();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#wakers.push(resolve));
  }

  #wake(): void {
    for (const wake of this.#wakers.splice(0)) wake();
  }
}

/**
 * Decodes and validates an event for the reader.
 *
 * @throws {ContractError} If it breaks the interface.
 */
function decodeEvent<Topic extends TopicName>(
  { topic, segment, filter }: EventBufferParts<Topic>,
  { result, cursor, isDecoded }: BufferedEvent,
): StreamEvent<Topic> {
  const notice = noticeOf(topic, result);
  const received = notice ?? result;
  const validator = TOPIC_VALIDATORS[notice === undefined ? topic : REORGS];
  const refuse = (issues: readonly ContractIssue[]): never => {
    throw new ContractError(issues, { segment, operation: NOTIFICATION_METHOD });
  };
  const payload = isDecoded ? received : decodeValue(validator, received, refuse);
  const asked = { marks: TOPICS[topic], argument: (name: string) => filter[name] };
  const mismatch = notice ? undefined : findMismatch(asked, segment, payload);
  if (mismatch) refuse([mismatch]);
  // Whoever reads has to know which blocks no longer hold.
  const reorg = uncheckedFields<Reorg>(topic === REORGS ? payload : notice);
  if ((topic === REORGS || notice !== undefined) && !Number.isSafeInteger(reorg.fromHeight))
    refuse([{ path: "reorg.fromHeight", message: "expected a height" }]);
  const own = notice === undefined ? { data: payload } : { data: null, reorg: payload };
  return { topic, ...own, cursor } as StreamEvent<Topic>;
}

function noticeOf(topic: TopicName, result: unknown): unknown {
  return TOPICS[topic].reorgNotice ? uncheckedFields<ReorgNotice>(result).reorg : undefined;
}
