import {
  type ProducedBlock,
  type StateChange,
  type TreePage,
  updateStateTreeSync,
} from "../../ledger/mod.ts";
import { HeldPages } from "./_held_pages.ts";
import { valueOf } from "./_pages.ts";
import type { BlockRow } from "./_rows.ts";
import type { Statements } from "./_statements.ts";

/** Changes of the state after which pages are written: what opening a store after a crash has to make up for. */
const MAX_CHANGES = 20_000;
/** Bytes of pages after which they are written. */
const MAX_BYTES = 32_000_000;
/** Rows of `state` that are followed at once. */
const BATCH = 10_000;

/**
 * The state tree of the head.
 *
 * Hashes spread keys over the whole tree, so that a block touches nearly as many pages as it changes keys, and writing
 * them would cost more than all else. Pages are therefore held back and written once for many blocks. `tree_head` has
 * the height that the written ones belong to; what is held back follows from the rows of `state` above it, and a store
 * that was not closed makes it again from there.
 *
 * What a write adds or writes counts once `settle` says that the write stands; `undo` takes it back, out of memory
 * alone, so that nothing can go wrong there.
 */
export class TreeKeeper {
  readonly #statements: Statements;
  readonly #held = new HeldPages();
  /** What the write that is under way adds. */
  readonly #added = new HeldPages();
  /** Whether that write writes all that is held back. */
  #isWritten = false;

  constructor(statements: Statements) {
    this.#statements = statements;
    const written = Number(statements.treeHead.get()?.["height"]);
    const next = statements.blockByHeight.get(written + 1) as BlockRow | undefined;
    if (next) this.#follow(next.first_state, this.#head()?.height ?? -1);
    this.settle();
  }

  /** Reads pages. */
  read(ids: readonly number[]): Map<number, Uint8Array> {
    const pages = new Map<number, Uint8Array>();
    for (const id of ids) {
      const held = this.#added.get(id) ?? this.#held.get(id);
      const bytes = held ? held.bytes : this.#readRow(id);
      if (bytes) pages.set(id, bytes);
    }
    return pages;
  }

  /** Takes over the pages of blocks that were added. Runs within a write. */
  add(blocks: readonly ProducedBlock[]): void {
    for (const { treePages, changes } of blocks) this.#added.add(treePages, changes);
    const changes = this.#held.changes + this.#added.changes;
    const bytes = this.#held.bytes + this.#added.bytes;
    if (changes > MAX_CHANGES || bytes > MAX_BYTES) this.flush();
  }

  /**
   * Gives every key that rows of `state` from `firstState` on changed the value that it has at `height`. The tree
   * follows from the state alone, so it is then that of `height`. Runs within a write, before these rows go.
   */
  truncate(firstState: number, height: number): void {
    this.#follow(firstState, height);
    this.#write(height);
  }

  /** Writes what is held back. Runs within a write. */
  flush(): void {
    this.#write(this.#head()?.height ?? -1);
  }

  /** Tells that the write stands. */
  settle(): void {
    if (this.#isWritten) this.#held.clear();
    else this.#held.merge(this.#added);
    this.undo();
  }

  /** Tells that the write was undone. */
  undo(): void {
    this.#added.clear();
    this.#isWritten = false;
  }

  /** Forgets every page, of an empty store. */
  clear(): void {
    this.undo();
    this.#held.clear();
  }

  #follow(firstState: number, height: number): void {
    const { lastState, changedKeys, stateAt } = this.#statements;
    const last = Number(lastState.get()?.["seq"]);
    for (let from = firstState; from <= last; from += BATCH) {
      const keys = changedKeys.all(from, from + BATCH - 1).map(({ key }) => String(key));
      const changes = keys.map((key): StateChange => {
        const value = valueOf(stateAt.get(key, height)) as string | null | undefined;
        return { key, value: value ?? undefined };
      });
      this.#added.add(updateStateTreeSync(changes, (ids) => this.read(ids)).treePages, changes);
    }
  }

  /** In the order of their numbers, so that neighbours share their writes. */
  #write(height: number): void {
    const { putTreePage, deleteTreePage, setTreeHead } = this.#statements;
    const pages = new Map<number, TreePage>();
    for (const held of [this.#held, this.#added]) {
      for (const page of held.list()) pages.set(page.id, page);
    }
    for (const { id, bytes } of [...pages.values()].toSorted((a, b) => a.id - b.id)) {
      if (bytes) putTreePage.run(id, bytes);
      else deleteTreePage.run(id);
    }
    setTreeHead.run(height);
    this.#isWritten = true;
  }

  #head(): BlockRow | undefined {
    return this.#statements.head.get() as BlockRow | undefined;
  }

  #readRow(id: number): Uint8Array | undefined {
    return this.#statements.treePage.get(id)?.["bytes"] as Uint8Array | undefined;
  }
}
