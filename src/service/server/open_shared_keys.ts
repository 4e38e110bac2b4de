import { type KeyStore, openPostgresKeyStore } from "../access/keys/mod.ts";

/**
 * Opens the API keys of a database that several processes share. Closing the keys closes the database.
 *
 * @param store `postgres://user:password@host:port/database`.
 * @throws {Error} If the database cannot be used or has no schema.
 *
 * @example
 * ```ts
 * import { openSharedKeys } from "alphadelta/service";
 *
 * try {
 *   await openSharedKeys("postgres://service@127.0.0.1:1/alphadelta");
 * } catch (error) {
 *   console.log(String(error)); // nothing listens there
 * }
 * ```
 */
export async function openSharedKeys(store: string): Promise<KeyStore> {
  const { checkVersion } = await import("../fleet/mod.ts");
  const { openDatabase } = await import("../postgres.ts");
  const database = await openDatabase({ url: store, maximum: 1 });
  try {
    await checkVersion(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  const keys = openPostgresKeyStore(database);
  return {
    ...keys,
    async close() {
      await keys.close();
      await database.close();
    },
  };
}
