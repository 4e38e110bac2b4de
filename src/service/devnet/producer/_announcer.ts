import type { Announcement } from "../../chain/block_source.ts";

/** Tells listeners what happens. */
export class Announcer {
  readonly #listeners = new Set<(announcement: Announcement) => void>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** Adds a listener; the result takes it off. A function that is added twice is two listeners. */
  subscribe(listener: (announcement: Announcement) => void): () => void {
    const entry = (announcement: Announcement): void => listener(announcement);
    this.#listeners.add(entry);
    return () => void this.#listeners.delete(entry);
  }

  /** Tells everyone, one after the other, before it returns; one that throws is reported and harms nobody else. */
  announce(announcement: Announcement): void {
    // Copied: whoever is added by a listener is told of what comes next, not of this.
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
