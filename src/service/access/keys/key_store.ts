import type { Tier } from "../../../generated/tiers.gen.ts";
import type { UnixSeconds } from "../../../units/mod.ts";

/** The stored record of an API key: never the key itself. */
export interface KeyRecord {
  /** Short id: the start of the hash's digits. */
  readonly id: string;
  /** The algorithm, and the key's hash as hex: `sha256:…`. */
  readonly hash: string;
  /** Holder, in lower case. */
  readonly email: string;
  /** Tier that it gives. */
  readonly tier: Tier;
  /** The operator's name for it, a label in the metrics. */
  readonly label: string | null;
  /** Origins whose pages may present it, separated by spaces; null for any caller. */
  readonly origins: string | null;
  /** Time of issue. */
  readonly createdAt: UnixSeconds;
  /** When it stops being valid; null for never. */
  readonly expiresAt: UnixSeconds | null;
  /** Null while it is not revoked. */
  readonly revokedAt: UnixSeconds | null;
  /** The subject of its limits: the holder of keys that an operator issued, else the key. */
  readonly subject: string;
  /** Name of the address that asked for it; null where an operator issued it, or that is not known. */
  readonly askedBy: string | null;
}

export interface KeyUse {
  readonly hash: string;
  /** Days since 1970, in UTC, that the counts are of. */
  readonly day: number;
  /** Requests and calls of that day, the refused ones included. */
  readonly requests: number;
  /** Requests that a limit refused. */
  readonly refusals: number;
  /** Time of the last one. */
  readonly usedAt: UnixSeconds;
}

/** Most keys that one address may request. */
export interface AskBounds {
  /** Keys that it asks for on one day, in UTC. */
  readonly perDay: number;
  /** Valid keys of its asking; one that was not used for long ends where another one needs its place. */
  readonly perAddress: number;
}

/** Seconds of a day. */
export const DAY_SECONDS = 86_400;

/** Days without a use after which a key that was asked for makes room for another one. */
export const UNUSED_DAYS = 90;

/** The moments that decide whether a key may be asked for. */
export function momentsOf({ createdAt: now }: Pick<KeyRecord, "createdAt">): {
  readonly now: UnixSeconds;
  /** Days since 1970, in UTC. */
  readonly day: number;
  /** A key that was last used then, or earlier, makes room. */
  readonly unusedSince: UnixSeconds;
} {
  return { now, day: Math.floor(now / DAY_SECONDS), unusedSince: now - UNUSED_DAYS * DAY_SECONDS };
}

/** The record of a key that an address asked for. */
export type AskedKey = KeyRecord & { readonly askedBy: string };

/** Stores API keys. A write is persistent once its promise resolves. */
export interface KeyStore {
  /** Stores a record. */
  put(record: KeyRecord): Promise<void>;
  /** Stores the record of a key that was asked for, unless a bound forbids it; returns which one does. */
  ask(record: AskedKey, bounds: AskBounds): Promise<keyof AskBounds | undefined>;
  /** The record of a hash, whether it is valid or not. */
  find(hash: string): Promise<KeyRecord | undefined>;
  /** Tells whether `find` answers without asking a database; left out where there is none to ask. */
  isAtHand?(hash: string): boolean;
  /** Every record, oldest first. */
  list(): Promise<KeyRecord[]>;
  /** Revokes the key of an id; false if there is none that is not revoked. */
  revoke(id: string, at: UnixSeconds): Promise<boolean>;
  /** Ends the key of an id at a time, unless it ends earlier. */
  expire(id: string, at: UnixSeconds): Promise<void>;
  /**
   * Adds uses to those that are stored, all or none: those of the same day are counted together, an earlier day is forgotten.
   */
  addUses(uses: readonly KeyUse[]): Promise<void>;
  /** The last day of each key that was used. */
  listUses(): Promise<KeyUse[]>;
  /** The salt of hashed addresses, the same for as long as the store exists. */
  salt(): Promise<string>;
  /** Closes the store. */
  close(): Promise<void>;
}
