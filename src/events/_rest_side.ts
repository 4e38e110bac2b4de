import { Filler } from "./_filler.ts";
import type { Lines } from "./_lines.ts";
import type { Subscribing } from "./_read_subscribing.ts";
import { type PollWish, RestFeed } from "./_rest_feed.ts";
import type { StreamParts } from "./_stream_parts.ts";
import type { FillableTopic } from "./events.ts";

/** The subscription that something is read for. */
export interface RestReader {
  /** Takes what an event would have carried; resolves when there is room for the next. */
  put(result: unknown): Promise<void>;
  /** Asks for the present place in the log; {@linkcode RestSide.foundPlace} is told of the answer. */
  askPlace(): void;
  /** It is read for it, or waits for a fault to pass. */
  goesOn(state: "filling" | "polling" | "waiting", reason?: string): void;
  /** Nothing more will come. */
  failed(reason: unknown): void;
}

interface Question {
  readonly resolve: (cursor: string) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * What a subscription reads through REST. It does one thing at a time: whatever begins ends what was under way, so that
 * nothing is told by two at once.
 */
export class RestSide {
  readonly #topic: FillableTopic;
  readonly #parts: StreamParts;
  readonly #reader: RestReader;
  readonly #filler: Filler;
  /** Height of the first block to tell of. */
  readonly #first: number | undefined;
  #now: AbortController | undefined;
  #question: Question | undefined;
  #isPolling = false;

  constructor(topic: FillableTopic, wish: Subscribing, parts: StreamParts, reader: RestReader) {
    const { filter, fromHeight } = wish;
    this.#topic = topic;
    this.#parts = parts;
    this.#reader = reader;
    this.#filler = new Filler(topic, filter, parts.reads);
    if (fromHeight !== undefined) this.#filler.walk.standBelow(fromHeight);
    if (filter.after === undefined) this.#first = fromHeight;
  }

  get isPolling(): boolean {
    return this.#isPolling;
  }

  /** Whether it is known up to where the chain was told of. */
  get knowsPlace(): boolean {
    return this.#filler.walk.tip !== undefined;
  }

  /** Whether the answer to a question for the place in the log is awaited. */
  get isAsking(): boolean {
    return this.#question !== undefined;
  }

  /** Keeps in mind what came from the socket; tells whether it is to be told: a height may be wished to begin from. */
  note(result: unknown): boolean {
    this.#filler.note(result);
    return !this.#isEarly(result);
  }

  /** Remembers the newest blocks, so that a later back-fill knows where it starts; `false` if it has failed. */
  standAtHead(): Promise<boolean> {
    return this.#begin().standAtHead();
  }

  /** Tells what is missing up to the place in the log that it resolves to; undefined if it was ended or has failed. */
  fill(): Promise<string | undefined> {
    return this.#begin().fill();
  }

  /** Polls until a WebSocket answers again, and tells whether one does; else it was ended or has failed. */
  async poll(wish: Omit<PollWish, "end">, lines: Lines | undefined): Promise<boolean> {
    const feed = this.#begin();
    const { signal: now } = this.#now ?? new AbortController();
    const end = new AbortController();
    this.#isPolling = true;
    const stopLooking = lines?.wayBack.wait(() => end.abort());
    now.addEventListener("abort", () => {
      stopLooking?.();
      end.abort();
    });
    await feed.poll({ ...wish, end: end.signal });
    if (now.aborted || !end.signal.aborted) return false;
    this.#isPolling = false;
    return true;
  }

  foundPlace(cursor: string): void {
    this.#question?.resolve(cursor);
  }

  /** The place in the log is not to be had. */
  noPlace(reason: unknown): void {
    this.#question?.reject(reason);
  }

  /** Ends what is under way. */
  end(): void {
    this.#now?.abort();
    this.#question?.reject(this.#now?.signal.reason);
  }

  #begin(): RestFeed {
    this.end();
    const { signal } = (this.#now = new AbortController());
    const { clock, timing } = this.#parts;
    const sink = {
      topic: this.#topic,
      signal,
      put: async (result: unknown) => {
        if (!this.#isEarly(result)) await this.#reader.put(result);
      },
      askPlace: () => this.#askPlace(signal),
      waits: (reason: string) => this.#reader.goesOn("waiting", reason),
      goesOn: () => this.#reader.goesOn(this.#isPolling ? "polling" : "filling"),
      failed: (reason: unknown) => this.#reader.failed(reason),
    };
    return new RestFeed({ filler: this.#filler, clock, timing, sink });
  }

  async #askPlace(signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const question = Promise.withResolvers<string>();
    this.#question = question;
    try {
      this.#reader.askPlace();
      return await question.promise;
    } finally {
      if (this.#question === question) this.#question = undefined;
    }
  }

  #isEarly(result: unknown): boolean {
    const height = this.#filler.heightOf(result);
    return height !== undefined && this.#first !== undefined && height < this.#first;
  }
}
