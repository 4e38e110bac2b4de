import type { Segment } from "../../../chains/mod.ts";
import { OPERATIONS } from "../../../generated/service/operations.gen.ts";
import { SERVERS } from "../../../generated/segments.gen.ts";
import { showPath } from "../../api/context/mod.ts";
import { isPage } from "../pages/mod.ts";
import { matchServer, matchSocket, segmentIn } from "./match_server.ts";

const [OF_SEGMENTS = [], OF_HOST = []] = [true, false].map((isOfSegments) =>
  Object.entries(SERVERS).filter(([, url]) => url.includes("{segment}") === isOfSegments),
);

const PLACES = [
  ...OF_SEGMENTS.map(([, url]) => url),
  ...OF_HOST.flatMap(([name, url]) => pathsBelow(name, url)),
].map((url) => url.replace(/^\{\w+\}/, ""));

/** Says of a path that nothing answers why that is, and what there is instead. */
export function notFoundText(method: string, pathname: string, served: Iterable<Segment>): string {
  const asked = `No ${method} ${showPath(pathname)}`;
  if (isPage(pathname)) return `${asked}: it takes GET`;
  if (pathname.endsWith("/") && isUsed(pathname.slice(0, -1)))
    return `${asked}: remove the trailing slash`;
  const segments = new Set<string>(served);
  const segment = segmentIn(pathname);
  if (segment !== undefined && !segments.has(segment)) {
    return `${asked}: the segment ${showPath(segment)} is not served, expected one of ${[...segments].join(", ")}`;
  }
  if (matchSocket(pathname)) return `${asked}: it takes a WebSocket`;
  if (matchServer(pathname)?.kind === "rpc") return `${asked}: JSON-RPC takes POST`;
  return `${asked}: there are ${PLACES.join(", ")}, and /docs describes them`;
}

/** Pages and operations of the host have one path each. */
function isUsed(pathname: string): boolean {
  return isPage(pathname) || matchServer(pathname)?.kind === "host";
}

function pathsBelow(name: string, url: string): string[] {
  const operations = Object.values(OPERATIONS).filter(({ server }) => server === name);
  return operations.map(({ path }) => url + path);
}
