import {
  pathsTo,
  type StateChange,
  type TreeNode,
  type TreeUpdate,
  updateStateTree,
} from "../../state_tree/mod.ts";
import { planTree } from "../_plan.ts";
import type { Reader } from "./_reader.ts";
import { toJson, type Write } from "./transact.ts";

/** Levels of the tree that are read at once: a tree of a million keys has seven or eight. */
const LEVELS = 10;

/** Writes branches of the state tree, of several under one path the last. */
export function writeTree({ session, sql }: Write, nodes: Iterable<TreeNode>): void {
  const { put, removed } = planTree(nodes);
  if (put.length > 0) session.run(sql.putTreeNodes, [toJson("tree_node", put)]);
  if (removed.length > 0) session.run(sql.deleteTreeNodes, [removed]);
}

/**
 * Takes the tree back to a height: gives every key that rows of `state` from `firstState` on changed the value that it
 * has there. To be called before these rows go.
 */
export async function rewindTree(write: Write, firstState: number, height: number): Promise<void> {
  const { session, sql, reader } = write;
  const rows = await session.rows<{ key: string }>(sql.changedKeys, [firstState]);
  const keys = rows.map(({ key }) => key);
  const { values } = await reader.readState(keys, height);
  const changes = keys.map((key) => ({ key, value: values.get(key) }));
  writeTree(write, (await updateTree(reader, changes)).treeNodes);
}

/** The state tree after changes. Every branch that may be on the way to them is asked for at once. */
export function updateTree(reader: Reader, changes: readonly StateChange[]): Promise<TreeUpdate> {
  const keys = changes.map(({ key }) => key);
  const ahead = reader.readTreeNodes(pathsTo(keys, LEVELS));
  return updateStateTree(changes, (paths) =>
    (paths[0]?.length ?? 0) < LEVELS ? ahead : reader.readTreeNodes(paths),
  );
}
