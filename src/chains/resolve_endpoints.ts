import { type Segment, SERVERS } from "../generated/segments.gen.ts";

/**
 * Where a segment's servers are.
 *
 * An origin, such as `http://127.0.0.1:8645`, stands for a service that has them all, as the embedded one does.
 * Else each is named by itself, as the interface gives them.
 */
export type Endpoints =
  | string
  | {
      /** Host of the REST interface and of key requests: `https://api.example`. */
      readonly apiHost: string;
      /** JSON-RPC endpoint of the segment. */
      readonly rpcUrl?: string;
      /** WebSocket endpoint of the segment. */
      readonly wsUrl?: string;
    };

/** URLs of a segment's servers, without a slash at the end. */
export interface ResolvedEndpoints {
  readonly rest: string;
  readonly keys: string;
  readonly rpc: string | undefined;
  readonly ws: string | undefined;
}

/**
 * Fills the servers' URL templates in.
 *
 * @throws {TypeError} If `endpoints` holds something else than HTTP or WebSocket URLs.
 */
export function resolveEndpoints(segment: Segment, endpoints: Endpoints): ResolvedEndpoints {
  const isOrigin = typeof endpoints === "string";
  const apiHost = checkUrl("apiHost", isOrigin ? endpoints : endpoints?.apiHost, [
    "http:",
    "https:",
  ]);
  const values = { apiHost, wsHost: apiHost.replace(/^http/, "ws"), segment };
  const own = isOrigin
    ? { rpcUrl: fill(SERVERS.rpc, values), wsUrl: fill(SERVERS.ws, values) }
    : endpoints;
  return {
    rest: fill(SERVERS.rest, values),
    keys: fill(SERVERS.keys, values),
    rpc: own.rpcUrl === undefined ? undefined : checkUrl("rpcUrl", own.rpcUrl, ["http:", "https:"]),
    ws: own.wsUrl === undefined ? undefined : checkUrl("wsUrl", own.wsUrl, ["ws:", "wss:"]),
  };
}

function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

function checkUrl(name: string, value: unknown, schemes: readonly string[]): string {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !schemes.includes(url.protocol)) {
    const allowed = schemes.map((scheme) => `${scheme}//…`).join(" or ");
    throw new TypeError(
      `Cannot use endpoints: ${name} must be a URL ${allowed}, got ${JSON.stringify(value)}`,
    );
  }
  return url.href.replace(/\/+$/, "");
}
