import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";

const BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = new RegExp(`^(?:${BYTE}\\.){3}${BYTE}$`);

/** Canonical form of an address; IPv4-mapped IPv6 as IPv4; empty if it is not an address. */
export function canonicalAddress(address: string): string {
  if (IPV4.test(address)) return address;
  // Some proxies append the peer's port.
  const [, portless = address] = /^([\d.]+):\d+$/.exec(address) ?? [];
  const bare = portless.replace(/^\[|\](?::\d+)?$/g, "").replace(/%.*$/, "");
  if (IPV4.test(bare)) return bare;
  // Short forms of an IPv4 address, such as 127.1 or 2130706433, are rejected: no proxy sends them.
  if (!bare.includes(":")) return "";
  const url = URL.parse(`http://[${bare}]/`);
  return url ? withoutMapping(url.hostname.slice(1, -1)) : "";
}

/** IPv4-mapped IPv6 as IPv4. `URL` formats its last two groups in hex, without leading zeros. */
function withoutMapping(address: string): string {
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(address) ?? [];
  if (high === undefined || low === undefined) return address;
  const groups = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return groups.flatMap((group) => [group >> 8, group & 0xff]).join(".");
}

/** Returns true for a loopback IP address: 127.0.0.0/8 or `::1`. */
export function isLoopback(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, "");
  return plain === "::1" || isLoopbackV4(plain);
}

/** Returns true for a loopback address or name to listen on. */
export function isLoopbackName(name: string): boolean {
  return name.toLowerCase() === "localhost" || isLoopback(name);
}

/** Returns true for a loopback `Host` header: `localhost`, 127.0.0.0/8 or `[::1]`, with or without a port. */
export function isLoopbackHost(host: string): boolean {
  const [, name = ""] = /^(\[[^\]]*\]|[^:[\]]*)(?::\d{1,5})?$/.exec(host.toLowerCase()) ?? [];
  return name === "localhost" || name === "[::1]" || isLoopbackV4(name);
}

function isLoopbackV4(text: string): boolean {
  const parts = /^127\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1);
  return parts?.every((part) => Number(part) <= 255) ?? false;
}

/** A range of addresses; a single address is a range of one. */
interface Range {
  readonly address: string;
  readonly bits: number;
  readonly family: "ipv4" | "ipv6";
}

/** Most addresses whose result is cached. */
const REMEMBERED = 50_000;

/** Proxies whose forwarding headers are trusted: addresses, and ranges such as `10.0.0.0/8`. */
export class TrustedProxies {
  readonly #known = new BlockList();
  /** Cached results: `BlockList` creates an object per address, the slowest step of identifying a caller. */
  readonly #remembered = new Map<string, boolean>();

  /** @param ranges Values that {@linkcode isAddressRange} accepts. */
  constructor(ranges: readonly string[] = []) {
    for (const text of ranges) {
      const range = readRange(text);
      if (range) this.#known.addSubnet(range.address, range.bits, range.family);
    }
  }

  /** Returns true if an address, in its canonical form, is trusted. */
  has(address: string): boolean {
    const remembered = this.#remembered.get(address);
    if (remembered !== undefined) return remembered;
    const isTrusted = this.#known.check(address, isIPv6(address) ? "ipv6" : "ipv4");
    if (this.#remembered.size >= REMEMBERED) this.#remembered.clear();
    this.#remembered.set(address, isTrusted);
    return isTrusted;
  }
}

/** Returns true for an IP address, or a range of them in CIDR notation. */
export function isAddressRange(text: string): boolean {
  return readRange(text) !== undefined;
}

function readRange(text: string): Range | undefined {
  const [first = "", bits, ...more] = text.split("/");
  if (!isIP(first) || more.length > 0) return undefined;
  const address = canonicalAddress(first);
  const most = isIPv4(address) ? 32 : 128;
  const family = isIPv4(address) ? "ipv4" : "ipv6";
  if (bits === undefined) return { address, bits: most, family };
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most
    ? { address, bits: Number(bits), family }
    : undefined;
}
