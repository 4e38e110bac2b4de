import { base64urlnopad } from "@scure/base";
import type { Tier } from "../../generated/tiers.gen.ts";
import type { UnixSeconds } from "../../units/mod.ts";
import { randomBytes, sha256Hex } from "../crypto.ts";
import type { KeyRecord, KeyStore } from "./key_store.ts";

/** For whom a key is issued. */
export interface KeyOrder {
  /** Who holds it. */
  readonly email: string;
  /** What it allows. */
  readonly tier: Tier;
  /** When it is issued. */
  readonly now: UnixSeconds;
}

/** A new key, shown this once, and what is kept of it. */
export interface IssuedKey {
  /** The key itself, which is kept nowhere. */
  readonly apiKey: string;
  /** What is kept of it. */
  readonly record: KeyRecord;
}

const PREFIX = "ad_";
const KEY_BYTES = 32;
const ID_DIGITS = 12;

/**
 * Issues a key: 256 random bits after a readable prefix (decided). The store gets its hash alone.
 *
 * @example
 * ```ts
 * import { issueKey, openKeys } from "alphadelta/service";
 *
 * const keys = await openKeys(undefined);
 * const now = Math.floor(Date.now() / 1000);
 * const { apiKey, record } = await issueKey(keys, { email: "reader@example.org", tier: "Enterprise", now });
 * console.log(apiKey.length, record.id);
 * await keys.close();
 * ```
 */
export async function issueKey(
  store: KeyStore,
  { email, tier, now }: KeyOrder,
): Promise<IssuedKey> {
  const apiKey = PREFIX + base64urlnopad.encode(randomBytes(KEY_BYTES));
  const hash = hashKey(apiKey);
  const record: KeyRecord = {
    id: hash.slice(2, 2 + ID_DIGITS),
    hash,
    email: email.toLowerCase(),
    tier,
    createdAt: now,
    revokedAt: null,
  };
  await store.put(record);
  return { apiKey, record };
}

/** What stands for a key in the store. */
export function hashKey(apiKey: string): string {
  return sha256Hex(apiKey);
}
