import { fromUnixSeconds, type UnixSeconds } from "../../../units/mod.ts";
import { Outages } from "../../outages.ts";
import { MAX_BLOCK_TIME, type ProducerMode } from "../../options/mod.ts";
import { ON_SUBMIT_DELAY } from "./devnet_options.ts";

/** The last second that a `Date` can hold. */
const LATEST: UnixSeconds = 8_640_000_000_000;

/** A clock that can be set and runs on from there. */
export class DevnetClock {
  readonly #clock: () => number;
  /** Milliseconds that it is ahead of the underlying clock. */
  #offset = 0;

  /** @param clock Milliseconds since 1970. */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  now(): UnixSeconds {
    return Math.floor((this.#clock() + this.#offset) / 1000);
  }

  /**
   * Sets the time.
   *
   * @throws {RangeError} If `timestamp` is not a whole number of seconds, or not from `earliest` to the last that a `Date` can hold.
   */
  set(timestamp: UnixSeconds, earliest: UnixSeconds): UnixSeconds {
    if (!Number.isSafeInteger(timestamp) || timestamp < earliest || timestamp > LATEST) {
      throw new RangeError(
        `Cannot set the time: it must be whole Unix seconds from ${earliest}, the time of the newest block, to ${LATEST}, got ${timestamp}`,
      );
    }
    this.#offset = fromUnixSeconds(timestamp).getTime() - this.#clock();
    return timestamp;
  }
}

interface ScheduleOptions {
  readonly mode: ProducerMode;
  /** Seconds from one block to the next, for the mode `interval`. */
  readonly blockTime: number;
  /** Produces a block, empty or not. */
  readonly makeBlock: () => Promise<unknown>;
  /** Produces blocks of the pending transactions; none if there are none. */
  readonly makeSubmitted: () => Promise<unknown>;
  /** Told of blocks that fail, see {@linkcode Outages}. */
  readonly onError: (error: unknown) => void;
}

/** Triggers block production in one of the modes. A failure is reported and does not stop it. */
export class Schedule {
  readonly #options: ScheduleOptions;
  readonly #outages: Outages;
  #mode: ProducerMode;
  #blockTime: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;
  #isBusy = false;
  /** When the chain changed last, or automatic blocks began. */
  #changedAt = 0;

  constructor(options: ScheduleOptions) {
    this.#options = options;
    this.#outages = new Outages(options.onError);
    this.#mode = options.mode;
    this.#blockTime = options.blockTime;
  }

  get mode(): ProducerMode {
    return this.#mode;
  }

  /** Seconds by which the next block of the interval is late. */
  get overdue(): number {
    if (!this.#isRunning || this.#mode !== "interval") return 0;
    return Math.max(0, (performance.now() - this.#changedAt) / 1_000 - this.#blockTime);
  }

  /** Starts. With `isWaiting`, transactions are already pending. */
  start(isWaiting: boolean): void {
    this.#isRunning = true;
    this.changed();
    if (this.#mode === "interval") {
      this.#timer = setInterval(() => void this.#tick(), this.#blockTime * 1000);
    }
    if (isWaiting) this.submitted();
  }

  /** Stops, without waiting for a block in progress. */
  stop(): void {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /**
   * Sets the interval to `seconds`; 0 stops automatic blocks.
   *
   * @returns Seconds from one block to the next, as last set.
   * @throws {RangeError} If `seconds` is out of range.
   */
  setInterval(seconds: number): number {
    if (!(seconds >= 0 && seconds <= MAX_BLOCK_TIME)) {
      throw new RangeError(
        `Cannot set the interval: it must be from 0 to ${MAX_BLOCK_TIME} seconds, got ${seconds}`,
      );
    }
    const isRunning = this.#isRunning;
    this.stop();
    this.#mode = seconds === 0 ? "manual" : "interval";
    if (seconds > 0) this.#blockTime = seconds;
    if (isRunning) this.start(false);
    return this.#blockTime;
  }

  /** Called when a block came or went, for whatever reason. */
  changed(): void {
    this.#changedAt = performance.now();
  }

  /** Called when a submission was accepted. */
  submitted(): void {
    if (this.#mode === "on-submit" && this.#isRunning) this.#arm(ON_SUBMIT_DELAY);
  }

  /** Called when a block of all accepted submissions is about to be produced; cancels the one scheduled for them. */
  taken(): void {
    if (this.#mode !== "on-submit") return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Called when a submission could not be stored: in mode `on-submit`, `makeSubmitted` runs again after a block time. */
  retry(): void {
    if (this.#mode === "on-submit" && this.#isRunning) this.#arm(this.#blockTime * 1000);
  }

  /** Sets the timer unless it is set, so that a burst of submissions shares one block. */
  #arm(delay: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#takeSubmitted();
    }, delay);
  }

  async #takeSubmitted(): Promise<void> {
    try {
      await this.#options.makeSubmitted();
      this.#outages.note("blocks");
    } catch (error) {
      this.#outages.note("blocks", error);
      // Without a further submission nothing else would start the timer again.
      this.retry();
    }
  }

  /** A block that takes longer than the block time delays the next one; ticks do not pile up. */
  async #tick(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await this.#options.makeBlock();
      this.#outages.note("blocks");
    } catch (error) {
      this.#outages.note("blocks", error);
    } finally {
      this.#isBusy = false;
    }
  }
}

export type WriteKind = "block" | "submission";

const TEXTS: Readonly<Record<WriteKind, string>> = {
  block: "the last block could not be produced",
  submission: "the last submission could not be stored",
};

/** The last failure of each kind of write, until one succeeds. A stored block clears both kinds. */
export class WriteFailures {
  readonly #reasons = new Map<WriteKind, string>();
  #blocks = 0;

  /** Description of the failure; `undefined` if the last writes succeeded. */
  get reason(): string | undefined {
    return this.#reasons.get("block") ?? this.#reasons.get("submission");
  }

  get blocks(): number {
    return this.#blocks;
  }

  /** Runs a write and records whether it failed. */
  async watch<T>(kind: WriteKind, write: () => Promise<T>): Promise<T> {
    const result = await this.note(kind, write);
    if (kind === "block") this.clear();
    else this.#reasons.delete(kind);
    return result;
  }

  /** Runs a part of a write and records if it failed. */
  async note<T>(kind: WriteKind, part: () => Promise<T>): Promise<T> {
    try {
      return await part();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#reasons.set(kind, `${TEXTS[kind]}: ${reason}`);
      if (kind === "block") this.#blocks++;
      throw error;
    }
  }

  clear(): void {
    this.#reasons.clear();
    this.#blocks = 0;
  }
}
