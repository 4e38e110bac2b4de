import { base64urlnopad } from "@scure/base";
import { OPERATIONS } from "../../../generated/service/operations.gen.ts";
import { zKeyRequest } from "../../../generated/wire/validators.gen.ts";
import type { Tier } from "../../../generated/tiers.gen.ts";
import type { UnixSeconds } from "../../../units/mod.ts";
import { safeParse } from "../../../zod/mod.ts";
import { randomBytes, sha256Hex } from "../../crypto.ts";
import type { KeyRecord, KeyStore } from "./key_store.ts";

/** Inputs of issuing a key. */
interface KeyOrder {
  /** Email of the holder. */
  readonly email: string;
  /** Tier that it gives. */
  readonly tier: Tier;
  /** Time of issue. */
  readonly now: UnixSeconds;
}

/** A new key, shown only once, and its stored record. */
interface NewKey {
  /** The key itself, which is stored nowhere. */
  readonly apiKey: string;
  /** Its stored record. */
  readonly record: KeyRecord;
}

const PREFIX = "ad_";
const KEY_BYTES = 32;
const ID_DIGITS = 12;
const EMAIL = OPERATIONS.requestKey.fields?.find(({ name }) => name === "email");

/**
 * Issues a key: 256 random bits after a readable prefix (extension). Only its hash is stored.
 *
 * @throws {RangeError} If the email is not one that `KeyRequest` in `openapi.yaml` allows.
 */
export async function issueKey(store: KeyStore, order: KeyOrder): Promise<NewKey> {
  const issued = keyOf(randomBytes(KEY_BYTES), order);
  await store.put(issued.record);
  return issued;
}

/** Issues a key of 32 given bytes, which anyone may know; issuing it again returns the same key. */
export async function issueKnownKey(
  secret: Uint8Array,
  store: KeyStore,
  order: KeyOrder,
): Promise<NewKey> {
  const issued = keyOf(secret, order);
  if (!(await store.find(issued.record.hash))) await store.put(issued.record);
  return issued;
}

function keyOf(secret: Uint8Array, { email, tier, now }: KeyOrder): NewKey {
  if (!safeParse(zKeyRequest, { email }).success)
    throw new RangeError(
      `Cannot issue key: email must be ${EMAIL?.expected}, got ${JSON.stringify(email)}`,
    );
  const apiKey = PREFIX + base64urlnopad.encode(secret);
  const hash = hashKey(apiKey);
  const record: KeyRecord = {
    id: hash.slice(2, 2 + ID_DIGITS),
    hash,
    email: email.toLowerCase(),
    tier,
    createdAt: now,
    revokedAt: null,
  };
  return { apiKey, record };
}

/** The hash that a key is stored as. */
function hashKey(apiKey: string): string {
  return sha256Hex(apiKey);
}

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
