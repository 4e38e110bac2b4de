import { canonicalAddress } from "./canonical_address.ts";

/** Peer address of a request, and the addresses forwarded by proxies. */
export interface PeerParts {
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
