/** A server of a published spec. */
interface Server {
  url: string;
  readonly variables?: { readonly apiHost?: { default: string } };
}

interface Servers {
  readonly servers?: readonly Server[];
}

/** A published spec whose servers name `origin` in place of the default that the specs are written with. */
export function specAtOrigin(text: string, origin: string): string {
  const spec = JSON.parse(text) as Servers & {
    readonly paths?: Readonly<Record<string, Servers>>;
    readonly methods?: readonly Servers[];
  };
  const holders = [spec, ...Object.values(spec.paths ?? {}), ...(spec.methods ?? [])];
  for (const { servers = [] } of holders) for (const server of servers) nameOrigin(server, origin);
  return `${JSON.stringify(spec, undefined, 2)}\n`;
}

/** A server names its host by a variable, or its URL is whole. */
function nameOrigin(server: Server, origin: string): void {
  const { apiHost } = server.variables ?? {};
  if (apiHost) apiHost.default = origin;
  else
    server.url = server.url.replace(/^(http|ws):\/\/[^/]+/, (_, scheme: string) => {
      return origin.replace(/^http/, scheme);
    });
}
