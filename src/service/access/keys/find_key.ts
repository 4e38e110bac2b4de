import { hashKey } from "./issue_key.ts";
import type { KeyRecord, KeyStore } from "./key_store.ts";

const LONGEST = 200;

/**
 * Finds whom a presented key belongs to; undefined for an unknown or revoked one.
 *
 * The key is looked up by its hash, so how long that takes tells nothing of keys that are near.
 */
export async function findKey(store: KeyStore, apiKey: string): Promise<KeyRecord | undefined> {
  if (apiKey.length > LONGEST) return undefined;
  const record = await store.find(hashKey(apiKey));
  return record?.revokedAt === null ? record : undefined;
}

/** Tells whether the key of a hash is known and not revoked. */
export async function isGoodKey(store: KeyStore, hash: string): Promise<boolean> {
  return (await store.find(hash))?.revokedAt === null;
}
