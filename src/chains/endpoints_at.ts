import type { Segment } from "../generated/segments.gen.ts";
import { belowOrigin, type ResolvedEndpoints } from "./resolve_endpoints.ts";

/**
 * Endpoints of a segment at an origin that hosts all servers; a smaller alternative to `resolveEndpoints` for bundles.
 *
 * @param origin Scheme, host and port only: `https://api.example`.
 * @throws {TypeError} If `origin` is anything else.
 *
 * @example
 * ```ts
 * import { endpointsAt } from "alphadelta/chains";
 *
 * console.log(endpointsAt("delta", "http://127.0.0.1:8645").rpc); // http://127.0.0.1:8645/rpc/delta
 * ```
 */
export function endpointsAt(segment: Segment, origin: string): ResolvedEndpoints {
  if (URL.canParse(origin) && /^https?:/.test(origin) && new URL(origin).origin === origin) {
    return belowOrigin(segment, origin);
  }
  throw new TypeError("Cannot use endpoints: expected an origin http://… or https://…");
}
