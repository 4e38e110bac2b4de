import type { KeyStore } from "../access/keys/mod.ts";

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
  const { openFleetKeys } = await import("../fleet/mod.ts");
  return openFleetKeys(store);
}
