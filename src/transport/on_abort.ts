/** What the one listener of each signal calls. */
const CALLBACKS = /* @__PURE__ */ new WeakMap<AbortSignal, Set<() => void>>();

/**
 * Calls `callback` when `signal` aborts, at once where it has. However many callbacks wait for one signal, it has one
 * listener, since Node warns of more than ten; releasing the last of them removes it.
 *
 * @returns Releases the callback.
 *
 * @example
 * ```ts
 * import { onAbort } from "alphadelta/transport";
 *
 * const controller = new AbortController();
 * const release = onAbort(controller.signal, () => console.log("aborted"));
 * controller.abort(); // aborted
 * release();
 * ```
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback();
    return ignore;
  }
  let callbacks = CALLBACKS.get(signal);
  if (!callbacks) CALLBACKS.set(signal, (callbacks = new Set()));
  if (callbacks.size === 0) signal.addEventListener("abort", callAll);
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size === 0) signal.removeEventListener("abort", callAll);
  };
}

/** By `this`, since the event of a polyfilled signal may have no target. */
function callAll(this: AbortSignal): void {
  for (const callback of CALLBACKS.get(this) ?? []) callback();
}

function ignore(): void {}
