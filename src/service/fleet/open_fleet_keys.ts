import { type KeyStore, openPostgresKeyStore } from "../access/keys/mod.ts";
import { openDatabase } from "../postgres.ts";
import { checkVersion } from "./_check_version.ts";

/**
 * Opens the API keys of a fleet, with a database of its own that closes with them.
 *
 * @throws {Error} If the database cannot be used or has no schema.
 */
export async function openFleetKeys(url: string): Promise<KeyStore> {
  const database = await openDatabase({ url, maximum: 1 });
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
