import type { ServiceRequest } from "../../api/context/mod.ts";
import { canonicalAddress } from "./canonical_address.ts";
import type { TrustedProxies } from "./trusted_proxies.ts";

/** A name or address with or without a port. Nothing in it needs escaping, in a page or in JSON. */
const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * The origin that a request was sent to, such as `https://data.example`, by `Host` or what a trusted proxy forwards of
 * it; undefined where that is no host.
 */
export function requestOrigin(
  request: Pick<ServiceRequest, "header" | "peer">,
  trustedProxies: TrustedProxies,
): string | undefined {
  const isTrusted = trustedProxies.has(canonicalAddress(request.peer));
  const forwarded = (name: string): string | undefined =>
    isTrusted ? request.header(name)?.split(",", 1)[0]?.trim() : undefined;
  const host = forwarded("x-forwarded-host") ?? request.header("host") ?? "";
  const scheme = forwarded("x-forwarded-proto") === "https" ? "https" : "http";
  const origin = `${scheme}://${host}`;
  return HOST.test(host) && URL.canParse(origin) ? new URL(origin).origin : undefined;
}
