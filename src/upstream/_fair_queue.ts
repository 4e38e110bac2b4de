import type { Clock } from "../transport/mod.ts";

/** A place in a {@linkcode FairQueue}. */
export interface QueuePlace {
  /** Resolves to true at its turn, to false once it has waited for too long. */
  readonly admitted: Promise<boolean>;
  /** Ends its wait; false where that has ended before. */
  readonly end: (isAdmitted: boolean) => boolean;
}

/** Admits so many requests at a time, and subjects in turns, however many requests each has. */
export class FairQueue {
  readonly #most: () => number;
  readonly #clock: Clock;
  /** Places by subject, the one whose turn is next first. */
  readonly #waiting = new Map<string, QueuePlace[]>();
  #running = 0;

  /** @param most Most requests at a time. */
  constructor(most: () => number, clock: Clock) {
    this.#most = most;
    this.#clock = clock;
  }

  /** Takes a place, for a time in milliseconds. Once admitted, the request has to {@linkcode leave}. */
  enter(subject: string, patience: number): QueuePlace {
    const { promise: admitted, resolve } = Promise.withResolvers<boolean>();
    let isOver = false;
    const end = (isAdmitted: boolean): boolean => {
      if (isOver) return false;
      this.#clock.clearTimeout(timer);
      resolve(isAdmitted);
      return (isOver = true);
    };
    const timer = this.#clock.setTimeout(() => end(false), patience);
    const place = { admitted, end };
    this.join(place, subject);
    return place;
  }

  /** Admits a place at the turn of a further subject too. */
  join(place: QueuePlace, subject: string): void {
    const own = this.#waiting.get(subject);
    if (own) own.push(place);
    else this.#waiting.set(subject, [place]);
    this.#admit();
  }

  /** An admitted request has ended. */
  leave(): void {
    this.#running--;
    this.#admit();
  }

  #admit(): void {
    for (const [subject, places] of this.#waiting) {
      if (this.#running >= this.#most()) return;
      const place = places.shift();
      // Behind all others, which the loop comes to first.
      this.#waiting.delete(subject);
      if (places.length > 0) this.#waiting.set(subject, places);
      if (place?.end(true)) this.#running++;
    }
  }
}
