import { ignore } from "../notify.ts";

/** Time as a transport knows it; a test brings one of its own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `callback` after `delay` milliseconds; returns what `clearTimeout` takes. */
  setTimeout(callback: () => void, delay: number): unknown;
  /** Takes back what `setTimeout` returned. */
  clearTimeout(timer: unknown): void;
}

/** Longer delays overflow, and would end at once. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** The runtime's own clock. */
export const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, delay) => setTimeout(callback, Math.min(delay, LONGEST_DELAY)),
  clearTimeout: (timer) => clearTimeout(timer as number),
};

/** Calls back after `delay` milliseconds, never if that is `Infinity`; returns a function that cancels the timer. */
export function startTimer(clock: Clock, callback: () => void, delay: number): () => void {
  if (delay === Infinity) return ignore;
  const timer = clock.setTimeout(callback, delay);
  return () => clock.clearTimeout(timer);
}

/** A timer, which Node and its like can start again. */
interface Timer {
  refresh?(): unknown;
  ref?(): unknown;
  unref?(): unknown;
}

/** A timer that may be reused, and what it calls now. */
interface Reusable {
  readonly timer: Timer;
  readonly delay: number;
  /** The `setTimeout` that made it: a test may have replaced it since. */
  readonly maker: unknown;
  /** Its present use: a handle of an earlier one clears nothing. */
  use: TimerUse | undefined;
}

/** One use of a timer, the handle that `setTimeout` returns. */
interface TimerUse {
  readonly of: Reusable;
  readonly run: () => void;
}

/**
 * The runtime's own clock, which restarts a timer that was cleared: to make one for each request costs Node more than all
 * else that a transport does for it. A spare timer does not keep a process alive.
 */
export function reuseTimers(): Clock {
  let spare: Reusable | undefined;

  function make(delay: number, maker: unknown): Reusable {
    const timer = SYSTEM_CLOCK.setTimeout(() => own.use?.run(), delay) as Timer;
    const own: Reusable = { timer, delay, maker, use: undefined };
    return own;
  }

  return {
    ...SYSTEM_CLOCK,
    setTimeout(run, delay) {
      const maker = globalThis.setTimeout;
      let own = spare;
      if (own?.delay === delay && own.maker === maker) {
        spare = undefined;
        own.timer.refresh?.();
        own.timer.ref?.();
      } else own = make(delay, maker);
      return (own.use = { of: own, run });
    },
    clearTimeout(use) {
      const { of: own } = use as TimerUse;
      if (own.use !== use) return;
      own.use = undefined;
      let dropped: Reusable | undefined = own;
      if (own.timer.refresh && spare?.delay !== own.delay) {
        own.timer.unref?.();
        dropped = spare;
        spare = own;
      }
      if (dropped) SYSTEM_CLOCK.clearTimeout(dropped.timer);
    },
  };
}

/** The callbacks behind the one listener of each signal. */
const CALLBACKS = /* @__PURE__ */ new WeakMap<AbortSignal, (() => void)[]>();

/**
 * Calls `callback` when `signal` aborts, at once where it has. However many callbacks wait for one signal, it has one
 * listener, since Node warns of more than ten; releasing the last of them removes it.
 *
 * @returns Releases the callback.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback();
    return ignore;
  }
  let callbacks = CALLBACKS.get(signal);
  if (!callbacks) CALLBACKS.set(signal, (callbacks = []));
  if (callbacks.push(callback) === 1) signal.addEventListener("abort", callAll);
  return () => {
    const index = callbacks.indexOf(callback);
    if (index < 0) return;
    // The last one is most often the only one.
    if (index === callbacks.length - 1) callbacks.pop();
    else callbacks.splice(index, 1);
    if (callbacks.length === 0) signal.removeEventListener("abort", callAll);
  };
}

/** By `this`, since the event of a polyfilled signal may have no target. */
function callAll(this: AbortSignal): void {
  const callbacks = CALLBACKS.get(this) ?? [];
  for (const callback of [...callbacks]) if (callbacks.includes(callback)) callback();
}

/** Throws the reason of a signal that has aborted; a polyfilled one has no method for it. */
export function throwIfAborted(signal: AbortSignal | null | undefined): void {
  if (signal?.aborted) throw signal.reason;
}

/**
 * Waits for what `start` begins; rejects with the signal's reason at once on an abort.
 *
 * @param start Resolves or rejects the pause some time; returns a function to call at its end, however it ends. No listener or timer stays.
 */
export async function abortable<Value = void>(
  signal: AbortSignal | undefined,
  start: (
    resolve: (value: Value) => void,
    reject: (reason: unknown) => void,
  ) => (() => void) | void,
): Promise<Value> {
  throwIfAborted(signal);
  const ends: (() => void)[] = [];
  try {
    return await new Promise<Value>((resolve, reject) => {
      if (signal) ends.push(onAbort(signal, () => reject(signal.reason)));
      const end = start(resolve, reject);
      if (end) ends.push(end);
    });
  } finally {
    for (const end of ends) end();
  }
}

/**
 * Waits `ms` milliseconds; rejects with the signal's reason at once on an abort.
 */
export function sleep(
  ms: number,
  clock: Pick<Clock, "setTimeout" | "clearTimeout">,
  signal: AbortSignal | undefined,
): Promise<void> {
  return abortable(signal, (resolve) => {
    const timer = clock.setTimeout(resolve, ms);
    return () => clock.clearTimeout(timer);
  });
}
