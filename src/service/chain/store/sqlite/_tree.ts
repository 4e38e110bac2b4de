import { type StateChange, type TreeNode, updateStateTreeSync } from "../../state_tree/mod.ts";
import { planTree } from "../_plan.ts";
import { fromBlob, toBlob } from "../_rows.ts";
import { valueOf } from "./_connection.ts";
import type { Statements } from "./_statements.ts";

/** Rows of `state` that are followed at once. */
const BATCH = 10_000;

/** Reads branches of the state tree. */
export function readTree({ treeNode }: Statements, paths: readonly string[]): Map<string, string> {
  const nodes = new Map<string, string>();
  for (const path of paths) {
    const bytes = valueOf(treeNode.get(path)) as Uint8Array | undefined;
    if (bytes) nodes.set(path, fromBlob(bytes).slice(2));
  }
  return nodes;
}

/** Writes branches of the state tree, of several under one path the last. Runs within a write. */
export function writeTree(
  { putTreeNode, deleteTreeNode }: Statements,
  nodes: Iterable<TreeNode>,
): void {
  const { put, removed } = planTree(nodes);
  for (const { path, bytes } of put) putTreeNode.run(path, toBlob(bytes));
  for (const path of removed) deleteTreeNode.run(path);
}

/**
 * Gives every key that rows of `state` from `firstState` on changed the value that it has at `height`. The tree follows
 * from the state alone, so it is then that of `height`. Runs within a write, before these rows go.
 */
export function rewindTree(statements: Statements, firstState: number, height: number): void {
  const { lastIds, changedKeys, stateAt } = statements;
  const last = Number(lastIds.get()?.["state"]);
  for (let from = firstState; from <= last; from += BATCH) {
    const keys = changedKeys.all(from, from + BATCH - 1).map(({ key }) => String(key));
    const changes = keys.map((key): StateChange => {
      const value = valueOf(stateAt.get(key, height)) as string | null | undefined;
      return { key, value: value ?? undefined };
    });
    const { treeNodes } = updateStateTreeSync(changes, (paths) => readTree(statements, paths));
    writeTree(statements, treeNodes);
  }
}
