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
