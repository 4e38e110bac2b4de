import type { Rendered } from "../rendered.ts";

/** Characters of all pages together, beyond which the least recently read go; a few megabytes. */
const MAX_CHARACTERS = 4_000_000;
/** Counted for a page beside its own characters: its name and its place. */
const OVERHEAD = 200;

/**
 * Pages of lists that were read lately. A page is named by the positions that it holds, and what stands at a position
 * stays there until blocks are removed: whoever removes some clears this.
 */
export class RecentPages {
  /** Least recently read first. */
  readonly #pages = new Map<string, Rendered>();
  #characters = 0;

  /** The page of a name, read anew where it is not here. */
  get(name: string, read: () => Rendered): Rendered {
    const known = this.#pages.get(name);
    const page = known ?? read();
    this.#pages.delete(name);
    this.#pages.set(name, page);
    if (known === undefined) this.#characters += page.length + OVERHEAD;
    while (this.#characters > MAX_CHARACTERS) this.#forgetOldest();
    return page;
  }

  clear(): void {
    this.#pages.clear();
    this.#characters = 0;
  }

  #forgetOldest(): void {
    for (const [name, page] of this.#pages) {
      this.#pages.delete(name);
      this.#characters -= page.length + OVERHEAD;
      return;
    }
  }
}
