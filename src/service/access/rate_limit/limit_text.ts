import { type Tier, TIERS } from "../../../generated/tiers.gen.ts";
import type { Admission } from "./admission.ts";

/** The message of a refusal: the tier, the exhausted limit, and the seconds until a retry. */
export function limitText(tier: Tier, { retryAfter, refusedBy }: Admission): string {
  const { requestsPerSecond, requestsPerDay } = TIERS[tier];
  const quota =
    refusedBy === "day"
      ? `${requestsPerDay} requests per day`
      : `${requestsPerSecond} requests per second`;
  return `The tier ${tier} allows ${quota}, retry in ${retryAfter} ${retryAfter === 1 ? "second" : "seconds"}`;
}
