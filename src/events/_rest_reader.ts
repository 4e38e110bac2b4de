import { type AlphadeltaError, isAlphadeltaError, TransportError } from "../errors/mod.ts";
import { sleep, throwIfAborted } from "../transport/internal.ts";
import { backoff, type EventClock, type Timing } from "./event_clock.ts";
import type { PollingPause, PollingQuota } from "./polling_quota.ts";
import { NoSubscriptions } from "./_event_errors.ts";
import type { Head } from "./block_reader.ts";
import type { SubscriptionPhase } from "./_slot.ts";
import { ChainWalk, type ChainWalkOptions } from "./_chain_walk.ts";

/** Results of reading; none of a task that was stopped. */
export type ReadInput =
  /** Nothing is missing up to `cursor`, if the service gives any. */
  | { readonly type: "backfilled"; readonly cursor: string | null }
  /** An event is read, or there is none. */
  | { readonly type: "reading" }
  /** A passing fault; it is retried after a pause. */
  | { readonly type: "waiting"; readonly error: Error }
  /** REST answers, which was tried since no WebSocket does, for a cause; or it does not answer either. */
  | { readonly type: "pollable"; readonly error: TransportError }
  | { readonly type: "unpollable" }
  /** The service gives no cursor, since it has no subscriptions. */
  | {
      readonly type: "unsupported";
      readonly error: NoSubscriptions;
      readonly hasPosition: boolean;
    }
  | { readonly type: "failed"; readonly error: unknown };

/**
 * The phases in which a subscription is read through REST.
 *
 * - `backfilling`: delivers what is missing up to a cursor of the service's log, where live events go on; without a position it
 *   only takes one, the newest block, from which a later backfill can start
 * - `polling`: delivers new events, again and again
 */
export type ReadTask = Extract<SubscriptionPhase, "backfilling" | "polling">;

/** Parts of a {@linkcode RestReader}. */
interface RestReaderParts extends ChainWalkOptions {
  readonly clock: EventClock;
  readonly timing: Timing;
  readonly quota: PollingQuota;
  /** Reads the newest cursor of the service's log, if it gives any. */
  readonly readCursor: (signal: AbortSignal) => Promise<string | null>;
  /** Delivers the payload of an event; resolves when there is room for the next. */
  readonly put: (result: unknown) => Promise<void>;
  readonly notify: (input: ReadInput) => void;
}

/** Rounds of a backfill in a row without finding the chain at rest, after which it pauses. */
const MOST_ROUNDS = 20;

/**
 * Reads through REST for one subscription. It does one task at a time: starting one stops the one before, so that
 * nothing is delivered twice.
 */
export class RestReader {
  readonly #parts: RestReaderParts;
  /** Its position in the chain. */
  readonly walk: ChainWalk;
  #task: AbortController | undefined;
  /** Aborted when it no longer polls, nor is to. */
  #polling = new AbortController();
  #pause: PollingPause | undefined;
  /** Faults of the present task since a poll succeeded. */
  #failures = 0;

  constructor(parts: RestReaderParts) {
    this.#parts = parts;
    this.walk = new ChainWalk(parts);
  }

  /** Starts a task; a fault that may pass repeats it after a pause. */
  async start(task: ReadTask): Promise<void> {
    this.#task?.abort();
    const { signal } = (this.#task = new AbortController());
    const { clock, timing, notify } = this.#parts;
    if (task !== "polling") this.leavePolling();
    // Without a position, live events wait for the one that it takes.
    this.walk.reader.priority = task === "polling" || !this.walk.tip ? "watch" : "backfill";
    // A task that another one replaces at once asks for nothing.
    await Promise.resolve();
    this.#failures = 0;
    while (!signal.aborted) {
      try {
        const done = await (task === "polling" ? this.#poll(signal) : this.#backfill(signal));
        if (!signal.aborted) notify(done);
        return;
      } catch (error) {
        if (signal.aborted) return;
        const hasPosition = this.walk.tip !== undefined;
        if (error instanceof NoSubscriptions)
          return notify({ type: "unsupported", error, hasPosition });
        if (!isRetryable(error)) return notify({ type: "failed", error });
        notify({ type: "waiting", error });
      }
      await sleep(backoff(timing, this.#failures++, clock), clock, signal).catch(() => undefined);
    }
  }

  /** Stops the present task. */
  stop(): void {
    this.#task?.abort();
    this.leavePolling();
  }

  /** Finds out whether REST answers, beside the present task. */
  async tryPolling(cause: TransportError): Promise<void> {
    const { signal } = this.#polling;
    const found = await this.#join().then<ReadInput, ReadInput>(
      () => ({ type: "pollable", error: cause }),
      () => ({ type: "unpollable" }),
    );
    if (!signal.aborted) this.#parts.notify(found);
  }

  /** Gives its part of the quota back. */
  leavePolling(): void {
    this.#polling.abort();
    this.#polling = new AbortController();
    this.#pause = undefined;
  }

  /**
   * The cursor is read between two looks at the newest block. Where both see the same block, the events after the cursor
   * are those after that block, so the backfill goes up to it. Where the height to begin at is still to come, nothing is
   * missing.
   */
  async #backfill(signal: AbortSignal): Promise<ReadInput> {
    const { topic, readCursor } = this.#parts;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const before = await this.walk.reader.head(signal);
      const cursor = await readCursor(signal);
      const after = await this.walk.reader.head(signal);
      if (before.hash !== after.hash) continue;
      await this.#deliver(before, signal);
      if (this.walk.hasReached(before)) return { type: "backfilled", cursor };
    }
    const message = `Cannot backfill ${topic}: the chain changes faster than it can be read`;
    throw new TransportError("network", message, {});
  }

  async #poll(signal: AbortSignal): Promise<never> {
    const { clock, notify } = this.#parts;
    const { reader } = this.walk;
    const pause = await this.#join();
    // Joining took a request too.
    let before = reader.requests - 1;
    for (;;) {
      await this.#deliver(undefined, signal);
      this.#failures = 0;
      notify({ type: "reading" });
      await sleep(pause(reader.requests - before), clock, signal);
      before = reader.requests;
    }
  }

  async #join(): Promise<PollingPause> {
    const { signal } = this.#polling;
    const pause = this.#pause ?? (await this.#parts.quota(signal));
    throwIfAborted(signal);
    return (this.#pause = pause);
  }

  async #deliver(to: Head | undefined, signal: AbortSignal): Promise<void> {
    for await (const result of this.walk.steps(to, signal)) {
      this.#parts.notify({ type: "reading" });
      await this.#parts.put(result);
      throwIfAborted(signal);
    }
  }
}

/** True if the same task may succeed later. */
function isRetryable(error: unknown): error is AlphadeltaError {
  return isAlphadeltaError(error) && error.retryable;
}
