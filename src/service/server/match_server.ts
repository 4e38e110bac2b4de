import { type Segment, SEGMENTS, SERVERS } from "../../generated/segments.gen.ts";
import { verbsAt } from "../rest/mod.ts";

/** Which server a path is for, and what stands below that server's URL. */
export type ServerMatch =
  | { readonly server: "rest" | "rpc"; readonly segment: Segment; readonly path: string }
  | { readonly server: "keys"; readonly path: string };

const REST = prefixOf(SERVERS.rest);
const RPC = prefixOf(SERVERS.rpc);
const SOCKET = prefixOf(SERVERS.ws);
const KEYS = prefixOf(SERVERS.keys);
const NAMES: ReadonlySet<string> = new Set(Object.keys(SEGMENTS));

/** A path below a prefix: the part that stands where a segment is to be, and what follows it. */
interface Below {
  readonly segment: string;
  readonly path: string;
}

/** Tells which server of the documents `pathname` is on; undefined for none. */
export function matchServer(pathname: string): ServerMatch | undefined {
  const rest = below(REST, pathname);
  if (rest && isSegment(rest.segment))
    return { server: "rest", segment: rest.segment, path: rest.path };
  const rpc = below(RPC, pathname);
  if (rpc && isSegment(rpc.segment) && rpc.path === "")
    return { server: "rpc", segment: rpc.segment, path: "" };
  if (pathname !== KEYS && !pathname.startsWith(`${KEYS}/`)) return undefined;
  return { server: "keys", path: pathname.slice(KEYS.length) };
}

/** Tells which segment's WebSocket `pathname` is; undefined for none. */
export function matchSocket(pathname: string): Segment | undefined {
  const socket = below(SOCKET, pathname);
  return socket && isSegment(socket.segment) && socket.path === "" ? socket.segment : undefined;
}

/** The text that stands in `pathname` where a segment is to be; undefined for a path of another form. */
export function segmentIn(pathname: string): string | undefined {
  const match = matchServer(pathname);
  if (match?.server === "keys" && verbsAt("keys", match.path).length > 0) return undefined;
  for (const prefix of [REST, RPC, SOCKET]) {
    const segment = below(prefix, pathname)?.segment;
    if (segment !== undefined) return segment;
  }
  return undefined;
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
