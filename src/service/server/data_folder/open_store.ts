import { statSync } from "node:fs";
import { join } from "node:path";
import { type Segment, SEGMENTS } from "../../../chains/mod.ts";
import { eventRender } from "../../api/events/mod.ts";
import { ACCOUNT } from "../../chain/ledger/mod.ts";
import {
  type ChainStore,
  openSqliteStore,
  type Render,
  type SqliteStoreOptions,
  type Store,
} from "../../chain/store/mod.ts";
import { blockText, restBlock, transactionText } from "../../api/views.ts";
import { dataFile, readSeed } from "./data_file.ts";
import { stat } from "node:fs/promises";
import { type KeyStore, openSqliteKeyStore } from "../../access/keys/mod.ts";

/** Renders immutable records once, as REST shows them. */
export const RENDER: Render = {
  block: (block) => JSON.stringify(restBlock(block)),
  blockSummary: blockText,
  transaction: transactionText,
  accountPrefix: ACCOUNT.key(""),
};

/** The same with the events of a segment. */
export function renderOf(segment: Segment): Render {
  return { ...RENDER, events: eventRender(SEGMENTS[segment].chain) };
}

/** The file of a segment in a data folder. */
export function storePath(segment: Segment, data: string): string {
  return join(data, storeName(segment));
}

/** Opens a store file as the service does. */
export function openStoreFile(
  path: string,
  options: Pick<SqliteStoreOptions, "create" | "check"> = {},
): ChainStore {
  return openSqliteStore({ ...options, path, render: RENDER });
}

/**
 * Opens the store of a segment: in memory, or in a file of its own below `data`.
 *
 * @param how When its writes count as done; bound, clock and epoch of its event log.
 * @throws {Error} If the folder or the file cannot be used; the message names it.
 */
export async function openStore(
  segment: Segment,
  data: string | undefined,
  how: Pick<SqliteStoreOptions, "durability" | "bound" | "clock" | "epoch"> = {},
): Promise<Store> {
  const render = renderOf(segment);
  const path = await dataFile(data, storeName(segment));
  if (data !== undefined) refuseEmptied(path, readSeed(data, segment) !== undefined);
  return openSqliteStore({ path, render, ...how });
}

/** A new chain must not take the place of one whose file was cut off; a process killed at its first start leaves no note. */
function refuseEmptied(path: string, isNoted: boolean): void {
  if (!isNoted || statSync(path, { throwIfNoEntry: false })?.size !== 0) return;
  throw new Error(
    `Cannot open store at ${path}: the file is empty, but had a chain: put a backup in its place, or remove the file to begin a new one`,
  );
}

/** The name of the file of a segment. */
export function storeName(segment: Segment): string {
  return `${segment}.sqlite`;
}

export const KEYS_FILE = "keys.sqlite";

/**
 * Opens the API keys of a data folder, or keys in memory without one.
 *
 * @throws {Error} If the folder or the file cannot be used; the message names it.
 */
export async function openKeys(data: string | undefined): Promise<KeyStore> {
  return openSqliteKeyStore(await dataFile(data, KEYS_FILE));
}

/**
 * Tells whether a data folder has API keys, or had; nothing is made.
 */
export async function hasKeys(data: string): Promise<boolean> {
  return stat(join(data, KEYS_FILE)).then(
    (found) => found.isFile(),
    () => false,
  );
}
