import type { Admission } from "./admission.ts";

/**
 * The rate-limit headers of a response (extension): `RateLimit-Policy` and `RateLimit` of the IETF httpapi draft, each
 * with an item for the second and one for the day, and `Retry-After` with a refusal. None for a tier without limits.
 */
export function rateHeaders({ isAdmitted, retryAfter, quotas }: Admission): Record<string, string> {
  if (!quotas) return {};
  const { second, day } = quotas;
  const headers = {
    "RateLimit-Policy": `"second";q=${second.limit};w=1, "day";q=${day.limit};w=86400`,
    RateLimit: `"second";r=${second.remaining};t=${second.resetAfter}, "day";r=${day.remaining};t=${day.resetAfter}`,
  };
  return isAdmitted ? headers : { ...headers, "Retry-After": String(retryAfter) };
}
