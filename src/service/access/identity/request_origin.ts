import type { ServiceRequest } from "../../api/context/mod.ts";
import { canonicalAddress } from "./canonical_address.ts";
import type { TrustedProxies } from "./trusted_proxies.ts";

/** A name or address with an optional port. None of its characters need escaping in HTML or JSON. */
const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * The origin that a request was sent to, such as `https://data.example`, from `Host` or the forwarding headers of a
 * trusted proxy; undefined if that is not a valid host.
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
