import { type Segment, SEGMENTS, SERVERS } from "../../generated/segments.gen.ts";
import { verbsAt } from "../rest/mod.ts";

/** Which server a path is for, and what stands below that server's URL. */
export type ServerMatch =
  | { readonly server: "rest" | "rpc"; readonly segment: Segment; readonly path: string }
  | { readonly server: "keys"; readonly path: string };

const REST = patternOf(SERVERS.rest);
const RPC = patternOf(SERVERS.rpc);
const SOCKET = patternOf(SERVERS.ws);
const KEYS = patternOf(SERVERS.keys);

/** Tells which server of the documents `pathname` is on; undefined for none. */
export function matchServer(pathname: string): ServerMatch | undefined {
  const rpc = RPC.exec(pathname)?.groups;
  if (rpc && isSegment(rpc.segment) && rpc.path === "")
    return { server: "rpc", segment: rpc.segment, path: "" };
  const rest = REST.exec(pathname)?.groups;
  if (rest && isSegment(rest.segment))
    return { server: "rest", segment: rest.segment, path: rest.path ?? "" };
  const keys = KEYS.exec(pathname)?.groups;
  return keys ? { server: "keys", path: keys.path ?? "" } : undefined;
}

/** Tells which segment's WebSocket `pathname` is; undefined for none. */
export function matchSocket(pathname: string): Segment | undefined {
  const socket = SOCKET.exec(pathname)?.groups;
  return socket && isSegment(socket.segment) && socket.path === "" ? socket.segment : undefined;
}

/** The text that stands in `pathname` where a segment is to be; undefined for a path of another form. */
export function segmentIn(pathname: string): string | undefined {
  const match = matchServer(pathname);
  if (match?.server === "keys" && verbsAt("keys", match.path).length > 0) return undefined;
  for (const pattern of [REST, RPC, SOCKET]) {
    const segment = pattern.exec(pathname)?.groups?.segment;
    if (segment !== undefined) return segment;
  }
  return undefined;
}

/** The path of a server's URL template as a pattern: `/v1/{segment}` with what follows it. */
function patternOf(template: string): RegExp {
  const path = template.replace(/^\{\w+\}/, "").replace("{segment}", "(?<segment>[^/]+)");
  return new RegExp(`^${path}(?<path>/.*|)$`);
}

function isSegment(text: string | undefined): text is Segment {
  return text !== undefined && Object.hasOwn(SEGMENTS, text);
}
