import type { DeprecationInfo } from "../../../generated/tables.gen.ts";

/** The headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594); none if nothing is deprecated. */
export function deprecationHeaders(
  deprecated: DeprecationInfo | undefined,
): Readonly<Record<string, string>> {
  if (!deprecated) return {};
  const { since, sunset } = deprecated;
  return {
    Deprecation: `@${Date.parse(since) / 1_000}`,
    Sunset: new Date(sunset).toUTCString(),
  };
}
