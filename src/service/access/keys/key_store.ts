import type { Tier } from "../../../generated/tiers.gen.ts";
import type { UnixSeconds } from "../../../units/mod.ts";

/** The stored record of an API key: never the key itself. */
export interface KeyRecord {
  /** Short id: the start of the hash. */
  readonly id: string;
  /** SHA-256 of the key, as hex. */
  readonly hash: string;
  /** Holder, in lower case; the keys of one holder share rate limit and quota. */
  readonly email: string;
  /** Tier that it gives. */
  readonly tier: Tier;
  /** Time of issue. */
  readonly createdAt: UnixSeconds;
  /** Null while the key is valid. */
  readonly revokedAt: UnixSeconds | null;
}

/** A record as a database selects it. */
export const RECORD = `id, hash, email, tier, created_at AS "createdAt", revoked_at AS "revokedAt"`;

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
  /** The record of a hash, revoked or not. */
  find(hash: string): Promise<KeyRecord | undefined>;
  /** Every record, oldest first. */
  list(): Promise<KeyRecord[]>;
  /** Revokes the key of an id; false if there is no valid one. */
  revoke(id: string, at: UnixSeconds): Promise<boolean>;
  /** Counts a key request, and deletes counts of earlier days; false if that day's `limit` is reached. */
  countRequest(requests: KeyRequests, limit: number): Promise<boolean>;
  /** Removes one counted request. */
  uncountRequest(requests: KeyRequests): Promise<void>;
  /** Closes the store. */
  close(): Promise<void>;
}
