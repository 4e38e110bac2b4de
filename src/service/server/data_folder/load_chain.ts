import { existsSync } from "node:fs";
import { link, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";

import { type Loaded, loadStore, type LoadOptions } from "../../chain/store/mod.ts";
import { type ChainFile, checkPlace, loadFleet } from "./chain_file.ts";
import { dataFile } from "./_data_file.ts";
import { openStoreFile, renderOf, storePath } from "./open_store.ts";

/** Options of `loadChain`. */
interface LoadChainOptions extends ChainFile, LoadOptions {}

/**
 * Replays a dump into a data folder or a database that has no such chain yet. The chain appears there when all of it is
 * there and right, not before; in a database, its pending transactions come right after it.
 *
 * @throws {TypeError} If neither or both of `data` and `store` are named.
 * @throws {SyntaxError} If a line of the dump is missing, altered or out of place; the message names it.
 * @throws {Error} If there is such a chain, or the folder or database cannot be used.
 */
export async function loadChain(options: LoadChainOptions): Promise<Loaded> {
  const { segment } = options;
  const { data, store: url } = checkPlace(options);
  if (url === undefined) return loadFile(data, options);
  const { loadStoredChain } = await loadFleet();
  const render = renderOf(segment);
  return loadStoredChain({ store: url, segment, render }, (store) => loadStore(store, options));
}

async function loadFile(data: string, options: LoadChainOptions): Promise<Loaded> {
  const { segment } = options;
  const target = storePath(segment, data);
  const isNew = !existsSync(data);
  await dataFile(data, "");
  await removeEmptyStore(target);
  const temporary = join(data, `${segment}.loading.sqlite`);
  await removeLeftOver(temporary);
  const store = openStoreFile(temporary);
  try {
    const loaded = await loadStore(store, options);
    await store.close();
    await moveInPlace(temporary, target);
    return loaded;
  } finally {
    // Closed already where it was loaded; else why not matters more than what closing it meets.
    await store.close().catch(() => undefined);
    await removeFiles(temporary);
    // It stays where anything is in it.
    if (isNew) await rmdir(data).catch(() => undefined);
  }
}

/**
 * A store that was opened and never given a block may go; anything else stays and is refused. Where only the log of a
 * database lies that is gone, it goes too: SQLite would write it over the one that takes its place.
 */
async function removeEmptyStore(path: string): Promise<void> {
  if (!existsSync(path)) return removeFiles(path);
  const store = openStoreFile(path, { check: false });
  const head = await store.head();
  const pending = await store.listPending();
  await store.close();
  if (head || pending.length > 0) {
    const held = head ? `blocks up to ${head.block.height}` : `${pending.length} transactions`;
    throw new Error(`Cannot load into ${path}: it must be empty or missing, but it holds ${held}`);
  }
  await removeFiles(path);
}

/** Removes what a load that was killed left. One that still runs has it open, and opening it fails. */
async function removeLeftOver(path: string): Promise<void> {
  if (existsSync(path)) await openStoreFile(path, { check: false }).close();
  await removeFiles(path);
}

/** A link fails where a file has appeared meanwhile; a rename would replace it. */
async function moveInPlace(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot load into ${to}: ${reason}`, { cause });
  }
}

async function removeFiles(path: string): Promise<void> {
  for (const end of ["", "-wal", "-shm", "-journal"]) await rm(path + end, { force: true });
}
