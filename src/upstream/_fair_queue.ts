import type { Clock } from "../transport/mod.ts";

/** Milliseconds between looks at the room of a rate limit. */
const STEP = 20;

/** Most requests under way; the upstream's rate limit usually allows fewer. */
const MOST_RUNNING = 128;

/** A place in a {@linkcode FairQueue}. */
export class Place {
  readonly #admission = Promise.withResolvers<boolean>();
  readonly #clock: Clock;
  readonly #timer: unknown;
  /** Resolves to true when the request may be sent, to false if that took too long. */
  readonly admitted: Promise<boolean> = this.#admission.promise;
  /** True once it no longer waits. */
  isOver = false;

  constructor(patience: number, clock: Clock) {
    this.#clock = clock;
    this.#timer = clock.setTimeout(() => this.end(false), patience);
  }

  end(isAdmitted: boolean): void {
    this.#clock.clearTimeout(this.#timer);
    this.isOver = true;
    this.#admission.resolve(isAdmitted);
  }
}

/** Shares a rate limit among the subjects that wait for it, round robin, however many requests each has. */
export class FairQueue {
  readonly #room: () => number;
  readonly #clock: Clock;
  /** Places by subject, the one whose turn is next first. */
  readonly #waiting = new Map<string, Place[]>();
  #running = 0;
  /** Requests that were admitted and not sent yet, which the room does not show yet. */
  #starting = 0;
  #isWatching = false;

  /** @param room Requests that the rate limit admits at this moment. */
  constructor(room: () => number, clock: Clock) {
    this.#room = room;
    this.#clock = clock;
  }

  /** Takes a place, for a time in milliseconds. Once admitted, the request has to {@linkcode run}. */
  enter(subject: string, patience: number): Place {
    const place = new Place(patience, this.#clock);
    this.join(place, subject);
    return place;
  }

  /** Admits a place at the turn of a further subject too. */
  join(place: Place, subject: string): void {
    const own = this.#waiting.get(subject);
    if (own) own.push(place);
    else this.#waiting.set(subject, [place]);
    this.#admit();
  }

  /** Runs an admitted request; `onSend` is to be called when it goes out. */
  async run<Value>(send: (onSend: () => void) => Promise<Value>): Promise<Value> {
    let isStarting = true;
    const onSend = (): void => {
      if (isStarting) this.#starting--;
      isStarting = false;
    };
    try {
      return await send(onSend);
    } finally {
      onSend();
      this.#running--;
      this.#admit();
    }
  }

  #admit(): void {
    for (const [subject, places] of this.#waiting) {
      const hasRoom = this.#running < MOST_RUNNING && this.#room() - this.#starting >= 1;
      if (!hasRoom) return this.#admitLater();
      const place = places.shift();
      // Behind all others, which the loop comes to first.
      this.#waiting.delete(subject);
      if (places.length > 0) this.#waiting.set(subject, places);
      if (!place || place.isOver) continue;
      this.#running++;
      this.#starting++;
      place.end(true);
    }
  }

  #admitLater(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    this.#clock.setTimeout(() => {
      this.#isWatching = false;
      this.#admit();
    }, STEP);
  }
}
