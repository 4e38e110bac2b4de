/**
 * Turns of the event loop, which long work of requests shares with everything else, and work that is run one at a time.
 *
 * @module
 */

/**
 * Milliseconds of a turn that requests may use, besides their last step. Two such turns in a row stay below ten
 * milliseconds.
 */
const SHARE = 2;

/** When the requests of this turn began to be counted; undefined as long as none is. */
let began: number | undefined;

/** Callers that wait for a turn of their own, by subject; the subject that is next comes first. */
const waiting = new Map<unknown, (() => void)[]>();

/** True while callers are given their turns. */
let areServed = false;

/** True once requests have used up their share of this turn; further work should wait for {@linkcode nextTurn}. */
export function isTurnOver(): boolean {
  if (began === undefined) begin();
  return performance.now() - (began ?? 0) >= SHARE;
}

/**
 * Resolves in a turn of its own, so that the event loop can serve short work in between. Each turn runs one step of one long
 * request. Subjects alternate, so that one with many callers has no more turns than another.
 *
 * @param subject Whose turn it is; a caller without one is a subject by itself.
 */
export function nextTurn(subject: unknown = {}): Promise<void> {
  return new Promise((resolve) => {
    const own = waiting.get(subject);
    if (own) own.push(resolve);
    else waiting.set(subject, [resolve]);
    if (!areServed) void serveWaiting();
  });
}

async function serveWaiting(): Promise<void> {
  areServed = true;
  // Work that arrives meanwhile is done too.
  for (const [subject, own] of waiting) {
    await turn();
    const resolve = own.shift();
    waiting.delete(subject);
    if (own.length > 0) waiting.set(subject, own);
    begin();
    resolve?.();
  }
  areServed = false;
}

/** Resolves in the next turn of the event loop. */
export function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Runs a step for each item, in as many turns as it takes. */
export async function forEachInTurns<Item>(
  items: Iterable<Item>,
  step: (item: Item, index: number) => void,
): Promise<void> {
  let index = 0;
  for (const item of items) {
    // To look at the clock takes as long as some steps.
    if (index % STRIDE === 0 && isTurnOver()) await nextTurn();
    step(item, index++);
  }
}

/** Steps from one look at the clock to the next. */
const STRIDE = 32;

function begin(): void {
  const now = performance.now();
  began = now;
  setImmediate(() => {
    if (began === now) began = undefined;
  });
}

/** Runs tasks one after the other, in the order they were added. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` after all earlier tasks, whether they succeeded or failed. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }
}

/** Waits for some milliseconds, or until `signal` is aborted; never rejects. */
export function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (milliseconds === 0 || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(end, milliseconds);
    function end(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    }
    signal.addEventListener("abort", end, { once: true });
  });
}

/**
 * Returns a function that runs work, one run at a time. Calls during a run lead to one more.
 *
 * @param work Never rejects.
 */
export function once(work: () => Promise<void>): () => void {
  let isAsked = false;
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    while (isAsked) {
      isAsked = false;
      await work();
    }
    isRunning = false;
  };
  return () => {
    isAsked = true;
    if (!isRunning) void run();
  };
}

/**
 * Runs work again and again, each time some milliseconds after the last run has ended, so that runs that hang do not pile
 * up. Failed work is run again too.
 *
 * @param first Milliseconds until the first run.
 * @returns A function that stops the runs and waits for the present one.
 */
export function repeat(
  milliseconds: number,
  work: () => Promise<unknown>,
  first = milliseconds,
): () => Promise<void> {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout>;
  let running: Promise<unknown> = Promise.resolve();
  const wait = (time: number): void => {
    if (!isStopped) timer = setTimeout(run, time).unref();
  };
  const run = (): void => {
    running = work().catch(() => undefined);
    void running.then(() => wait(milliseconds));
  };
  wait(first);
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
}
