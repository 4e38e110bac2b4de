import { join } from "node:path";
import { type Segment, SEGMENTS } from "../../chains/mod.ts";
import { eventRender } from "../events/mod.ts";
import { openSqliteStore, type Render, type SqliteStoreOptions, type Store } from "../store/mod.ts";
import { restBlock, restBlockSummary, restTransaction } from "../views/mod.ts";
import { dataFile } from "./data_file.ts";

/** How records that never change are kept rendered: as REST shows them. */
export const RENDER: Render = {
  block: (block) => JSON.stringify(restBlock(block)),
  blockSummary: (block) => JSON.stringify(restBlockSummary(block)),
  transaction: (transaction) => JSON.stringify(restTransaction(transaction)),
};

/** The file of a segment in a data folder. */
export function storePath(segment: Segment, data: string): string {
  return join(data, fileName(segment));
}

/** Opens a store file as the service does. */
export function openStoreFile(
  path: string,
  options: Pick<SqliteStoreOptions, "create" | "check"> = {},
): Store {
  return openSqliteStore({ ...options, path, render: RENDER });
}

/**
 * Opens the store of a segment: in memory, or in a file of its own below `data`.
 *
 * @throws {Error} If the folder or the file cannot be used; the message names it.
 */
export async function openStore(segment: Segment, data: string | undefined): Promise<Store> {
  const render = { ...RENDER, events: eventRender(SEGMENTS[segment].chain) };
  return openSqliteStore({ path: await dataFile(data, fileName(segment)), render });
}

function fileName(segment: Segment): string {
  return `${segment}.sqlite`;
}
