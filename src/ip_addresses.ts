/**
 * IP addresses and their ranges, read and compared by `ipaddr.js`.
 *
 * @module
 */
import ipaddr from "ipaddr.js";

/** An IP address. One of IPv4 that is mapped into IPv6 is that of IPv4. */
type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/** Reads a plain address; undefined of anything else, such as the short form `127.1` of IPv4, which no proxy sends. */
function readAddress(text: string): IpAddress | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  // The library takes the deprecated form of RFC 4291, which is routed nowhere, for the mapped one.
  if (/^::\d+\./.test(text)) return undefined;
  return ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : undefined;
}

/**
 * The one form of an address that may be in brackets and have a port or a zone; IPv4-mapped IPv6 as IPv4. Empty if it is not
 * an address.
 */
export function canonicalAddress(text: string): string {
  // Some proxies append the peer's port.
  const [, portless = text] = /^([\d.]+):\d+$/.exec(text) ?? [];
  const bare = portless.replace(/^\[|\](?::\d+)?$/g, "").replace(/%.*$/, "");
  return readAddress(bare)?.toString() ?? "";
}

/** The network that one client has: an address of IPv4, and of IPv6 its first 64 bits. */
export function clientNetwork(canonical: string): string {
  const address = readAddress(canonical);
  if (!(address instanceof ipaddr.IPv6)) return canonical;
  const groups = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${groups.join(":")}::/64`;
}

/** Returns true for an address of this machine alone: 127.0.0.0/8 or `::1`. */
export function isLoopback(text: string): boolean {
  return readAddress(text)?.range() === "loopback";
}

/** Returns true for an IP address, or a range of them in CIDR notation. */
export function isAddressRange(text: string): boolean {
  return readRange(text) !== undefined;
}

/** A range of addresses; a single address is a range of one. */
type Range = readonly [IpAddress, bits: number];

function readRange(text: string): Range | undefined {
  const [first = "", bits, ...more] = text.split("/");
  const address = readAddress(first);
  if (!address || more.length > 0) return undefined;
  const most = address.kind() === "ipv4" ? 32 : 128;
  if (bits === undefined) return [address, most];
  return /^\d{1,3}$/.test(bits) && Number(bits) <= most ? [address, Number(bits)] : undefined;
}

/** Ranges of addresses. */
export class AddressRanges {
  readonly #ranges: readonly Range[];

  /** @param ranges Values that {@linkcode isAddressRange} accepts. */
  constructor(ranges: readonly string[]) {
    this.#ranges = ranges.flatMap((text) => {
      const range = readRange(text);
      return range ? [range] : [];
    });
  }

  /** Returns true if one of them has an address; false for what is none. */
  has(text: string): boolean {
    const address = readAddress(text);
    if (!address) return false;
    return this.#ranges.some(
      ([range, bits]) => range.kind() === address.kind() && address.match(range, bits),
    );
  }
}

/** The address of IPv4 that one of IPv6 is routed to: behind NAT64, by 6to4, or mapped; undefined where it is none. */
export function ipv4Within(text: string): string | undefined {
  const address = readAddress(text);
  if (!(address instanceof ipaddr.IPv6)) return address?.toString();
  const bytes = address.toByteArray();
  if (address.range() === "rfc6052") return bytes.slice(12).join(".");
  return address.range() === "6to4" ? bytes.slice(2, 6).join(".") : undefined;
}
