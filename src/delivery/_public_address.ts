import { lookup as resolveName, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";
import { AddressRanges, ipv4Within } from "../ip_addresses.ts";
import { DeliveryError } from "./delivery_error.ts";

/** Networks that are not the public internet, by the registries of special-purpose addresses (RFC 6890). */
const REFUSED = new AddressRanges([
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"],
  ...["192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"],
  ...["198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
  ...["2001::/23", "2001:db8::/32", "3fff::/20"],
]);

/** IPv6 addresses that are routed: global unicast, and those of IPv4 by NAT64. */
const ROUTED = new AddressRanges(["0.0.0.0/0", "2000::/3", "64:ff9b::/96"]);

/**
 * Tells whether an address is of this machine or of a network that is not public. Of IPv6 addresses that hold one of IPv4,
 * that one counts.
 */
export function isRefusedAddress(address: string): boolean {
  if (!ROUTED.has(address)) return true;
  const counted = [address, ipv4Within(address) ?? address];
  return counted.some((one) => REFUSED.has(one)) || ownAddresses().has(address);
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
  const message = `Cannot deliver to ${what}: it is this machine or in a private network; allowPrivate permits that.`;
  return new DeliveryError("address_refused", message);
}

/** The addresses of this machine, public ones among them. */
function ownAddresses(): AddressRanges {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return new AddressRanges(own.map(({ address }) => address));
}
