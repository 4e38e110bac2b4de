import type { KeyStore } from "../access/keys/mod.ts";
import type { Migrated, MigrateOptions } from "../fleet/mod.ts";

export type { Migrated, MigrateOptions } from "../fleet/mod.ts";

/**
 * Makes or upgrades the schema of a database that several processes share.
 *
 * @throws {Error} If the database cannot be used, or processes of an earlier version run that could not go on.
 */
export async function migrate(options: MigrateOptions): Promise<Migrated> {
  const { migrateFleet } = await import("../fleet/mod.ts");
  return migrateFleet(options);
}

/**
 * Opens the API keys of a database that several processes share. Closing the keys closes the database.
 *
 * @param store `postgres://user:password@host:port/database`.
 * @throws {Error} If the database cannot be used or has no schema.
 */
export async function openSharedKeys(store: string): Promise<KeyStore> {
  const { openFleetKeys } = await import("../fleet/mod.ts");
  return openFleetKeys(store);
}
