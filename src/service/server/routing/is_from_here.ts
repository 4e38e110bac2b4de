import { findRefusedHeader, isLoopback, isLoopbackHost } from "../../devnet/control/mod.ts";
import type { ServiceRequest } from "../../api/context/mod.ts";

/**
 * Tells whether a program on this machine asks for itself. Proxies and the web pages of a browser that runs here come
 * from loopback too: they are told by the headers that they add, or by the host of their own site.
 */
export function isFromHere(
  request: Pick<ServiceRequest, "peer" | "header" | "headerNames">,
): boolean {
  if (!isLoopback(request.peer) || findRefusedHeader(request.headerNames()) !== undefined)
    return false;
  return isLoopbackHost(request.header("host") ?? "");
}
