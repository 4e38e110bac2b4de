/**
 * Calls a listener of the program. What it throws, or rejects with, is dropped: a listener cannot break a call.
 *
 * @example
 * ```ts
 * import { notify } from "alphadelta/transport";
 *
 * notify(async () => {
 *   throw new Error("dropped");
 * });
 * ```
 */
export function notify(listener: () => unknown): void {
  try {
    const told = listener();
    if (told instanceof Promise) told.catch(ignore);
  } catch {
    // Dropped, as documented.
  }
}

function ignore(): void {}
