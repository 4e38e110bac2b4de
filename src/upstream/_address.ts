import type { ResolvedEndpoints, Segment } from "../chains/mod.ts";
import { SERVERS } from "../generated/segments.gen.ts";

/** The address that a segment's endpoints are below: an origin, with the prefix of a proxy if there is one. */
export function baseUrlOf({ rest }: ResolvedEndpoints, segment: Segment): string {
  const path = SERVERS.rest.replace("{apiHost}", "").replace("{segment}", segment);
  return rest.slice(0, -path.length);
}
