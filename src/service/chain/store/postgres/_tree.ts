import {
  pathsTo,
  type StateChange,
  type TreeNode,
  type TreeNodes,
  type TreeUpdate,
  updateStateTree,
} from "../../state_tree/mod.ts";
import type { Write } from "./_write.ts";

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
export function writeTree({ session, sql }: Write, nodes: readonly TreeNode[]): void {
  const last = [...new Map(nodes.map(({ path, text }) => [path, text]))];
  const gone = last.flatMap(([path, text]) => (text === undefined ? [path] : []));
  const kept = last.flatMap(([path, text]) =>
    text === undefined ? [] : [{ path, bytes: `\\x${text}` }],
  );
  if (kept.length > 0) session.run(sql.putTreeNodes, [JSON.stringify(kept)]);
  if (gone.length > 0) session.run(sql.deleteTreeNodes, [gone]);
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
  const changes = values.flatMap(({ key, value }): StateChange[] =>
    key === null ? [] : [{ key, value: value ?? undefined }],
  );
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
