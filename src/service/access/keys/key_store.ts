import type { Tier } from "../../../generated/tiers.gen.ts";
import type { UnixSeconds } from "../../../units/mod.ts";

/** The stored record of an API key: never the key itself. */
export interface KeyRecord {
  /** Short id: the start of the hash's digits. */
  readonly id: string;
  /** How the key was hashed, and the hash as hex: `sha256:…`. */
  readonly hash: string;
  /** Holder, in lower case; the keys of one holder share rate limit and quota. */
  readonly email: string;
  /** Tier that it gives. */
  readonly tier: Tier;
  /** What its operator calls it; metrics tell its requests by it. */
  readonly label: string | null;
  /** Origins whose pages may present it, separated by spaces; null for any caller. */
  readonly origins: string | null;
  /** Time of issue. */
  readonly createdAt: UnixSeconds;
  /** When it stops being valid; null for never. */
  readonly expiresAt: UnixSeconds | null;
  /** Null while it is not revoked. */
  readonly revokedAt: UnixSeconds | null;
}

/** Columns of a record, in the order of the table. */
export const COLUMNS = {
  hash: "hash",
  id: "id",
  email: "email",
  tier: "tier",
  label: "label",
  origins: "origins",
  createdAt: "created_at",
  expiresAt: "expires_at",
  revokedAt: "revoked_at",
} as const satisfies Record<keyof KeyRecord, string>;

const NAMES = Object.keys(COLUMNS) as (keyof KeyRecord)[];

/** A record as a database selects it. */
export const RECORD: string = NAMES.map((name) => `${COLUMNS[name]} AS "${name}"`).join(", ");

/** The values of a record, in the order of the columns. */
export function valuesOf(record: KeyRecord): (string | number | null)[] {
  return NAMES.map((name) => record[name]);
}

/** What a key was used for. */
export interface KeyUse {
  readonly hash: string;
  /** Days since 1970, in UTC, that the counts are of. */
  readonly day: number;
  /** Requests and calls of that day, the refused ones included. */
  readonly requests: number;
  /** Those that a limit refused. */
  readonly refusals: number;
  /** Time of the last one. */
  readonly usedAt: UnixSeconds;
}

/** A use as a database selects it. */
export const USE = `hash, day, requests, refusals, used_at AS "usedAt"`;

/** Key requests of a subject on one day. */
export interface KeyRequests {
  /** The subject, such as `address:192.0.2.7`. */
  readonly subject: string;
  /** Days since 1970, in UTC. */
  readonly day: number;
}

/** Stores API keys. A write is persistent once its promise resolves. */
export interface KeyStore {
  /** Stores a record. */
  put(record: KeyRecord): Promise<void>;
  /** The record of a hash, whether it is valid or not. */
  find(hash: string): Promise<KeyRecord | undefined>;
  /** Every record, oldest first. */
  list(): Promise<KeyRecord[]>;
  /** Revokes the key of an id; false if there is none that is not revoked. */
  revoke(id: string, at: UnixSeconds): Promise<boolean>;
  /** Ends the key of an id at a time, unless it ends earlier. */
  expire(id: string, at: UnixSeconds): Promise<void>;
  /** Adds uses to those that are stored: those of the same day are counted together, an earlier day is forgotten. */
  addUses(uses: readonly KeyUse[]): Promise<void>;
  /** The last day of each key that was used. */
  listUses(): Promise<KeyUse[]>;
  /** Counts a key request, and deletes counts of earlier days; false if that day's `limit` is reached. */
  countRequest(requests: KeyRequests, limit: number): Promise<boolean>;
  /** Removes one counted request. */
  uncountRequest(requests: KeyRequests): Promise<void>;
  /** Closes the store. */
  close(): Promise<void>;
}
