import type { Tier } from "../../../generated/tiers.gen.ts";

/** Who a request counts for, and by which tier. */
export interface Caller {
  /** The holder of the key, or the address. */
  readonly subject: string;
  /** What it may ask for. */
  readonly tier: Tier;
  /** How logs name the subject: a key by its id, which tells neither the key nor its holder. */
  readonly shownAs: string;
  /** Hash of the key that was shown; undefined for none. */
  readonly keyHash?: string;
}
