/**
 * Sharing of the event loop among long requests, and work that runs one at a time.
 *
 * @module
 */

/** Milliseconds of a turn that requests may use before their last step; two turns in a row stay below ten milliseconds. */
const SHARE = 2;

/** Start of the work of requests in this turn; undefined before any. */
let startedAt: number | undefined;

/** Callers that wait for a turn, by subject, in the order of their turns. */
const waiting = new Map<unknown, (() => void)[]>();

/** True while turns are assigned. */
let isServing = false;

/** True once requests have used up this turn; further work should wait for {@linkcode nextTurn}. */
export function isTurnOver(): boolean {
  if (startedAt === undefined) startTurn();
  return performance.now() - (startedAt ?? 0) >= SHARE;
}

/**
 * Resolves in a turn of its own, so that the event loop serves short work in between. A turn runs one step of one request.
 * Subjects alternate, so that a subject with many callers gets no more turns than another.
 *
 * @param subject Subject of the caller; by default the caller is a subject of its own.
 */
export function nextTurn(subject: unknown = {}): Promise<void> {
  return new Promise((resolve) => {
    const own = waiting.get(subject);
    if (own) own.push(resolve);
    else waiting.set(subject, [resolve]);
    if (!isServing) void serveWaiting();
  });
}

async function serveWaiting(): Promise<void> {
  isServing = true;
  // The loop includes callers that arrive meanwhile.
  for (const [subject, own] of waiting) {
    await turn();
    const resolve = own.shift();
    waiting.delete(subject);
    if (own.length > 0) waiting.set(subject, own);
    startTurn();
    resolve?.();
  }
  isServing = false;
}

/** Resolves in the next turn of the event loop. */
export function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Runs a step for each item, in several turns if needed. */
export async function forEachInTurns<Item>(
  items: Iterable<Item>,
  step: (item: Item, index: number) => void,
): Promise<void> {
  let index = 0;
  for (const item of items) {
    // Reading the clock takes as long as some steps.
    if (index % STRIDE === 0 && isTurnOver()) await nextTurn();
    step(item, index++);
  }
}

/** Steps between reads of the clock. */
const STRIDE = 32;

function startTurn(): void {
  const now = performance.now();
  startedAt = now;
  setImmediate(() => {
    if (startedAt === now) startedAt = undefined;
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
 * Returns a function that runs work, one run at a time; calls during a run lead to one more.
 *
 * @param work Never rejects.
 */
export function coalesce(work: () => Promise<void>): () => void {
  let isRequested = false;
  let isRunning = false;
  const run = async (): Promise<void> => {
    isRunning = true;
    while (isRequested) {
      isRequested = false;
      await work();
    }
    isRunning = false;
  };
  return () => {
    isRequested = true;
    if (!isRunning) void run();
  };
}

/**
 * Repeats work, failed or not, some milliseconds after the end of each run, so that slow runs do not pile up.
 *
 * @param first Milliseconds until the first run.
 * @returns A function that stops the repetition, and waits for the present run.
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
