import { DEV_REFUSED_HEADERS } from "../../../generated/service/methods.gen.ts";
import { isLoopback } from "../../../ip_addresses.ts";
import type { ServiceRequest } from "../../request.ts";
import { createLru, recall } from "../../lru_cache.ts";

type Sender = Pick<ServiceRequest, "peer" | "header" | "headerNames">;

/** Returns true for a request of a program on this machine, and of no web page in a browser on it. */
export function isLocalRequest(request: Sender): boolean {
  return isFromThisMachine(request) && !request.headerNames().includes("origin");
}

/** Returns true for a request that was sent on this machine, to this machine, and that no proxy is known to pass on. */
export function isFromThisMachine(request: Sender): boolean {
  if (!isLoopbackPeer(request.peer) || !isLocalHost(request.header("host") ?? "")) return false;
  return findForwardingHeader(request.headerNames()) === undefined;
}

/** The first of these lower-case header names that only proxies send; undefined if there is none. */
export function findForwardingHeader(names: readonly string[]): string | undefined {
  return names.find(isForwarding);
}

function isForwarding(name: string): boolean {
  return DEV_REFUSED_HEADERS.some((pattern) =>
    pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  );
}

/** Returns true for a loopback address or name to listen on. */
export function isLoopbackName(name: string): boolean {
  return name.toLowerCase() === "localhost" || isLoopback(name);
}

/** Returns true for a loopback `Host` header: `localhost`, 127.0.0.0/8 or `[::1]`, with or without a port. */
export function isLoopbackHost(host: string): boolean {
  const [, name = ""] = /^(\[[^\]]*\]|[^:[\]]*)(?::\d{1,5})?$/.exec(host.toLowerCase()) ?? [];
  return name === "[::1]" || isLoopbackName(name);
}

/** Most texts whose result is cached. */
const REMEMBERED = 1_000;

const isLoopbackPeer = cached(isLoopback);
const isLocalHost = cached(isLoopbackHost);

/** A test with cached results: reading an address costs more than the rest of a request's caller. */
function cached(test: (text: string) => boolean): (text: string) => boolean {
  const known = createLru<string, boolean>(REMEMBERED);
  return (text) => recall(known, text, () => test(text));
}
