import { isAlphadeltaError, TransportError } from "../errors/mod.ts";
import type { Head, Tip } from "./_chain_walk.ts";
import type { Filler } from "./_filler.ts";
import type { Polling } from "./_polling.ts";
import type { PollingPlan } from "./plan_polling.ts";
import { backoff, sleep, type Timing } from "./_timing.ts";
import type { EventClock } from "./event_clock.ts";
import type { FillableTopic } from "./events.ts";

/** Where what is read through REST goes. */
export interface RestSink {
  readonly topic: FillableTopic;
  /** Aborted when nobody wants more. */
  readonly signal: AbortSignal;
  /** Takes what an event would have carried; resolves when there is room for the next. */
  put(result: unknown): Promise<void>;
  /** Resolves to the present place in the service's log. */
  askPlace(): Promise<string>;
  /** A fault lets it wait; the next attempt comes by itself. */
  waits(reason: string): void;
  /** It is read again. */
  goesOn(): void;
  /** Nothing more will come. */
  failed(reason: unknown): void;
}

/** What a feed is made of. */
export interface RestFeedParts {
  readonly filler: Filler;
  readonly clock: EventClock;
  readonly timing: Timing;
  readonly sink: RestSink;
}

/** How to poll. */
export interface PollWish {
  readonly polling: Polling;
  /** A plan that was joined already. */
  readonly plan?: PollingPlan | undefined;
  /** Told once it has begun. */
  readonly onReady: () => void;
  /** Aborted when a WebSocket answers again. */
  readonly end: AbortSignal;
}

/** Looks at the chain in a row, without finding it at rest, after which a back-fill pauses. */
const MOST_ROUNDS = 20;

/** Feeds a subscription through REST: once, up to where its events go on, or by polling. It never rejects. */
export class RestFeed {
  readonly #parts: RestFeedParts;

  constructor(parts: RestFeedParts) {
    this.#parts = parts;
  }

  /** Remembers the newest blocks, so that a later back-fill knows where it starts; `false` if it has failed. */
  async standAtHead(): Promise<boolean> {
    const { filler, sink } = this.#parts;
    let isDone = false;
    await this.#keepOn(async () => {
      await filler.walk.standAtHead(sink.signal);
      isDone = true;
    });
    return isDone;
  }

  /**
   * Gives what is missing up to a place in the log that it then resolves to; undefined if that has failed.
   *
   * The place is taken between two looks at the newest block: where both see the same one, the events after the place
   * are those after that block. So it reads up to that block. Where a height to begin from was not reached yet, nothing
   * is missing.
   */
  async fill(): Promise<string | undefined> {
    const { filler, sink } = this.#parts;
    const { walk } = filler;
    let joined: string | undefined;
    await this.#keepOn(async () => {
      for (let round = 0; round < MOST_ROUNDS; round++) {
        const before = await walk.head(sink.signal);
        sink.goesOn();
        const place = await sink.askPlace();
        const after = await walk.head(sink.signal);
        if (before.hash !== after.hash) continue;
        await this.#copy(before);
        if (walk.tip?.hash !== before.hash && !standsAbove(walk.tip, before)) continue;
        joined = place;
        return;
      }
      const message = `Cannot back-fill ${sink.topic}: the chain changes faster than it can be read`;
      throw new TransportError("network", message, {});
    });
    return joined;
  }

  /** Gives what is new, again and again until `end` is aborted. */
  async poll({ polling, plan: given, onReady, end }: PollWish): Promise<void> {
    const { filler, clock, sink } = this.#parts;
    const { signal } = sink;
    const { walk } = filler;
    const plan = given ?? (await this.#plan(polling, end));
    if (!plan) return;
    walk.priority = "watch";
    const rest = (pause: number): Promise<void> => sleep(clock, pause, end).catch(() => undefined);
    await this.#keepOn(async () => {
      if (end.aborted) return;
      const isFresh = walk.tip === undefined;
      if (isFresh) await walk.standAtHead(signal);
      sink.goesOn();
      onReady();
      if (isFresh) await rest(polling.pause(plan, walk.requests + 1));
      while (!end.aborted) {
        const before = walk.requests;
        await this.#copy();
        sink.goesOn();
        await rest(polling.pause(plan, walk.requests - before));
      }
    });
    polling.leave();
  }

  async #plan(polling: Polling, end: AbortSignal): Promise<PollingPlan | undefined> {
    const { signal, topic } = this.#parts.sink;
    let plan: PollingPlan | undefined;
    await this.#keepOn(async () => {
      if (!end.aborted) plan = await polling.join(topic, signal);
    });
    return plan;
  }

  async #copy(to?: Head): Promise<void> {
    const { filler, sink } = this.#parts;
    for await (const result of filler.steps(to, sink.signal)) {
      await sink.put(result);
      sink.signal.throwIfAborted();
    }
  }

  /** Does something that reads through REST, again after a pause where its fault may pass. */
  async #keepOn(act: () => Promise<void>): Promise<void> {
    const { clock, timing, sink } = this.#parts;
    for (let failures = 0; !sink.signal.aborted; failures++) {
      try {
        return await act();
      } catch (error) {
        if (sink.signal.aborted) return;
        if (!isAlphadeltaError(error) || !error.retryable) return sink.failed(error);
        sink.waits(error.message);
      }
      const pause = backoff(timing.reconnect, failures, clock);
      await sleep(clock, pause, sink.signal).catch(() => undefined);
    }
  }
}

/** Whether a walk that was begun at a height has nothing to read up to a block. */
function standsAbove(tip: Tip | undefined, { number }: Head): boolean {
  return tip !== undefined && tip.hash === undefined && tip.number >= number;
}
