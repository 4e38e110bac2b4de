import { API_KEY_HEADER, API_KEY_PARAMETER } from "../../generated/limits.gen.ts";
import { type Tier, TIERS } from "../../generated/tiers.gen.ts";
import { AddressRanges, canonicalAddress, clientNetwork, isLoopback } from "../../ip_addresses.ts";
import type { RequestCaller, ServiceRequest } from "../request.ts";
import { createLru, type LRUCache } from "../lru_cache.ts";
import type { TierLimits } from "../../tables.ts";
import type { KeyRecord } from "./keys/mod.ts";
import { DEV_REFUSED_HEADERS } from "../../generated/service/methods.gen.ts";

/**
 * Limits of a program on a devnet's own machine, higher than it can reach. They are sent like any others: without the
 * headers, a client keeps to the limits of its tier.
 */
const LOCAL_LIMITS: TierLimits = { requestsPerSecond: 1_000_000, requestsPerDay: 1_000_000_000 };

const KEY_HEADER = API_KEY_HEADER.toLowerCase();

/** Dependencies of identifying a caller. */
export interface Identification {
  /** Finds the record of a valid key; returns why any other key is refused. */
  readonly findKey: (apiKey: string) => Promise<KeyRecord | string>;
  /** Tier of requests without a key. */
  readonly keylessTier: Tier;
  /** True if a program on this machine is not limited. */
  readonly isLocalFree: boolean;
  readonly trustedProxies: TrustedProxies;
}

/** Identifies the caller by the request's key, or by its peer without one; returns why a key is refused. */
export async function identify(
  request: ServiceRequest,
  key: string | undefined,
  identification: Identification,
): Promise<RequestCaller | string> {
  return key === undefined
    ? callerOfPeer(request, identification)
    : holderOf(key, request.header("origin"), identification);
}

/** The key of a request: the one that it presents, else the one in its query, where that may have one. */
export function apiKeyOf(
  request: Pick<ServiceRequest, "header">,
  query: string,
): string | undefined {
  return presentedKey(request) ?? keyIn(query);
}

/** The key that a request presents (extension): in `X-API-Key`, or as a bearer token. */
export function presentedKey(request: Pick<ServiceRequest, "header">): string | undefined {
  const own = request.header(KEY_HEADER);
  if (own !== undefined) return own;
  const authorization = request.header("authorization");
  if (authorization === undefined) return undefined;
  // A missing or malformed token is an unknown key, not a request without one.
  return /^Bearer(?<token>$| .*)/i.exec(authorization)?.groups?.["token"]?.trim();
}

function keyIn(query: string): string | undefined {
  if (query === "") return undefined;
  return new URLSearchParams(query).get(API_KEY_PARAMETER) ?? undefined;
}

async function holderOf(
  key: string,
  origin: string | undefined,
  { findKey }: Pick<Identification, "findKey">,
): Promise<RequestCaller | string> {
  const record = await findKey(key);
  if (typeof record === "string") return record;
  if (record.origins !== null && !record.origins.split(" ").includes(origin ?? "none"))
    return "The API key is for pages of certain origins, and this request comes from none of them";
  return {
    subject: record.subject,
    tier: record.tier,
    limits: TIERS[record.tier],
    shownAs: `key:${record.id}`,
    keyHash: record.hash,
    ...(record.label !== null && { keyLabel: record.label }),
  };
}

/** The subject of a request's peer, whatever its key. */
export function subjectOfPeer(
  request: Pick<ServiceRequest, "peer" | "header">,
  { trustedProxies }: Pick<Identification, "trustedProxies">,
): string {
  const forwardedFor = request.header("x-forwarded-for");
  return subjectOfAddress({ address: request.peer, forwardedFor, trustedProxies });
}

/** The caller of a request without a key. */
export function callerOfPeer(
  request: Pick<ServiceRequest, "peer" | "header" | "headerNames">,
  identification: Pick<Identification, "keylessTier" | "isLocalFree" | "trustedProxies">,
): RequestCaller {
  const { keylessTier: tier, isLocalFree } = identification;
  const subject = subjectOfPeer(request, identification);
  if (!isLocalFree || !isFromThisMachine(request))
    return { subject, tier, limits: TIERS[tier], shownAs: subject };
  // Counted apart from what a proxy on this machine passes on.
  return { subject: `local:${subject}`, tier, limits: LOCAL_LIMITS, shownAs: subject };
}

/** Peer address of a request, and the addresses forwarded by proxies. */
interface PeerParts {
  /** Address of the peer of the connection. */
  readonly address: string;
  /** Value of `X-Forwarded-For`, if the request has one. */
  readonly forwardedFor: string | undefined;
  /** Proxies whose forwarding headers are trusted. */
  readonly trustedProxies: { has(address: string): boolean };
}

/**
 * Subject of a request without a key: the peer address, IPv6 by /64. Behind trusted proxies it is the rightmost
 * forwarded address that is not one of them; headers of an untrusted peer are ignored.
 */
export function subjectOfAddress({ address, forwardedFor, trustedProxies }: PeerParts): string {
  let peer = peers.memo(address);
  if (forwardedFor === undefined || !trustedProxies.has(peer.address)) return peer.name;
  // From the right and no further than needed, since the sender controls the length of the rest.
  let end = forwardedFor.length;
  while (end > 0 && trustedProxies.has(peer.address)) {
    const start = forwardedFor.lastIndexOf(",", end - 1) + 1;
    const hop = peers.memo(forwardedFor.slice(start, end).trim());
    if (hop.address === "") break;
    peer = hop;
    end = start - 1;
  }
  return peer.name;
}

/** A name or address with an optional port. None of its characters need escaping in HTML or JSON. */
const HOST = /^(?:[\w.-]{1,253}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** True if a trusted proxy sent a request, so that its headers tell of the client. */
export function isFromProxy(
  { peer }: Pick<ServiceRequest, "peer">,
  trustedProxies: TrustedProxies,
): boolean {
  return trustedProxies.has(peers.memo(peer).address);
}

/** Path that a proxy takes away before it passes a request on. None of its characters need escaping in HTML or JSON. */
const PREFIX = /^(?:\/[\w.~-]+)+$/;

/**
 * The base URL that a request was sent to, such as `https://data.example` or `https://data.example/chain`: from `Host`, or
 * from the forwarding headers of a trusted proxy; undefined if that is not a valid URL.
 */
export function requestBase(
  request: Pick<ServiceRequest, "header" | "peer">,
  trustedProxies: TrustedProxies,
): string | undefined {
  const isTrusted = isFromProxy(request, trustedProxies);
  const forwarded = (name: string): string | undefined =>
    isTrusted ? request.header(`x-forwarded-${name}`)?.split(",", 1)[0]?.trim() : undefined;
  const host = forwarded("host") ?? request.header("host") ?? "";
  const port = forwarded("port") ?? "";
  const prefix = forwarded("prefix")?.replace(/\/+$/, "") ?? "";
  const scheme = forwarded("proto")?.toLowerCase() === "https" ? "https" : "http";
  const hasPort = port === "" || /:\d+$/.test(host);
  const base = `${scheme}://${host}${hasPort ? "" : `:${port}`}${prefix}`;
  const isValid =
    HOST.test(hasPort ? host : `${host}:${port}`) && (prefix === "" || PREFIX.test(prefix));
  return isValid && URL.canParse(base) ? new URL(base).href.replace(/\/$/, "") : undefined;
}

/** Most addresses whose result is cached. */
const MAX_ADDRESSES = 50_000;
/** Most names of this machine whose result is cached. */
const MAX_HOSTS = 1_000;

/** Canonical forms of peers, with their names in limits; reading an address takes longer than all else of a caller. */
const peers = createLru<string, Peer>(MAX_ADDRESSES, (text) => {
  const address = canonicalAddress(text);
  return { address, name: `address:${clientNetwork(address)}` };
});

interface Peer {
  readonly address: string;
  readonly name: string;
}

/** Proxies whose forwarding headers are trusted: addresses, and ranges such as `10.0.0.0/8`. */
export class TrustedProxies {
  /** Cached results: comparing is the slowest step of identifying a caller. */
  readonly #known: LRUCache<string, boolean>;

  /** @param ranges Values that `isAddressRange` accepts. */
  constructor(ranges: readonly string[] = []) {
    const known = new AddressRanges(ranges);
    this.#known = createLru(MAX_ADDRESSES, (address) => known.has(address));
  }

  /** Returns true if an address, in its canonical form, is trusted. */
  has(address: string): boolean {
    return this.#known.memo(address);
  }
}

type Sender = Pick<ServiceRequest, "peer" | "header" | "headerNames">;

/** Returns true for a request of a program on this machine, and of no web page in a browser on it. */
export function isLocalRequest(request: Sender): boolean {
  return isFromThisMachine(request) && !request.headerNames().includes("origin");
}

/** Returns true for a request that was sent on this machine, to this machine, and that no proxy is known to pass on. */
export function isFromThisMachine(request: Sender): boolean {
  if (!loopbackPeers.memo(request.peer) || !loopbackHosts.memo(request.header("host") ?? ""))
    return false;
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

const loopbackPeers = createLru(MAX_HOSTS, isLoopback);
const loopbackHosts = createLru(MAX_HOSTS, isLoopbackHost);
