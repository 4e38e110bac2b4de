import type { Admission } from "./admission.ts";

/**
 * The headers that tell a client where it stands (decided): `RateLimit-Policy` and `RateLimit` of the IETF httpapi
 * draft, the latter for the quota that refuses or else binds first, and `Retry-After` with a refusal. None for a tier
 * without limits.
 */
export function rateHeaders({
  isAdmitted,
  retryAfter,
  refusedBy,
  quotas,
}: Admission): Record<string, string> {
  if (!quotas) return {};
  const name = refusedBy ?? (quotas.day.remaining < quotas.second.remaining ? "day" : "second");
  const { second, day, [name]: binding } = quotas;
  return {
    "RateLimit-Policy": `"second";q=${second.limit};w=1, "day";q=${day.limit};w=86400`,
    RateLimit: `"${name}";r=${binding.remaining};t=${binding.resetAfter}`,
    ...(isAdmitted ? {} : { "Retry-After": String(retryAfter) }),
  };
}
