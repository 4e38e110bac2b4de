import type { ServiceRequest } from "../gateway/mod.ts";

/** Headers by which proxies tell that they forward, beside those that begin with `x-forwarded-`. */
const FORWARDING = ["forwarded", "via", "x-real-ip", "x-forwarded-for", "x-forwarded-host"];

const LOOPBACK_PEER = /^(?:::ffff:)?127\.|^::1$/;
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;

/**
 * Tells whether a program on this machine asks for itself. Proxies and the web pages of a browser that runs here come
 * from loopback too: the former add a header, the latter have an `Origin` or the host of their own site.
 */
export function isFromHere({ peer, header }: Pick<ServiceRequest, "peer" | "header">): boolean {
  if (!LOOPBACK_PEER.test(peer) || header("origin") !== undefined) return false;
  if (FORWARDING.some((name) => header(name) !== undefined)) return false;
  return LOOPBACK_HOST.test(header("host") ?? "");
}
