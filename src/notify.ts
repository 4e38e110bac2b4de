/**
 * Calls a function of the program that uses the package. What it throws or rejects with is dropped: a listener breaks
 * nothing.
 */
export function notify(listener: () => unknown): void {
  try {
    const result = listener() as Partial<PromiseLike<unknown>> | undefined | null;
    if (typeof result?.then === "function") result.then(ignore, ignore);
  } catch {
    // Dropped, as documented.
  }
}

/** Does nothing. */
export function ignore(): void {}
