import type { Announcement } from "../../chain/block_source.ts";

/** Notifies listeners of a chain's announcements. */
export class Announcer {
  readonly #listeners = new Set<(announcement: Announcement) => void>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Adds a listener; the returned function removes it. A function added twice is called twice. */
  subscribe(listener: (announcement: Announcement) => void): () => void {
    const entry = (announcement: Announcement): void => listener(announcement);
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  /** Calls every listener synchronously, in order; one that throws is reported and does not affect the others. */
  announce(announcement: Announcement): void {
    // Copied, so that a listener added by a listener receives only later announcements.
    for (const listener of [...this.#listeners]) {
      if (!this.#listeners.has(listener)) continue;
      try {
        listener(announcement);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
