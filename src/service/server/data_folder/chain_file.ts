import { existsSync } from "node:fs";
import { type Segment, SEGMENTS } from "../../../chains/mod.ts";
import {
  type ChainStore,
  checkStore,
  CopyError,
  type CopyProgress,
  copyTables,
  openSqliteSnapshot,
  REMEDY,
} from "../../chain/store/mod.ts";
import type { FileLock } from "../../../file_lock.ts";
import { describeDamage } from "../../sqlite.ts";
import { lockFolder } from "./data_file.ts";
import { openStoreFile, RENDER, storePath } from "./open_store.ts";

/** Where chains are persisted: a data folder, or a database that processes share. */
export interface ChainPlace {
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

/** Loads the modules for PostgreSQL, which a data folder does not need. */
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

/** Called with each fault as it is found. */
type OnFault = (fault: string) => void;

/**
 * Checks a persisted chain in full. It is read as it was at the beginning, whatever a service writes meanwhile, and nothing
 * is changed.
 *
 * @throws {Error} If the chain is not there, its file is no store or one of another release, or cannot be read.
 */
export async function checkChain(chain: ChainFile, onFault: OnFault): Promise<void> {
  await readChain(chain, async (store) => {
    for await (const fault of checkStore(store, RENDER, chain.segment)) onFault(fault);
  });
}

/** Reads a chain as of one moment. */
async function readChain<T>(
  { segment, ...place }: ChainFile,
  read: (store: ChainStore) => Promise<T>,
): Promise<T> {
  const { data, store } = checkPlace(place);
  if (store !== undefined)
    return (await loadFleet()).readStoredChain({ store, segment, render: RENDER }, read);
  const path = storePath(segment, data);
  return use(openSqliteSnapshot({ path, render: RENDER }), read).catch((cause: unknown) => {
    const damage = describeDamage(cause, REMEDY);
    throw damage === undefined
      ? cause
      : new Error(`Cannot read store at ${path}: ${damage}`, { cause });
  });
}

/** Closes a store after its use. */
async function use<T>(store: ChainStore, work: (store: ChainStore) => Promise<T>): Promise<T> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Options of {@linkcode copyChain}. */
interface CopyOptions {
  readonly segment: Segment;
  /** Read as of one moment, also while services run on it. */
  readonly from: ChainPlace;
  /** A data folder is made where there is none. No service may run on it, nor a writer on a database. */
  readonly to: ChainPlace;
  readonly onProgress: CopyProgress;
  readonly onFault: OnFault;
}

/** A chain that was copied. */
export interface CopiedChain {
  readonly height: number;
  readonly hash: string;
  readonly transactions: number;
  readonly pending: number;
}

/**
 * Copies a chain where there is none yet, table by table, and checks the copy in full. It appears there when all of it is
 * there and sound, not before.
 *
 * @returns The copy; `faulty` where it has faults, `empty` where there is none to copy: nothing was copied then.
 * @throws {Error} If there is a chain already, or a folder or database cannot be used.
 */
export async function copyChain(options: CopyOptions): Promise<CopiedChain | "empty" | "faulty"> {
  const { segment, from, to, onProgress, onFault } = options;
  let lock: FileLock | undefined;
  try {
    return await readChain({ ...from, segment }, async (source) => {
      const head = await source.head();
      if (!head) return "empty";
      lock = await lockFolder(checkPlace(to).data);
      return useChain({ ...to, segment }, (target) =>
        copyTables(source, target, onProgress, async () => {
          let faults = 0;
          for await (const fault of checkStore(target, RENDER, segment)) {
            faults++;
            onFault(fault);
          }
          if (faults > 0) throw new FaultyCopy();
          const { height, hash } = head.block;
          const pending = (await target.listPending()).length;
          return { height, hash, transactions: head.totalTransactions, pending };
        }),
      );
    });
  } catch (error) {
    if (error instanceof FaultyCopy) return "faulty";
    if (!(error instanceof CopyError)) throw error;
    const { data } = checkPlace(to);
    const where = data === undefined ? `${segment} of the database` : storePath(segment, data);
    throw new Error(`Cannot copy into ${where}: ${error.message}`, { cause: error });
  } finally {
    lock?.release();
  }
}

/** Ends the copy of a chain whose faults have been told. */
class FaultyCopy extends Error {}

async function useChain<T>(
  { segment, ...place }: ChainFile,
  work: (store: ChainStore) => Promise<T>,
): Promise<T> {
  const { data, store } = checkPlace(place);
  if (store === undefined)
    return use(openStoreFile(storePath(segment, data), { check: false }), work);
  return (await loadFleet()).useStoredChain({ store, segment, render: RENDER }, work);
}
