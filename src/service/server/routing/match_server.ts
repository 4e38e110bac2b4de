import { type Segment, SEGMENTS, SERVERS } from "../../../generated/segments.gen.ts";
import { verbsAt } from "../../api/rest/mod.ts";

/** The server of the specs that a path belongs to, and the rest of the path below its URL. */
export type ServerMatch =
  | {
      readonly kind: "rest";
      readonly server: string;
      readonly segment: Segment;
      readonly path: string;
    }
  | { readonly kind: "rpc"; readonly segment: Segment; readonly path: "" }
  | { readonly kind: "host"; readonly server: string; readonly path: string };

/** A server of REST operations: its name, and its path up to where a segment stands in it. */
interface RestServer {
  readonly server: string;
  readonly prefix: string;
}

const RPC = prefixOf(SERVERS.rpc);
const SOCKET = prefixOf(SERVERS.ws);
const { rpc: _rpc, ws: _ws, ...REST } = SERVERS;
const OF_SEGMENTS = serversWhere((template) => template.endsWith("/{segment}"));
const OF_HOST = serversWhere((template) => !template.endsWith("/{segment}"));
const NAMES: ReadonlySet<string> = new Set(Object.keys(SEGMENTS));

/** A path below a prefix: the part that stands where a segment is to be, and what follows it. */
interface Below {
  readonly segment: string;
  readonly path: string;
}

/** Tells which server of the specs `pathname` is on; undefined for none. */
export function matchServer(pathname: string): ServerMatch | undefined {
  for (const { server, prefix } of OF_SEGMENTS) {
    const rest = below(prefix, pathname);
    if (rest && isSegment(rest.segment))
      return { kind: "rest", server, segment: rest.segment, path: rest.path };
  }
  const rpc = below(RPC, pathname);
  if (rpc && isSegment(rpc.segment) && isWhole(rpc.path))
    return { kind: "rpc", segment: rpc.segment, path: "" };
  for (const { server, prefix } of OF_HOST) {
    const path = pathname.slice(prefix.length);
    if (pathname.startsWith(prefix) && verbsAt(server, path).length > 0)
      return { kind: "host", server, path };
  }
  return undefined;
}

/** Tells which segment's WebSocket `pathname` is; undefined for none. */
export function matchSocket(pathname: string): Segment | undefined {
  const socket = below(SOCKET, pathname);
  return socket && isSegment(socket.segment) && isWhole(socket.path) ? socket.segment : undefined;
}

/** A slash at the end is allowed: URLs are copied with one from the docs, which write a method as `/rpc/delta/#method`. */
function isWhole(path: string): boolean {
  return path === "" || path === "/";
}

/** The text that stands in `pathname` where a segment is to be; undefined for a path of another form. */
export function segmentIn(pathname: string): string | undefined {
  if (matchServer(pathname)?.kind === "host") return undefined;
  for (const prefix of [...OF_SEGMENTS.map((each) => each.prefix), RPC, SOCKET]) {
    const segment = below(prefix, pathname)?.segment;
    if (segment !== undefined) return segment;
  }
  return undefined;
}

function serversWhere(fits: (template: string) => boolean): RestServer[] {
  return Object.entries(REST)
    .filter(([, template]) => fits(template))
    .map(([server, template]) => ({ server, prefix: prefixOf(template) }));
}

/** The path of a server's URL template, up to where a segment stands in it. */
function prefixOf(template: string): string {
  return template.replace(/^\{\w+\}/, "").replace(/\{segment\}$/, "");
}

/** Takes a path below a prefix that ends in `/` apart; undefined for another path, or one without a segment. */
function below(prefix: string, pathname: string): Below | undefined {
  if (!pathname.startsWith(prefix)) return undefined;
  const slash = pathname.indexOf("/", prefix.length);
  const end = slash < 0 ? pathname.length : slash;
  if (end === prefix.length) return undefined;
  return { segment: pathname.slice(prefix.length, end), path: pathname.slice(end) };
}

function isSegment(text: string): text is Segment {
  return NAMES.has(text);
}
