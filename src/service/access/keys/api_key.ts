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
  /** Tier that it gives. */
  readonly tier: Tier;
  /** Time of issue. */
  readonly now: UnixSeconds;
  /** The operator's name for it. */
  readonly label?: string | undefined;
  /** Origins whose pages may present it, such as `https://app.example`. @default any caller */
  readonly origins?: readonly string[] | undefined;
  /** When it stops being valid. @default never */
  readonly expiresAt?: UnixSeconds | undefined;
}

/** The requester of a key, and the subject that limits count it by. Without one, as for a key of an operator, the holder counts. */
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
 * @throws {RangeError} If the email is not one that `KeyRequest` in `openapi.yaml` allows, or label or origins are none.
 */
export async function issueKey(store: KeyStore, order: KeyOrder): Promise<NewKey> {
  return putKey(store, order, {});
}

async function putKey(store: KeyStore, order: KeyOrder, source: KeySource): Promise<NewKey> {
  const issued = keyOf(randomBytes(KEY_BYTES), order, source);
  await store.put(issued.record);
  return issued;
}

/** The requester of a key, and the limits on requests. */
export interface KeyAsk extends AskBounds {
  /** Name of the address, which does not tell it. */
  readonly askedBy: string;
  /** The 32 bytes of the key, where anyone may know it: asking for it again returns the same key. @default random */
  readonly secret?: Uint8Array | undefined;
}

/**
 * Issues a key to a caller: it counts by itself, since nobody knows that the email is theirs.
 *
 * @returns The bound that forbids it, where one does.
 */
export async function askForKey(
  store: KeyStore,
  order: KeyOrder,
  { askedBy, secret, ...bounds }: KeyAsk,
): Promise<NewKey | keyof AskBounds> {
  const asked = keyOf(secret ?? randomBytes(KEY_BYTES), order, { askedBy });
  if (secret && (await store.find(asked.record.hash))) return asked;
  return (await store.ask({ ...asked.record, askedBy }, bounds)) ?? asked;
}

function keyOf(secret: Uint8Array, order: KeyOrder, source: KeySource): NewKey {
  const { email, tier, now, label = null, origins, expiresAt = null } = order;
  if (!safeParse(zKeyRequest, { email }).success) throw fault("email", `${EMAIL?.expected}`, email);
  if (label !== null && !LABEL.test(label))
    throw fault("label", "1 to 40 letters, digits, . _ -", label);
  const wrong = origins?.find((origin) => originIn(origin) !== origin);
  if (wrong !== undefined || origins?.length === 0) {
    const meant = originIn(wrong ?? "") ?? "https://app.example";
    throw fault("origins", `origins such as ${meant}`, wrong ?? "none");
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

/** The `Origin` that browsers send for a page of this address; undefined where no page has it. */
function originIn(address: string): string | undefined {
  const url = URL.parse(address);
  const isOfPages = url !== null && /^https?:$/.test(url.protocol) && !url.hostname.includes("*");
  return isOfPages ? url.origin : undefined;
}

function fault(name: string, expected: string, given: string): RangeError {
  return new RangeError(
    `Cannot issue key: ${name} must be ${expected}, got ${JSON.stringify(given)}`,
  );
}

/** The hash that a key is stored as, with how it was made: another way would stand beside this one. */
function hashKey(apiKey: string): string {
  return `sha256:${sha256Hex(apiKey).slice(2)}`;
}

/** A key in the place of another one. */
interface RotatedKey extends NewKey {
  /** When the other one ends. */
  readonly keptUntil: UnixSeconds;
}

/**
 * Issues a key that takes the place of another one, with all that this one has: both count together. The other one is valid
 * until `keptUntil`, unless it ends earlier, so that its holder has time to change it.
 *
 * @param order When the new key ends, by default as long after its issue as the other one does.
 * @returns Undefined if there is no valid key of the id.
 */
export async function rotateKey(
  store: KeyStore,
  id: string,
  keptUntil: UnixSeconds,
  { now, expiresAt }: Pick<KeyOrder, "now" | "expiresAt">,
): Promise<RotatedKey | undefined> {
  const old = (await store.list()).find((one) => one.id === id);
  if (!old || whyInvalid(old, now) !== undefined) return undefined;
  const { email, tier, label, origins, subject, askedBy } = old;
  const kept = { email, tier, label: label ?? undefined, origins: origins?.split(" ") };
  const sameTime = old.expiresAt === null ? undefined : now + old.expiresAt - old.createdAt;
  const order = { ...kept, now, expiresAt: expiresAt ?? sameTime };
  const issued = await putKey(store, order, { subject, askedBy });
  await store.expire(id, keptUntil);
  return { ...issued, keptUntil: Math.min(keptUntil, old.expiresAt ?? Infinity) };
}

const LONGEST = 200;

/**
 * Finds the record of a presented key that is valid at a time; else says why it is refused.
 *
 * The lookup is by hash, so its timing reveals nothing about similar keys.
 */
export async function findKey(
  store: KeyStore,
  apiKey: string,
  now: UnixSeconds,
): Promise<KeyRecord | string> {
  const record = apiKey.length > LONGEST ? undefined : await store.find(hashKey(apiKey));
  return whyInvalid(record, now) ?? (record as KeyRecord);
}

/** Tells whether {@linkcode findKey} knows of a key, or that there is none, without asking a database. */
export function isAtHand(store: KeyStore, apiKey: string): boolean {
  return apiKey.length > LONGEST || store.isAtHand?.(hashKey(apiKey)) !== false;
}

/** Says why a key is not valid at a time; undefined while it is. A revoked key is as one that never was. */
export function whyInvalid(record: KeyRecord | undefined, now: UnixSeconds): string | undefined {
  if (record?.revokedAt !== null) return "The API key is unknown";
  const { expiresAt } = record;
  if (expiresAt === null || now < expiresAt) return undefined;
  return `The API key expired at ${fromUnixSeconds(expiresAt).toISOString()}`;
}

/** Most names that are remembered. */
const REMEMBERED = 10_000;

/**
 * Names addresses for a store of keys, so that what is stored does not tell them: by a hash with the salt of the store, of
 * which trying all of IPv4 takes a core some months.
 */
export function createAddressNames(
  store: Pick<KeyStore, "salt">,
): (subject: string) => Promise<string> {
  /** Names take milliseconds: who asks again, refused or not, costs them once. */
  const names = createLru<string, Promise<string>>(REMEMBERED, (subject) => {
    const name = store.salt().then((salt) => slowHash(subject, salt));
    name.catch(() => names.delete(subject));
    return name;
  });
  return (subject) => names.memo(subject);
}
