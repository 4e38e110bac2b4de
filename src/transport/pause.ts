import { type Clock, ignore } from "./clock.ts";

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
export async function pause<Value = void>(
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
  return pause(signal, (resolve) => {
    const timer = clock.setTimeout(resolve, ms);
    return () => clock.clearTimeout(timer);
  });
}
