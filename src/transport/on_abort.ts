/** The one listener of a signal, and what it calls. */
interface Shared {
  readonly callbacks: Set<() => void>;
  readonly listener: () => void;
}

const SHARED = /* @__PURE__ */ new WeakMap<AbortSignal, Shared>();

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
  const { callbacks, listener } = SHARED.get(signal) ?? share(signal);
  if (callbacks.size === 0) signal.addEventListener("abort", listener);
  callbacks.add(callback);
  return () => {
    callbacks.delete(callback);
    if (callbacks.size === 0) signal.removeEventListener("abort", listener);
  };
}

function share(signal: AbortSignal): Shared {
  const callbacks = new Set<() => void>();
  const shared = {
    callbacks,
    listener: () => {
      for (const callback of callbacks) callback();
    },
  };
  SHARED.set(signal, shared);
  return shared;
}

function ignore(): void {}
