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
  const names = request.headerNames();
  if (!isLoopback(request.peer) || findForwardingHeader(names) !== undefined) return false;
  return !names.includes("origin") && isLoopbackHost(request.header("host") ?? "");
}

/** The first of some lower-case header names that only proxies send; undefined for none. */
export function findForwardingHeader(names: readonly string[]): string | undefined {
  return names.find(isForwarding);
}

function isForwarding(name: string): boolean {
  return DEV_REFUSED_HEADERS.some((pattern) =>
    pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  );
}
