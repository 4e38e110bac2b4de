import { DEV_REFUSED_HEADERS } from "../../../generated/service/dev_methods.gen.ts";
import type { ServiceRequest } from "../../api/context/mod.ts";
import { isLoopback, isLoopbackHost } from "./is_loopback.ts";

/**
 * Tells whether a program on this machine sent a request for itself. Proxies and the web pages of a local browser come
 * from loopback too: they are recognised by the headers that they add, or by the host of their own site.
 */
export function isLocalRequest(
  request: Pick<ServiceRequest, "peer" | "header" | "headerNames">,
): boolean {
  if (!isLoopback(request.peer) || findForwardingHeader(request.headerNames()) !== undefined)
    return false;
  return isLoopbackHost(request.header("host") ?? "");
}

/** The first of some lower-case header names that only web pages and proxies send; undefined for none. */
export function findForwardingHeader(names: readonly string[]): string | undefined {
  return names.find(isForwarding);
}

function isForwarding(name: string): boolean {
  return DEV_REFUSED_HEADERS.some((pattern) =>
    pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  );
}
