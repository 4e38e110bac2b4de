import type { Migrated, MigrateOptions } from "../fleet/mod.ts";

export type { Migrated, MigrateOptions } from "../fleet/mod.ts";

/**
 * Makes or upgrades the schema of a database that several processes share. What earlier versions need stays until it is
 * called with `contract`.
 *
 * @throws {Error} If the database cannot be used, or a process of an earlier version runs and the schema is to be
 *   contracted.
 *
 * @example
 * ```ts
 * import { migrate } from "alphadelta/service";
 *
 * try {
 *   await migrate({ store: "postgres://owner@127.0.0.1:1/alphadelta" });
 * } catch (error) {
 *   console.log(String(error)); // nothing listens there
 * }
 * ```
 */
export async function migrate(options: MigrateOptions): Promise<Migrated> {
  const { migrateFleet } = await import("../fleet/mod.ts");
  return migrateFleet(options);
}
