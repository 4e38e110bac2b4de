import { sleep, SYSTEM_CLOCK } from "../transport/internal.ts";

/** A question's place among those that wait, for one subject or several that ask it. */
export interface Turn {
  /** True once it may be asked; false if that took too long. */
  readonly admitted: true | Promise<boolean>;
  /** Waits in the place of a further subject too. */
  join(subject: string): void;
}

/** A question that waits. */
interface Waiting {
  isOver: boolean;
  readonly end: (isAdmitted: boolean) => void;
}

/** Milliseconds between looks at the room that a rate limit leaves. */
const STEP = 20;

/** Most questions under way; the rate limit of the upstream usually allows fewer. */
const MOST_RUNNING = 128;

/**
 * Shares the upstream's rate limit among subjects that wait for it: each has a turn after the other, however many
 * questions it has.
 */
export class FairQueue {
  readonly #room: () => number;
  /** By subject, in the order of their turns. */
  readonly #waiting = new Map<string, Waiting[]>();
  #running = 0;
  /** Questions that were admitted and have not been sent so far, which the room does not show yet. */
  #starting = 0;
  #isWatching = false;

  /** @param room Requests that the rate limit admits at this moment. */
  constructor(room: () => number) {
    this.#room = room;
  }

  /** Takes a place, for a time in milliseconds. One that is admitted has to {@linkcode run}. */
  enter(subject: string, patience: number): Turn {
    if (this.#waiting.size === 0 && this.#hasRoom()) {
      this.#start();
      return { admitted: true, join: () => undefined };
    }
    let waiting!: Waiting;
    const admitted = new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => waiting.end(false), patience);
      const end = (isAdmitted: boolean): void => {
        clearTimeout(timer);
        waiting.isOver = true;
        resolve(isAdmitted);
      };
      waiting = { isOver: false, end };
    });
    const join = (other: string): void => {
      const others = this.#waiting.get(other);
      if (others) others.push(waiting);
      else this.#waiting.set(other, [waiting]);
    };
    join(subject);
    this.#pump();
    return { admitted, join };
  }

  /** Runs what was admitted. `onSend` is to be called when its request goes out. */
  async run<Value>(send: (onSend: () => void) => Promise<Value>): Promise<Value> {
    let isStarting = true;
    const start = (): void => {
      if (isStarting) this.#starting--;
      isStarting = false;
    };
    try {
      return await send(start);
    } finally {
      start();
      this.#running--;
      this.#pump();
    }
  }

  #hasRoom(): boolean {
    return this.#running < MOST_RUNNING && this.#room() - this.#starting >= 1;
  }

  #start(): void {
    this.#running++;
    this.#starting++;
  }

  #pump(): void {
    while (this.#waiting.size > 0) {
      if (!this.#hasRoom()) return void this.#watch();
      this.#admitNext();
    }
  }

  #admitNext(): void {
    const [[subject, [first, ...others]] = ["", []]] = this.#waiting;
    this.#waiting.delete(subject);
    if (others.length > 0) this.#waiting.set(subject, others);
    if (!first || first.isOver) return;
    this.#start();
    first.end(true);
  }

  async #watch(): Promise<void> {
    if (this.#isWatching) return;
    this.#isWatching = true;
    await sleep(STEP, SYSTEM_CLOCK, undefined);
    this.#isWatching = false;
    this.#pump();
  }
}
