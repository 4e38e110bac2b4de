import { base64urlnopad } from "@scure/base";
import { OPERATIONS } from "../../../generated/service/operations.gen.ts";
import { zKeyRequest } from "../../../generated/wire/validators.gen.ts";
import type { Tier } from "../../../generated/tiers.gen.ts";
import { fromUnixSeconds, type UnixSeconds } from "../../../units/mod.ts";
import { safeParse } from "../../../zod/mod.ts";
import { randomBytes, sha256Hex, slowHash } from "../../crypto.ts";
import { createLru } from "../../lru_cache.ts";
import type { AskBounds, KeyRecord, KeyStore } from "./key_store.ts";

/** Inputs of issuing a key. */
export interface KeyOrder {
  /** Email of the holder. */
  readonly email: string;
  /** Tier of the key. */
  readonly tier: Tier;
  /** Time of issue. */
  readonly now: UnixSeconds;
  /** The operator's name for the key. */
  readonly label?: string | undefined;
  /** Origins whose pages may send the key, such as `https://app.example`. @default any caller */
  readonly origins?: readonly string[] | undefined;
  /** Time of expiry. @default never */
  readonly expiresAt?: UnixSeconds | undefined;
}

/** The requester of a key, and its subject for the limits. The subject of an operator's key is its holder. */
type KeySource = Partial<Pick<KeyRecord, "subject" | "askedBy">>;

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
const LABEL = /^[\w.-]{1,40}$/;
const EMAIL = OPERATIONS.requestKey.fields?.find(({ name }) => name === "email");

/**
 * Issues a key: 256 random bits after a readable prefix (extension). Only its hash is stored.
 *
 * @throws {RangeError} If `KeyRequest` in `openapi.yaml` does not allow the email, or label or origins are not allowed.
 */
export async function issueKey(store: KeyStore, order: KeyOrder): Promise<NewKey> {
  return putKey(store, order, {});
}

async function putKey(store: KeyStore, order: KeyOrder, source: KeySource): Promise<NewKey> {
  const issued = newKeyOf(randomBytes(KEY_BYTES), order, source);
  await store.put(issued.record);
  return issued;
}

/** The requester of a key, and the limits on requests. */
export interface KeyAsk extends AskBounds {
  /** Pseudonym of the requester's address. */
  readonly askedBy: string;
  /** The 32 bytes of a key that need not be secret: a repeated request returns the same key. @default random */
  readonly secret?: Uint8Array | undefined;
}

/**
 * Issues a key at the request of a caller. The key is a subject of its own, since the email is not verified.
 *
 * @returns The new key, or the limit that forbids it.
 */
export async function askForKey(
  store: KeyStore,
  order: KeyOrder,
  { askedBy, secret, ...bounds }: KeyAsk,
): Promise<NewKey | keyof AskBounds> {
  const requested = newKeyOf(secret ?? randomBytes(KEY_BYTES), order, { askedBy });
  if (secret && (await store.find(requested.record.hash))) return requested;
  return (await store.ask({ ...requested.record, askedBy }, bounds)) ?? requested;
}

function newKeyOf(secret: Uint8Array, order: KeyOrder, source: KeySource): NewKey {
  const { email, tier, now, label = null, origins, expiresAt = null } = order;
  if (!safeParse(zKeyRequest, { email }).success)
    throw notAllowed("email", `${EMAIL?.expected}`, email);
  if (label !== null && !LABEL.test(label))
    throw notAllowed("label", "1 to 40 letters, digits, . _ -", label);
  const wrong = origins?.find((origin) => originIn(origin) !== origin);
  if (wrong !== undefined || origins?.length === 0) {
    const example = originIn(wrong ?? "") ?? "https://app.example";
    throw notAllowed("origins", `origins such as ${example}`, wrong ?? "none");
  }
  const apiKey = PREFIX + base64urlnopad.encode(secret);
  const hash = hashKey(apiKey);
  const id = hash.slice(hash.indexOf(":") + 1).slice(0, ID_DIGITS);
  const holder = email.toLowerCase();
  const { askedBy = null, subject = askedBy === null ? `email:${holder}` : `key:${id}` } = source;
  const record = {
    ...{ id, hash, email: holder, tier, label, origins: origins?.join(" ") ?? null },
    ...{ createdAt: now, expiresAt, revokedAt: null, subject, askedBy },
  };
  return { apiKey, record };
}

/** The `Origin` that browsers send for a page at an address; undefined if no page can have the address. */
function originIn(address: string): string | undefined {
  const url = URL.parse(address);
  const isOfPages = url !== null && /^https?:$/.test(url.protocol) && !url.hostname.includes("*");
  return isOfPages ? url.origin : undefined;
}

function notAllowed(name: string, expected: string, value: string): RangeError {
  return new RangeError(
    `Cannot issue key: ${name} must be ${expected}, got ${JSON.stringify(value)}`,
  );
}

/** The stored hash of a key, prefixed with its algorithm so that another one can be added. */
function hashKey(apiKey: string): string {
  return `sha256:${sha256Hex(apiKey).slice(2)}`;
}

/** A key that replaces another one. */
interface RotatedKey extends NewKey {
  /** Expiry of the old key. */
  readonly keptUntil: UnixSeconds;
}

/**
 * Issues a key that replaces another one, with the same properties and the same limits for both together. The old key stays
 * valid until `keptUntil`, or until its own expiry if that is earlier, so that the holder has time to switch.
 *
 * @param order The expiry of the new key, by default after the lifetime of the old one.
 * @returns Undefined if the id belongs to no valid key.
 */
export async function rotateKey(
  store: KeyStore,
  id: string,
  keptUntil: UnixSeconds,
  { now, expiresAt }: Pick<KeyOrder, "now" | "expiresAt">,
): Promise<RotatedKey | undefined> {
  const old = (await store.list()).find((record) => record.id === id);
  if (!old || whyInvalid(old, now) !== undefined) return undefined;
  const { email, tier, label, origins, subject, askedBy } = old;
  const properties = { email, tier, label: label ?? undefined, origins: origins?.split(" ") };
  const sameTime = old.expiresAt === null ? undefined : now + old.expiresAt - old.createdAt;
  const order = { ...properties, now, expiresAt: expiresAt ?? sameTime };
  const issued = await putKey(store, order, { subject, askedBy });
  await store.expire(id, keptUntil);
  return { ...issued, keptUntil: Math.min(keptUntil, old.expiresAt ?? Infinity) };
}

/** Maximum length of a presented key. */
const MAX_LENGTH = 200;

/**
 * Finds the record of a presented key, or the reason why the key is not valid at a time.
 *
 * The lookup is by hash, so its timing reveals nothing about similar keys.
 */
export async function findKey(
  store: KeyStore,
  apiKey: string,
  now: UnixSeconds,
): Promise<KeyRecord | string> {
  const record = apiKey.length > MAX_LENGTH ? undefined : await store.find(hashKey(apiKey));
  return whyInvalid(record, now) ?? (record as KeyRecord);
}

/** Tells whether {@linkcode findKey} answers from memory, without a database. */
export function isAtHand(store: KeyStore, apiKey: string): boolean {
  return apiKey.length > MAX_LENGTH || store.isAtHand?.(hashKey(apiKey)) !== false;
}

/** The reason why a key is not valid at a time; undefined for a valid key. A revoked key is reported as unknown. */
export function whyInvalid(record: KeyRecord | undefined, now: UnixSeconds): string | undefined {
  if (record?.revokedAt !== null) return "The API key is unknown";
  const { expiresAt } = record;
  if (expiresAt === null || now < expiresAt) return undefined;
  return `The API key expired at ${fromUnixSeconds(expiresAt).toISOString()}`;
}

/** Maximum number of cached pseudonyms. */
const MAX_NAMES = 10_000;

/**
 * Makes pseudonyms of addresses for a store of keys: hashes with the salt of the store, so slow that a search through all of
 * IPv4 takes a core some months.
 */
export function createAddressNames(
  store: Pick<KeyStore, "salt">,
): (subject: string) => Promise<string> {
  /** A hash takes milliseconds, so a repeated request does not compute it again. */
  const names = createLru<string, Promise<string>>(MAX_NAMES, (subject) => {
    const name = store.salt().then((salt) => slowHash(subject, salt));
    name.catch(() => names.delete(subject));
    return name;
  });
  return (subject) => names.memo(subject);
}
