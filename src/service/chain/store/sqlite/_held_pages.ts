import type { StateChange, TreePage } from "../../ledger/mod.ts";

/** Changed pages of the state tree that are not written yet, by number. */
export class HeldPages {
  readonly #pages = new Map<number, TreePage>();
  #changes = 0;
  #bytes = 0;

  /** Changes of the state that the pages come from. */
  get changes(): number {
    return this.#changes;
  }

  /** Bytes of all pages. */
  get bytes(): number {
    return this.#bytes;
  }

  get(id: number): TreePage | undefined {
    return this.#pages.get(id);
  }

  /** Every page, the one that was added first to begin with. */
  list(): Iterable<TreePage> {
    return this.#pages.values();
  }

  /** Adds pages in place of older ones. */
  add(pages: Iterable<TreePage>, changes: readonly StateChange[]): void {
    this.#put(pages);
    this.#changes += changes.length;
  }

  /** Takes over all of `newer`, in place of older pages. */
  merge(newer: HeldPages): void {
    this.#put(newer.list());
    this.#changes += newer.changes;
  }

  clear(): void {
    this.#pages.clear();
    this.#changes = 0;
    this.#bytes = 0;
  }

  #put(pages: Iterable<TreePage>): void {
    for (const page of pages) {
      this.#bytes += (page.bytes?.length ?? 0) - (this.#pages.get(page.id)?.bytes?.length ?? 0);
      this.#pages.set(page.id, page);
    }
  }
}
