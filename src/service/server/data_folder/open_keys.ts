import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type KeyStore, openSqliteKeyStore } from "../../access/keys/mod.ts";
import { dataFile } from "./data_file.ts";

/** The file of the keys. */
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
