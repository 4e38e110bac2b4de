import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "../../../builtins.ts";
import type { Store } from "../store.ts";
import { storeOn } from "./_store_on.ts";
import type { SqliteStoreOptions } from "./sqlite_store_options.ts";

/** SQLite's result codes for a damaged file: `SQLITE_CORRUPT` and `SQLITE_NOTADB`. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26]);

/**
 * The message of an error that tells of a damaged file, with the remedy; undefined for any other error.
 *
 * @param remedy What to do once the file is moved away.
 */
export function describeDamage(
  error: unknown,
  remedy = "load a dump of the chain in its place",
): string | undefined {
  if (!(error instanceof Error) || !("errcode" in error)) return undefined;
  // An extended code has the one that it refines in its lowest eight bits.
  if (!DAMAGED.has(Number(error.errcode) & 0xff)) return undefined;
  return `${error.message}; the file is damaged: move it away and ${remedy}, or use another folder`;
}

const IN_MEMORY = ":memory:";

/**
 * Opens a store in a SQLite file or in memory.
 *
 * A file has one process at a time. What was written is still there after the process was killed; after a loss of
 * power the last moments may be missing, and what is there is whole.
 *
 * @throws {Error} If the file or its folder cannot be used, is no database, is in use, has another schema version, or
 *   holds blocks whose end does not fit together.
 */
export function openSqliteStore(options: SqliteStoreOptions): Store {
  const { path = IN_MEMORY, create = true } = options;
  let database: DatabaseSync | undefined;
  try {
    if (path !== IN_MEMORY) prepareFile(path, create);
    database = new DatabaseSync(path);
    return storeOn(database, options);
  } catch (error) {
    database?.close();
    const detail =
      describeDamage(error) ?? (error instanceof Error ? error.message : String(error));
    throw new Error(`Cannot open store at ${path}: ${detail}`, { cause: error });
  }
}

function prepareFile(path: string, create: boolean): void {
  if (create) mkdirSync(dirname(path), { recursive: true });
  else {
    const file = statSync(path, { throwIfNoEntry: false });
    if (!file) throw new Error("there is no such file");
    if (file.size === 0) throw new Error("it is empty: load a dump of the chain in its place");
  }
  // Reading writes too: SQLite keeps its log beside the file, and calls a folder that takes none a disk I/O error.
  accessSync(dirname(path), constants.W_OK);
}
