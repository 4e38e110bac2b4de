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
