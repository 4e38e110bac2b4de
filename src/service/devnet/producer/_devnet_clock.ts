import { type UnixSeconds, fromUnixSeconds } from "../../../units/mod.ts";

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

  /** Current time. */
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
