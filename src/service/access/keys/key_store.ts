import type { Tier } from "../../../generated/tiers.gen.ts";
import type { UnixSeconds } from "../../../units/mod.ts";

/** The stored record of an API key: never the key itself. */
export interface KeyRecord {
  /** Short name for people: the start of the hash. */
  readonly id: string;
  /** SHA-256 of the key, as hex. */
  readonly hash: string;
  /** Holder, in lower case; the keys of one holder share one allowance. */
  readonly email: string;
  /** Tier that it gives. */
  readonly tier: Tier;
  /** When it was issued. */
  readonly createdAt: UnixSeconds;
  /** Null while the key is good. */
  readonly revokedAt: UnixSeconds | null;
}

/** Key requests of a subject on one day. */
export interface KeyRequests {
  /** The subject, such as `address:192.0.2.7`. */
  readonly subject: string;
  /** Days since 1970, in UTC. */
  readonly day: number;
}

/** A store of keys: an asynchronous port. A write is persistent when its promise resolves. */
export interface KeyStore {
  /** Keeps a record. */
  put(record: KeyRecord): Promise<void>;
  /** The record of a hash, revoked or not. */
  find(hash: string): Promise<KeyRecord | undefined>;
  /** Every record, oldest first. */
  list(): Promise<KeyRecord[]>;
  /** Revokes the key of an id; false if there is none that is good. */
  revoke(id: string, at: UnixSeconds): Promise<boolean>;
  /** Counts a key request, and forgets those of earlier days; false where `limit` of that day are counted already. */
  countRequest(requests: KeyRequests, limit: number): Promise<boolean>;
  /** Takes back one that was counted. */
  uncountRequest(requests: KeyRequests): Promise<void>;
  /** Closes the store. */
  close(): Promise<void>;
}
