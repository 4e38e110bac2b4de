import {
  pathsTo,
  type StateChange,
  type TreeNode,
  type TreeNodes,
  type TreeUpdate,
  updateStateTree,
} from "../../state_tree/mod.ts";
import { planTree } from "../_plan.ts";
import { toChange } from "../_rows.ts";
import { toJson, type Write } from "./transact.ts";

interface NodeRow {
  readonly is_found: true | null;
  readonly path: string;
  readonly bytes: Buffer;
}

/** Levels of the tree that are read at once: a tree of a million keys has seven or eight. */
const LEVELS = 10;

/** Reads branches of the state tree from the rows of a statement. */
export function toTreeNodes(rows: readonly NodeRow[]): TreeNodes {
  return new Map(
    rows.flatMap(({ is_found, path, bytes }) => (is_found ? [[path, bytes.toString("hex")]] : [])),
  );
}

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
  const { session, sql } = write;
  const keys = await session.rows<{ key: string }>(sql.changedKeys, [firstState]);
  const values = await session.rows<{ key: string; value: string | null }>(sql.state, [
    keys.map(({ key }) => key),
    height,
  ]);
  const changes = values.filter(({ key }) => key !== null).map(toChange);
  writeTree(write, (await updateTree(write, changes)).treeNodes);
}

/** The state tree after changes. Every branch that may be on the way to them is asked for at once. */
export function updateTree(
  { session, sql }: Pick<Write, "session" | "sql">,
  changes: readonly StateChange[],
): Promise<TreeUpdate> {
  const read = async (paths: readonly string[]): Promise<TreeNodes> =>
    toTreeNodes(await session.rows<NodeRow>(sql.treeNodes, [paths]));
  const keys = changes.map(({ key }) => key);
  const ahead = read(pathsTo(keys, LEVELS));
  return updateStateTree(changes, (paths) =>
    (paths[0]?.length ?? 0) < LEVELS ? ahead : read(paths),
  );
}
