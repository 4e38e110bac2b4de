import type { Kind } from "./_kind.ts";
import type { ClaimRewards } from "./transaction.ts";

/** Format of claiming rewards; it has only the common fields. */
export const CLAIM_REWARDS: Kind<ClaimRewards> = { payload: {}, gas: () => 50_000n };
