import { type Segment, SEGMENTS, SERVERS } from "../generated/segments.gen.ts";
import { checkNames, showValue } from "../validation/mod.ts";

/**
 * Addresses of a segment's servers.
 *
 * An origin, such as `http://127.0.0.1:8645`, is enough for a service that hosts all of them, as the embedded one does.
 * Otherwise pass one URL for each server, as the interface specifies them.
 */
export type Endpoints =
  | string
  | URL
  | {
      /** Host of the REST interface and of key requests: `https://api.example`. No query. */
      readonly apiHost: string | URL;
      /** JSON-RPC endpoint of the segment. */
      readonly rpcUrl?: string | URL;
      /** WebSocket endpoint of the segment. */
      readonly wsUrl?: string | URL;
    };

/** URLs of a segment's servers, without a slash at the end. */
export interface ResolvedEndpoints {
  /** Base of the REST operations of the segment. */
  readonly rest: string;
  /** Bases of all REST operations, by the names of their servers in the specs. */
  readonly servers: Readonly<Record<string, string>>;
  /** JSON-RPC endpoint; undefined if there is none. */
  readonly rpc: string | undefined;
  /** WebSocket endpoint; undefined if there is none. */
  readonly ws: string | undefined;
}

/**
 * Fills in the URL templates of the servers.
 *
 * @throws {TypeError} If `endpoints` has anything but HTTP or WebSocket URLs, or a URL with credentials, a hash, a query
 * where paths are appended, or a path of the specs there or of another segment.
 *
 * @example
 * ```ts
 * import { resolveEndpoints } from "alphadelta/chains";
 *
 * console.log(resolveEndpoints("delta", "http://127.0.0.1:8645").rpc); // http://127.0.0.1:8645/rpc/delta
 * console.log(resolveEndpoints("alpha", { apiHost: "https://api.example" }).rest); // https://api.example/v1/alpha
 * ```
 */
export function resolveEndpoints(segment: Segment, endpoints: Endpoints): ResolvedEndpoints {
  const isWhole = typeof endpoints !== "object" || endpoints === null || "href" in endpoints;
  const read = (name: string, value: unknown, scheme: "http" | "ws", isBase = false): string =>
    readUrl(segment, name, value, scheme, isBase);
  if (isWhole) return belowOrigin(segment, read("endpoints", endpoints, "http", true));
  checkNames("Cannot use endpoints", endpoints, ["apiHost", "rpcUrl", "wsUrl"]);
  const { apiHost, rpcUrl, wsUrl } = endpoints;
  return {
    ...belowOrigin(segment, read("endpoints.apiHost", apiHost, "http", true)),
    rpc: rpcUrl === undefined ? undefined : read("endpoints.rpcUrl", rpcUrl, "http"),
    ws: wsUrl === undefined ? undefined : read("endpoints.wsUrl", wsUrl, "ws"),
  };
}

/** Endpoints of a service that hosts every server of the specs at one host. */
function belowOrigin(segment: Segment, apiHost: string): ResolvedEndpoints {
  const values: Readonly<Record<string, string>> = {
    apiHost,
    wsHost: apiHost.replace(/^http/, "ws"),
    segment,
  };
  const urls = Object.entries(SERVERS).map(([name, template]) => [
    name,
    template.replace(/\{(\w+)\}/g, (whole, part: string) => values[part] ?? whole),
  ]);
  const { rpc, ws, ...servers } = Object.fromEntries(urls) as Record<keyof typeof SERVERS, string>;
  return { rest: servers.rest, servers, rpc, ws };
}

/**
 * Reads a URL; a base, to which paths are appended, has no query.
 *
 * @throws {TypeError} If it is none. The message never repeats a usable URL, since it may contain a key.
 */
function readUrl(
  segment: Segment,
  name: string,
  value: unknown,
  scheme: "http" | "ws",
  isBase: boolean,
): string {
  // A URL may be of another realm.
  const text = typeof value === "object" && value && "href" in value ? value.href : value;
  const url = typeof text === "string" && URL.canParse(text) ? new URL(text) : undefined;
  const fault =
    url && [`${scheme}:`, `${scheme}s:`].includes(url.protocol)
      ? (partFault(url, isBase) ?? pathFault(url, segment, name, isBase))
      : typeof text === "string" && text.includes("@")
        ? "another string"
        : showValue(text);
  if (url && !fault) return `${url.origin}${url.pathname.replace(/\/+$/, "")}${url.search}`;
  const others = name === "endpoints" ? ", or an object of URLs" : "";
  const expected = `a URL ${scheme}://… or ${scheme}s://…${others}`;
  throw new TypeError(`Cannot use endpoints: ${name} must be ${expected}, got ${fault}`);
}

/** Describes the first part of a URL that is not allowed. */
function partFault({ username, password, href }: URL, isBase: boolean): string | undefined {
  if (username || password) return "one with credentials";
  if (href.includes("#")) return "one with a hash";
  return isBase && href.includes("?") ? "one with a query" : undefined;
}

/** The path of a server of the specs in a URL's path, with its segment, or without one at its end: `/v1/delta`, `/v1`. */
export function serverPathIn(pathname: string): readonly (string | undefined)[] {
  const servers = Object.values(SERVERS).map((url) => url.replace(/^\{\w+\}|\/\{segment\}/g, ""));
  const segments = Object.keys(SEGMENTS).join("|");
  const known = new RegExp(`(?:${servers.join("|")})(?:/(${segments})(?=/|$)|(?=/*$))`);
  return known.exec(pathname) ?? [];
}

/** Paths of the specs are appended to a base, so it has none of them; a URL of a segment is that of no other. */
function pathFault({ pathname }: URL, segment: Segment, name: string, isBase: boolean) {
  const [path, named] = serverPathIn(pathname);
  // A host in front of the others may have a prefix that looks like a path of the specs.
  if (isBase && path && (named || name === "endpoints"))
    return `one with the path ${path}: leave it out`;
  return named && named !== segment ? `one with a path of ${named}` : undefined;
}

/**
 * Endpoints of a segment at an origin that hosts all servers; a smaller alternative to `resolveEndpoints` for bundles.
 *
 * @param origin Scheme, host and port only: `https://api.example`.
 * @throws {TypeError} If `origin` is anything else.
 *
 * @example
 * ```ts
 * import { endpointsAt } from "alphadelta/chains";
 *
 * console.log(endpointsAt("delta", "http://127.0.0.1:8645").rpc); // http://127.0.0.1:8645/rpc/delta
 * ```
 */
export function endpointsAt(segment: Segment, origin: string): ResolvedEndpoints {
  if (URL.canParse(origin) && /^https?:/.test(origin) && new URL(origin).origin === origin) {
    return belowOrigin(segment, origin);
  }
  throw new TypeError("Cannot use endpoints: expected an origin http://… or https://…");
}

/** Response header with the segment that an answer is of (extension). */
export const CHAIN_SEGMENT = "X-Chain-Segment";

/** Response header with the chain height at which it was read; sent where several processes serve (extension). */
export const CHAIN_HEIGHT = "X-Chain-Height";

/** Request header with the lowest chain height at which the response may be read (extension). */
export const LEAST_HEIGHT = "X-Least-Chain-Height";
