import type { Tier } from "../../../generated/tiers.gen.ts";

/** The subject that a request counts for, and its tier. */
export interface Caller {
  /** The holder of the key, or the address. */
  readonly subject: string;
  /** Tier that limits it. */
  readonly tier: Tier;
  /** Name of the subject in logs: a key by its id, which reveals neither the key nor its holder. */
  readonly shownAs: string;
  /** Hash of the key that was shown; undefined for none. */
  readonly keyHash?: string;
}
