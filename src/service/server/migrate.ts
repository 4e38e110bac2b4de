import type { Migrated, MigrateOptions } from "../fleet/mod.ts";

export type { Migrated, MigrateOptions, Migration } from "../fleet/mod.ts";

/**
 * Makes or upgrades the schema of a database that several processes share. What earlier versions need stays until it is
 * called with `contract`.
 *
 * @throws {Error} If the database cannot be used, or a process of an earlier version runs and the schema is to be
 *   contracted.
 */
export async function migrate(options: MigrateOptions): Promise<Migrated> {
  const { migrateFleet } = await import("../fleet/mod.ts");
  return migrateFleet(options);
}
