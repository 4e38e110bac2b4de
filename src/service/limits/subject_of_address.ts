/** Where a request came from, and what proxies say of it. */
export interface PeerParts {
  /** Address of the peer of the connection. */
  readonly address: string;
  /** Value of `X-Forwarded-For`, if the request has one. */
  readonly forwardedFor: string | undefined;
  /** Addresses of proxies that are trusted to tell whom they forward. */
  readonly trustedProxies: ReadonlySet<string>;
}

/**
 * Whom a request without a key counts for: the peer address, IPv6 by /64. Behind trusted proxies it is the rightmost
 * forwarded address that is not one of them; what an untrusted peer claims is ignored.
 */
export function subjectOfAddress({ address, forwardedFor, trustedProxies }: PeerParts): string {
  let subject = canonical(address);
  if (forwardedFor === undefined || !trustedProxies.has(subject)) return nameOf(subject);
  const hops = forwardedFor.split(",").map((hop) => canonical(hop.trim()));
  while (trustedProxies.has(subject) && hops.length > 0) {
    const hop = hops.pop();
    if (!hop) break;
    subject = hop;
  }
  return nameOf(subject);
}

function nameOf(address: string): string {
  return `address:${address.includes(":") ? networkOf(address) : address}`;
}

const BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = new RegExp(`^(?:${BYTE}\\.){3}${BYTE}$`);

/** One spelling for each address; IPv4 within IPv6 as IPv4; empty for what is no address. */
export function canonical(address: string): string {
  if (IPV4.test(address)) return address;
  const bare = address.replace(/^\[|\](?::\d+)?$/g, "").replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  const text = mapped?.[1] ?? bare;
  const url = `http://${text.includes(":") ? `[${text}]` : text}/`;
  if (!/^[\d.]+$|:/.test(text) || !URL.canParse(url)) return "";
  return new URL(url).hostname.replace(/^\[|\]$/g, "");
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
