import { isAlphadeltaError, TransportError } from "../errors/mod.ts";
import type { ChainReads } from "./chain_reads.ts";
import { backoff, type EventClock, sleep, type Timing } from "./event_clock.ts";
import type { BackfillTopic } from "./events.ts";
import type { PollingPlan, PollingQuota } from "./plan_polling.ts";
import type { ChainWalk, Head, Tip } from "./_chain_walk.ts";
import { TopicWalk } from "./_topic_walk.ts";

/** Results of reading; none of a task that was stopped. */
export type ReadInput =
  /** The newest blocks are remembered. */
  | { readonly type: "anchored" }
  /** Nothing is missing up to `cursor`. */
  | { readonly type: "backfilled"; readonly cursor: string }
  | { readonly type: "reading" }
  /** A passing fault; it is retried after a pause. */
  | { readonly type: "waiting"; readonly reason: string }
  | { readonly type: "failed"; readonly error: unknown };

/** Parts of a {@linkcode RestReader}. */
export interface RestReaderParts {
  readonly topic: BackfillTopic;
  readonly filter: Readonly<Record<string, unknown>> & { readonly after?: string };
  /** Height of the block to begin at. */
  readonly fromHeight?: number | undefined;
  readonly reads: ChainReads;
  readonly clock: EventClock;
  readonly timing: Timing;
  /** Reads the newest cursor of the service's log. */
  readonly readCursor: (signal: AbortSignal) => Promise<string>;
  /** Delivers the payload of an event; resolves when there is room for the next. */
  readonly put: (result: unknown) => Promise<void>;
  readonly notify: (input: ReadInput) => void;
}

type Task = (signal: AbortSignal) => Promise<ReadInput | undefined>;

/** Rounds of a backfill in a row without finding the chain at rest, after which it pauses. */
const MOST_ROUNDS = 20;

/**
 * Reads through REST for one subscription. It does one task at a time: starting one stops the one before, so that
 * nothing is delivered twice.
 */
export class RestReader {
  readonly #parts: RestReaderParts;
  readonly #topic: TopicWalk;
  /** Its position in the chain. */
  readonly walk: ChainWalk;
  /** Height below which nothing is delivered. */
  readonly #first: number | undefined;
  #task: AbortController | undefined;

  constructor(parts: RestReaderParts) {
    const { topic, filter, fromHeight, reads } = parts;
    this.#parts = parts;
    this.#topic = new TopicWalk(topic, filter, reads);
    this.walk = this.#topic.walk;
    if (fromHeight !== undefined) this.walk.moveBelow(fromHeight);
    if (filter.after === undefined) this.#first = fromHeight;
  }

  /** Records what came from the socket; false if it is below the height to begin at, and not to be delivered. */
  note(result: unknown): boolean {
    this.#topic.note(result);
    return !this.#isEarly(result);
  }

  /** Remembers the newest blocks, so that a later backfill knows where it starts. */
  anchor(): void {
    void this.#run(async (signal) => {
      await this.walk.moveToHead(signal);
      return { type: "anchored" };
    });
  }

  /** Delivers what is missing up to a cursor of the service's log, where live events go on. */
  backfill(): void {
    this.walk.priority = "backfill";
    void this.#run((signal) => this.#backfill(signal));
  }

  /** Delivers what is new, again and again. `plan` is one that has joined the quota already. */
  poll(quota: PollingQuota, plan?: PollingPlan): void {
    this.walk.priority = "watch";
    let joined = plan;
    const polled = this.#run(async (signal) => {
      joined ??= await quota.join(this.#parts.topic, signal);
      return this.#poll(quota, joined, signal);
    });
    void polled.finally(() => {
      if (joined) quota.leave();
    });
  }

  /** Stops the present task. */
  stop(): void {
    this.#task?.abort();
  }

  /**
   * The cursor is read between two looks at the newest block. Where both see the same block, the events after the cursor
   * are those after that block, so the backfill goes up to it. Where the height to begin at is still to come, nothing is
   * missing.
   */
  async #backfill(signal: AbortSignal): Promise<ReadInput> {
    const { topic, notify, readCursor } = this.#parts;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const before = await this.walk.head(signal);
      notify({ type: "reading" });
      const cursor = await readCursor(signal);
      const after = await this.walk.head(signal);
      if (before.hash !== after.hash) continue;
      await this.#deliver(before, signal);
      if (this.walk.tip?.hash === before.hash || standsAbove(this.walk.tip, before)) {
        return { type: "backfilled", cursor };
      }
    }
    const message = `Cannot backfill ${topic}: the chain changes faster than it can be read`;
    throw new TransportError("network", message, {});
  }

  async #poll(quota: PollingQuota, plan: PollingPlan, signal: AbortSignal): Promise<undefined> {
    const { clock, notify } = this.#parts;
    const isFresh = this.walk.tip === undefined;
    if (isFresh) await this.walk.moveToHead(signal);
    notify({ type: "reading" });
    if (isFresh) await sleep(clock, quota.pause(plan, this.walk.requests + 1), signal);
    for (;;) {
      const before = this.walk.requests;
      await this.#deliver(undefined, signal);
      notify({ type: "reading" });
      await sleep(clock, quota.pause(plan, this.walk.requests - before), signal);
    }
  }

  async #deliver(to: Head | undefined, signal: AbortSignal): Promise<void> {
    for await (const result of this.#topic.steps(to, signal)) {
      if (!this.#isEarly(result)) await this.#parts.put(result);
      signal.throwIfAborted();
    }
  }

  /** Runs a task; a fault that may pass repeats it after a pause. */
  async #run(task: Task): Promise<void> {
    this.stop();
    const { signal } = (this.#task = new AbortController());
    const { clock, timing, notify } = this.#parts;
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        const done = await task(signal);
        if (done && !signal.aborted) notify(done);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (!isAlphadeltaError(error) || !error.retryable) {
          return notify({ type: "failed", error });
        }
        notify({ type: "waiting", reason: error.message });
      }
      await sleep(clock, backoff(timing, failures, clock), signal).catch(() => undefined);
    }
  }

  #isEarly(result: unknown): boolean {
    const height = this.#topic.heightOf(result);
    return height !== undefined && this.#first !== undefined && height < this.#first;
  }
}

/** True if a walk that began at a height has nothing to read up to a block. */
function standsAbove(tip: Tip | undefined, { number }: Head): boolean {
  return tip !== undefined && tip.hash === undefined && tip.number >= number;
}
