import { BlockList, isIP, isIPv4, isIPv6 } from "node:net";
import { canonicalAddress } from "./canonical_address.ts";

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
