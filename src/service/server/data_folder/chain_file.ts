import { existsSync } from "node:fs";

import { type Segment, SEGMENTS } from "../../../chains/mod.ts";
import {
  checkStore,
  describeDamage,
  dumpStore,
  type Store,
  type StoreProgress,
} from "../../chain/store/mod.ts";
import { openStoreFile, RENDER, storePath } from "./open_store.ts";

/** Where chains are persisted: a data folder on which no service runs, or a database that processes share. */
interface ChainPlace {
  /** The data folder. */
  readonly data?: string | undefined;
  /** `postgres://…` of the database, in place of a folder. */
  readonly store?: string | undefined;
}

/** A persisted chain. */
export interface ChainFile extends ChainPlace {
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
export function loadFleet(): Promise<typeof import("../../fleet/mod.ts")> {
  return import("../../fleet/mod.ts");
}

/**
 * Tells a folder from a database.
 *
 * @throws {TypeError} If not one of both is named.
 */
export function checkPlace({
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
    const damage = describeDamage(cause);
    throw damage === undefined
      ? cause
      : new Error(`Cannot read store at ${path}: ${damage}`, { cause });
  } finally {
    await store.close();
  }
}
