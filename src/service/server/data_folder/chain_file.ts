import { existsSync } from "node:fs";
import { link, rm, rmdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../../../durable_files.ts";
import { type Segment, SEGMENTS } from "../../../chains/mod.ts";
import {
  checkStore,
  dumpStore,
  type Loaded,
  type LoadOptions,
  loadStore,
  type Store,
  type StoreProgress,
} from "../../chain/store/mod.ts";
import { describeDamage } from "../../sqlite.ts";
import { dataFile } from "./data_file.ts";
import { openStoreFile, RENDER, renderOf, storePath } from "./open_store.ts";

/** Where chains are persisted: a data folder on which no service runs, or a database that processes share. */
interface ChainPlace {
  /** The data folder. */
  readonly data?: string | undefined;
  /** `postgres://…` of the database, in place of a folder. */
  readonly store?: string | undefined;
}

/** A persisted chain. */
interface ChainFile extends ChainPlace {
  /** The segment whose chain it is. */
  readonly segment: Segment;
}

/**
 * The segments that a data folder has a file of, or a database tables.
 *
 * @throws {TypeError} If not one of both is named.
 * @throws {Error} If the database cannot be used.
 */
export async function storedSegments(place: ChainPlace): Promise<Segment[]> {
  const { data, store } = checkPlace(place);
  if (store !== undefined) return (await loadFleet()).sharedSegments(store);
  const all = Object.keys(SEGMENTS) as Segment[];
  return all.filter((segment) => existsSync(storePath(segment, data)));
}

/** Loads what reads a database, which folders do without. */
function loadFleet(): Promise<typeof import("../../fleet/mod.ts")> {
  return import("../../fleet/mod.ts");
}

/**
 * Tells a folder from a database.
 *
 * @throws {TypeError} If not one of both is named.
 */
function checkPlace({
  data,
  store,
}: ChainPlace):
  | { readonly data: string; readonly store?: undefined }
  | { readonly data?: undefined; readonly store: string } {
  if (data !== undefined && store === undefined) return { data };
  if (store !== undefined && data === undefined) return { store };
  throw new TypeError("Cannot find the chain: name either data or store");
}

/**
 * Checks a persisted chain in full: gives a sentence for each fault, none for a sound chain. Nothing is changed; in a
 * database the chain is as it was at the beginning, whatever is written meanwhile.
 *
 * @throws {Error} If the chain is not there, its file is in use, is no store or one of another release, or cannot be read.
 */
export async function* checkChain(chain: ChainFile): AsyncGenerator<string> {
  yield* readChain(chain, { check: false }, (store) => checkStore(store, RENDER));
}

/**
 * Writes a persisted chain as lines of JSON, one block at a time. Nothing is changed; in a database the chain is as it was
 * at the beginning, whatever is written meanwhile.
 *
 * @throws {Error} If the chain is not there, its file is in use, is no sound store or one of another release, or it holds
 *   no blocks.
 */
export async function* dumpChain(
  chain: ChainFile,
  onProgress?: StoreProgress,
): AsyncGenerator<string> {
  yield* readChain(chain, { check: true }, (store) => dumpStore(store, onProgress));
}

async function* readChain(
  { segment, ...place }: ChainFile,
  how: { readonly check: boolean },
  read: (store: Store) => AsyncIterable<string>,
): AsyncGenerator<string> {
  const { data, store } = checkPlace(place);
  if (store === undefined) yield* readFile(storePath(segment, data), how, read);
  else yield* (await loadFleet()).readStoredChain({ store, segment, render: RENDER }, read);
}

/** Reads a file from beginning to end, and changes nothing in it. */
async function* readFile(
  path: string,
  { check }: { readonly check: boolean },
  read: (store: Store) => AsyncIterable<string>,
): AsyncGenerator<string> {
  const store = openStoreFile(path, { create: false, check });
  try {
    yield* read(store);
  } catch (cause) {
    const damage = describeDamage(cause, "load a dump of the chain in its place");
    throw damage === undefined
      ? cause
      : new Error(`Cannot read store at ${path}: ${damage}`, { cause });
  } finally {
    await store.close();
  }
}

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

/** Names a file that is on the disk. A link fails where a file has appeared meanwhile; a rename would replace it. */
async function moveInPlace(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
    syncFolder(dirname(to));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Cannot load into ${to}: ${reason}`, { cause });
  }
}

async function removeFiles(path: string): Promise<void> {
  for (const end of ["", "-wal", "-shm", "-journal"]) await rm(path + end, { force: true });
}
