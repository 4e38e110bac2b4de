import { API_KEY_HEADER, API_KEY_PARAMETER } from "../../../generated/limits.gen.ts";
import { DEV_REFUSED_HEADERS } from "../../../generated/service/methods.gen.ts";
import type { Tier } from "../../../generated/tiers.gen.ts";
import type { RequestCaller, ServiceRequest } from "../../request.ts";
import { findKey, type KeyStore } from "../keys/mod.ts";
import { canonicalAddress, isLoopback, isLoopbackHost, type TrustedProxies } from "./addresses.ts";

const KEY_HEADER = API_KEY_HEADER.toLowerCase();

/** Dependencies of identifying a caller. */
export interface Identification {
  readonly keys: KeyStore;
  /** Tier of requests without a key. */
  readonly keylessTier: Tier;
  readonly trustedProxies: TrustedProxies;
}

/**
 * Identifies the caller by the request's key, or by its peer without one; undefined for an unknown key.
 *
 * @param query The request's query, where its key may stand there too.
 */
export function identify(
  request: ServiceRequest,
  query: string,
  identification: Identification,
): RequestCaller | Promise<RequestCaller | undefined> {
  const key = presentedKey(request) ?? keyIn(query);
  return key === undefined
    ? callerOfPeer(request, identification)
    : holderOf(key, identification.keys);
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

async function holderOf(key: string, keys: KeyStore): Promise<RequestCaller | undefined> {
  const record = await findKey(keys, key);
  if (!record) return undefined;
  return {
    subject: `email:${record.email}`,
    tier: record.tier,
    shownAs: `key:${record.id}`,
    keyHash: record.hash,
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
  request: Pick<ServiceRequest, "peer" | "header">,
  identification: Pick<Identification, "keylessTier" | "trustedProxies">,
): RequestCaller {
  const subject = subjectOfPeer(request, identification);
  return { subject, tier: identification.keylessTier, shownAs: subject };
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
  let subject = canonicalAddress(address);
  if (forwardedFor === undefined || !trustedProxies.has(subject)) return nameOf(subject);
  // From the right and no further than needed, since the sender controls the length of the rest.
  let end = forwardedFor.length;
  while (end > 0 && trustedProxies.has(subject)) {
    const start = forwardedFor.lastIndexOf(",", end - 1) + 1;
    const hop = canonicalAddress(forwardedFor.slice(start, end).trim());
    if (hop === "") break;
    subject = hop;
    end = start - 1;
  }
  return nameOf(subject);
}

function nameOf(address: string): string {
  return `address:${address.includes(":") ? networkOf(address) : address}`;
}

/** The first four groups of an IPv6 address. */
function networkOf(address: string): string {
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const zeros =
    tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => "0");
  return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`;
}

/**
 * Returns true for a request of a program on this machine. Local proxies and web pages in a local browser also connect
 * from loopback; they are excluded by the headers they add, or by the host of their site.
 */
export function isLocalRequest(
  request: Pick<ServiceRequest, "peer" | "header" | "headerNames">,
): boolean {
  const names = request.headerNames();
  if (!isLoopback(request.peer) || findForwardingHeader(names) !== undefined) return false;
  return !names.includes("origin") && isLoopbackHost(request.header("host") ?? "");
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
