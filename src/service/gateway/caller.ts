import type { Tier } from "../../generated/tiers.gen.ts";

/** Who a request counts for, and by which tier. */
export interface Caller {
  /** The holder of the key, or the address. */
  readonly subject: string;
  readonly tier: Tier;
}
