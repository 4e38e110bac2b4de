import { MAX_BLOCK_TIME } from "./devnet_options.ts";
import { ON_SUBMIT_DELAY, type ProducerMode } from "./producer_mode.ts";

/** Inputs of a schedule. */
export interface ScheduleOptions {
  readonly mode: ProducerMode;
  /** Seconds from one block to the next, for the mode `interval`. */
  readonly blockTime: number;
  /** Makes a block, empty or not. */
  readonly makeBlock: () => Promise<unknown>;
  /** Makes blocks of what is pending, none if nothing is. */
  readonly makeSubmitted: () => Promise<unknown>;
  readonly onError: (error: unknown) => void;
}

/** Makes blocks by itself, in one of the modes. A failure is reported; it ends nothing. */
export class Schedule {
  readonly #options: ScheduleOptions;
  #mode: ProducerMode;
  #blockTime: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;
  #isBusy = false;

  constructor(options: ScheduleOptions) {
    this.#options = options;
    this.#mode = options.mode;
    this.#blockTime = options.blockTime;
  }

  /** Seconds from one block to the next, as last set. */
  get blockTime(): number {
    return this.#blockTime;
  }

  /** Begins. `isWaiting` tells that transactions are pending from before. */
  start(isWaiting: boolean): void {
    this.#isRunning = true;
    if (this.#mode === "interval") {
      this.#timer = setInterval(() => void this.#tick(), this.#blockTime * 1000);
    }
    if (isWaiting) this.submitted();
  }

  /** Ends; what is being made is not waited for. */
  stop(): void {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /**
   * From then on a block every `seconds`, or none by itself for 0.
   *
   * @throws {RangeError} If `seconds` is out of range.
   */
  setInterval(seconds: number): void {
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
  }

  /** Tells that a submission was accepted. */
  submitted(): void {
    if (this.#mode === "on-submit" && this.#isRunning) this.#arm(ON_SUBMIT_DELAY);
  }

  /** Tells that a block is about to be made of all that was accepted so far: none is due for it any more. */
  taken(): void {
    if (this.#mode !== "on-submit") return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Tells that a submission could not be stored. In mode on-submit `makeSubmitted` runs again after a block time. */
  submissionFailed(): void {
    this.#retry();
  }

  /** Submissions that come before the timer fires find it set: that is what puts a burst into one block. */
  #arm(delay: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#takeSubmitted();
    }, delay);
  }

  async #takeSubmitted(): Promise<void> {
    try {
      await this.#options.makeSubmitted();
    } catch (error) {
      this.#options.onError(error);
      // Without a further submission nothing else would start the timer again.
      this.#retry();
    }
  }

  #retry(): void {
    if (this.#mode === "on-submit" && this.#isRunning) this.#arm(this.#blockTime * 1000);
  }

  /** A block that takes longer than the block time delays the next one; ticks do not pile up. */
  async #tick(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await this.#options.makeBlock();
    } catch (error) {
      this.#options.onError(error);
    } finally {
      this.#isBusy = false;
    }
  }
}
