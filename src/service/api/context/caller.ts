import type { Tier } from "../../../generated/tiers.gen.ts";

/** The subject that a request is charged to, and its tier. */
export interface Caller {
  /** The holder of the key, or the address. */
  readonly subject: string;
  /** Tier that limits it. */
  readonly tier: Tier;
  /** Name of the subject in logs; a key is shown by its id, which reveals neither the key nor its holder. */
  readonly shownAs: string;
  /** Hash of the request's key; undefined without one. */
  readonly keyHash?: string;
}
