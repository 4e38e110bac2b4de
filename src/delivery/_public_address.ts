import { lookup as resolveName, type LookupAddress } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";
import { DeliveryError } from "./delivery_error.ts";

/** IPv4 networks that are not the public internet, by the registry of special-purpose addresses (RFC 6890). */
const IPV4 = [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"],
  ...["198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
];

/** The same within the IPv6 addresses that are routed. */
const IPV6 = ["2001::/23", "2001:db8::/32", "3fff::/20"];

/** IPv6 addresses that are routed: global unicast, and those of IPv4 by NAT64 and in the mapped form. */
const ROUTED = listOf(["2000::/3", "64:ff9b::/96", "::ffff:0:0/96"]);

/** Prefixes behind which an IPv6 address holds one of IPv4 that it is routed to: NAT64 and 6to4. */
const HOLDING_IPV4 = [
  { bits: 96, embed: (high: string, low: string) => `64:ff9b::${high}:${low}` },
  { bits: 16, embed: (high: string, low: string) => `2002:${high}:${low}::` },
];

const REFUSED = refusedNetworks();

/**
 * Tells whether an address is of this machine or of a network that is not public. Of IPv6 addresses that hold one of IPv4,
 * that one counts.
 */
export function isRefusedAddress(address: string): boolean {
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  if (family === "ipv6" && !ROUTED.check(address, family)) return true;
  return REFUSED.check(address, family) || ownAddresses().check(address, family);
}

/** Tells whether a URL names such an address itself. Its parser has written out whatever form that had. */
export function isRefusedHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  return isIP(host) > 0 ? isRefusedAddress(host) : /(?:^|\.)localhost$/.test(host);
}

/**
 * Resolves names for connections to a receiver, and refuses it where it has an address that is not public. The connection
 * goes to what is answered here, so a name that resolves to another address a moment later gains nothing. Another name is
 * that of a proxy, which may be anywhere.
 */
export function lookupPublic(receiver: string): LookupFunction {
  return (hostname, options, callback) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, []);
      const refused = addresses.find(({ address }) => isRefusedAddress(address));
      if (refused && hostname === receiver)
        return callback(refusedError(`${hostname} (${refused.address})`), []);
      if (options.all) return callback(null, addresses);
      const [first] = addresses as [LookupAddress, ...LookupAddress[]];
      callback(null, first.address, first.family);
    });
  };
}

/** @param what The host, and what it resolves to. */
export function refusedError(what: string): DeliveryError {
  const message = `Cannot deliver to ${what}: it is this machine or in a private network; allowPrivate (--allow-private) permits that.`;
  return new DeliveryError("address_refused", message);
}

function refusedNetworks(): BlockList {
  const embedded = IPV4.flatMap((network) => {
    const [address = "", bits] = network.split("/");
    return HOLDING_IPV4.map(
      ({ bits: before, embed }) => `${embed(...hexOf(address))}/${before + Number(bits)}`,
    );
  });
  return listOf([...IPV4, ...IPV6, ...embedded]);
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), isIP(address) === 6 ? "ipv6" : "ipv4");
  }
  return list;
}

/** An IPv4 address as the two groups that it is in IPv6. */
function hexOf(address: string): [high: string, low: string] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
}

/** The addresses of this machine, public ones among them. */
function ownAddresses(): BlockList {
  const list = new BlockList();
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((own) => own ?? []))
    list.addAddress(address, family === "IPv6" ? "ipv6" : "ipv4");
  return list;
}
