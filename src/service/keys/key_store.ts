import type { Tier } from "../../generated/tiers.gen.ts";
import type { UnixSeconds } from "../../units/mod.ts";

/** What is kept of an API key: never the key itself. */
export interface KeyRecord {
  /** Short name for people: the start of the hash. */
  readonly id: string;
  /** SHA-256 of the key, as hex. */
  readonly hash: string;
  /** Holder, in lower case; the keys of one holder share one allowance. */
  readonly email: string;
  /** What it allows. */
  readonly tier: Tier;
  /** When it was issued. */
  readonly createdAt: UnixSeconds;
  /** Null while the key is good. */
  readonly revokedAt: UnixSeconds | null;
}

/** Where keys are kept: an asynchronous port. A write is kept when its promise resolves. */
export interface KeyStore {
  /** Keeps a record. */
  put(record: KeyRecord): Promise<void>;
  /** The record of a hash, revoked or not. */
  find(hash: string): Promise<KeyRecord | undefined>;
  /** Every record, oldest first. */
  list(): Promise<KeyRecord[]>;
  /** Revokes the key of an id; false if there is none that is good. */
  revoke(id: string, at: UnixSeconds): Promise<boolean>;
  /** Lets go of what it holds open. */
  close(): Promise<void>;
}
