const BYTE = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const IPV4 = new RegExp(`^(?:${BYTE}\\.){3}${BYTE}$`);

/** One spelling for each address; IPv4 within IPv6 as IPv4; empty for what is no address. */
export function canonical(address: string): string {
  if (IPV4.test(address)) return address;
  // Some proxies add the port that they were reached from.
  const [, portless = address] = /^([\d.]+):\d+$/.exec(address) ?? [];
  const bare = portless.replace(/^\[|\](?::\d+)?$/g, "").replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare);
  const text = mapped?.[1] ?? bare;
  const url = `http://${text.includes(":") ? `[${text}]` : text}/`;
  if (!/^[\d.]+$|:/.test(text) || !URL.canParse(url)) return "";
  return new URL(url).hostname.replace(/^\[|\]$/g, "");
}
