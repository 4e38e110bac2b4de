import { type ProducedBlock, type TreePage, updateStateTreeSync } from "../../ledger/mod.ts";
import type { Statements } from "./_statements.ts";

/** Rows of `state` that are taken back at once. */
const BATCH = 10_000;

/** Reads pages of the state tree. */
export function readPages(statements: Statements, ids: readonly number[]): Map<number, Uint8Array> {
  const pages = new Map<number, Uint8Array>();
  for (const id of ids) {
    const bytes = statements.treePage.get(id)?.["bytes"] as Uint8Array | undefined;
    if (bytes) pages.set(id, bytes);
  }
  return pages;
}

/** Writes the pages that blocks leave. Many blocks change the same ones, of which the last alone is written. */
export function writePages(statements: Statements, blocks: readonly ProducedBlock[]): void {
  const pages = new Map<number, TreePage>();
  for (const { treePages } of blocks) for (const page of treePages) pages.set(page.id, page);
  for (const page of pages.values()) writePage(statements, page);
}

/**
 * Takes the tree back to a height: gives each key that rows of `state` from `firstState` on changed the value that it
 * had. The root follows from the state alone, so the tree is then what it was.
 */
export function restoreTree(statements: Statements, height: number, firstState: number): void {
  const last = Number(statements.lastState.get()?.["seq"]);
  for (let from = firstState; from <= last; from += BATCH) {
    const keys = statements.changedKeys.all(from, from + BATCH - 1);
    const changes = keys.map((row) => {
      const key = String(row["key"]);
      const value = statements.stateAt.get(key, height)?.["value"] as string | null | undefined;
      return { key, value: value ?? undefined };
    });
    const { treePages } = updateStateTreeSync(changes, (ids) => readPages(statements, ids));
    for (const page of treePages) writePage(statements, page);
  }
}

function writePage(statements: Statements, { id, bytes }: TreePage): void {
  if (bytes) statements.putTreePage.run(id, bytes);
  else statements.deleteTreePage.run(id);
}
