import type { DeprecationInfo } from "../../../generated/tables.gen.ts";

/** Says of what is deprecated since when it is (RFC 9745) and when it goes (RFC 8594); nothing of all else. */
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
