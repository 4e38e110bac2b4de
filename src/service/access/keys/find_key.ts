import { hashKey } from "./issue_key.ts";
import type { KeyRecord, KeyStore } from "./key_store.ts";

const LONGEST = 200;

/**
 * Finds the record of a presented key; undefined for an unknown or revoked one.
 *
 * The lookup is by hash, so its timing reveals nothing about similar keys.
 */
export async function findKey(store: KeyStore, apiKey: string): Promise<KeyRecord | undefined> {
  if (apiKey.length > LONGEST) return undefined;
  const record = await store.find(hashKey(apiKey));
  return record?.revokedAt === null ? record : undefined;
}

/** Returns true if the key of a hash is known and not revoked. */
export async function isGoodKey(store: KeyStore, hash: string): Promise<boolean> {
  return (await store.find(hash))?.revokedAt === null;
}
