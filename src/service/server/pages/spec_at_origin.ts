/** A server of a published spec. */
interface Server {
  url: string;
  readonly variables?: { readonly [name in "apiHost" | "host"]?: { default: string } };
}

interface Servers {
  readonly servers?: readonly Server[];
}

/** A published spec whose servers name `origin` in place of the default that the specs are written with. */
export function specAtOrigin(text: string, origin: string): string {
  const spec = JSON.parse(text) as Servers & { readonly paths?: Readonly<Record<string, Servers>> };
  for (const { servers = [] } of [spec, ...Object.values(spec.paths ?? {})])
    for (const server of servers) nameOrigin(server, origin);
  return `${JSON.stringify(spec, undefined, 2)}\n`;
}

/** The scheme stands in the URL where the variable is a host alone. */
function nameOrigin(server: Server, origin: string): void {
  const { apiHost, host } = server.variables ?? {};
  if (apiHost) apiHost.default = origin;
  if (!host) return;
  host.default = new URL(origin).host;
  if (origin.startsWith("https:")) server.url = server.url.replace(/^(http|ws):/, "$1s:");
}
