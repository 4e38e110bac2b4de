import { arrayAt, objectsAt, type Path } from "../json.ts";
import { servedPath } from "../calls.ts";
import type { Problem, SpecFile } from "../spec_file.ts";
import type { Specs } from "../specs.ts";

/** A URL template that clients fill in, and that the service finds requests by. */
interface Server {
  readonly spec: SpecFile;
  readonly path: Path;
  readonly url: string;
  /** Prefix of its URLs. */
  readonly host: string;
  /** True if it may be one for all segments. */
  readonly maybeShared: boolean;
}

/** The servers' URL templates are of the form that clients fill in and the service matches, and differ in their paths. */
export function brokenServer(specs: Specs): Problem[] {
  const servers = serversOf(specs);
  const problems = servers.flatMap(formProblems);
  if (problems.length > 0) return problems;
  const segments = Object.keys(objectsAt(specs.openapi.value, "x-segments"));
  return [...overlapProblems(servers, segments), ...shadowProblems(specs, servers, segments)];
}

/** A path on a server that all segments share begins with no segment, on the server of which it would stand too. */
function shadowProblems(
  { openapi }: Specs,
  servers: readonly Server[],
  segments: readonly string[],
): Problem[] {
  const taken = new Set(
    servers
      .filter(isSegmented)
      .flatMap((server) => segments.map((each) => prefixOf(server) + each)),
  );
  return servers
    .filter(({ maybeShared }) => maybeShared)
    .flatMap((server) => {
      const [, name = ""] = server.path.map(String);
      const [, first = ""] = servedPath(openapi.value, name).path.split("/");
      if (isSegmented(server) || !taken.has(prefixOf(server) + first)) return [];
      const message = `path ${name} cannot be told from the paths of segment ${first}`;
      return [openapi.problem(["paths", name], message, "Rename the path or the segment.")];
    });
}

function serversOf({ openapi, openrpc }: Specs): Server[] {
  const rest = { spec: openapi, host: "{apiHost}" };
  const own = Object.entries(objectsAt(openapi.value, "paths"))
    .filter(([, item]) => arrayAt(item, "servers").length > 0)
    .map(([name]) => ["paths", name, "servers", 0, "url"]);
  return [
    { ...rest, path: ["servers", 0, "url"], maybeShared: false },
    ...own.map((path) => ({ ...rest, path, maybeShared: true })),
    { spec: openrpc, path: ["x-servers", "rpc"], host: "{apiHost}", maybeShared: false },
    { spec: openrpc, path: ["x-servers", "ws"], host: "{wsHost}", maybeShared: false },
  ].map((server) => ({
    ...server,
    url: server.maybeShared
      ? servedPath(openapi.value, String(server.path[1])).url
      : String(server.spec.at(server.path) ?? ""),
  }));
}

function formProblems({ spec, path, url, host, maybeShared }: Server): Problem[] {
  const below = url.startsWith(`${host}/`) ? url.slice(host.length) : undefined;
  const fixed = below?.replace(/\/\{segment\}$/, "");
  const isFixed = fixed !== undefined && /^(\/[A-Za-z0-9._~-]+)*$/.test(fixed);
  if (isFixed && (maybeShared || fixed !== below)) return [];
  const form = `${host}/…/{segment}`;
  const shared = maybeShared ? `, or ${host}/… for one that all segments share` : "";
  const message = `server "${url}" is not of the form ${form}`;
  const fix = `Write ${form}${shared}: the host and the segment are filled in, the rest is letters, digits and hyphens.`;
  return [spec.problem(path, message, fix)];
}

/** The service tells servers apart by what stands before the segment, or instead of one. */
function overlapProblems(servers: readonly Server[], segments: readonly string[]): Problem[] {
  return servers.flatMap((server, index) => {
    const { spec, path, url } = server;
    const other = servers
      .slice(0, index)
      .find((each) => !isSharing(each, server) && overlaps(each, server, segments));
    if (!other) return [];
    const where = `${other.spec.file}:${other.spec.lineOf(other.path)}`;
    const message = `server "${url}" cannot be told from "${other.url}" at ${where}`;
    return [spec.problem(path, message, "Give each server a path of its own, such as `/v2`.")];
  });
}

/** Paths may share a server. */
function isSharing(one: Server, other: Server): boolean {
  return one.spec === other.spec && one.url === other.url;
}

function overlaps(one: Server, other: Server, segments: readonly string[]): boolean {
  const [first, second] = [prefixOf(one), prefixOf(other)];
  if (isSegmented(one) && isSegmented(other) && first === second) return true;
  const isWithin = (server: Server, above: Server): boolean =>
    isSegmented(above) &&
    segments.some((segment) => prefixOf(server).startsWith(`${prefixOf(above)}${segment}/`));
  return isWithin(one, other) || isWithin(other, one);
}

function isSegmented({ url }: Server): boolean {
  return url.endsWith("/{segment}");
}

function prefixOf({ url, host }: Server): string {
  const path = url.slice(host.length).replace(/\{segment\}$/, "");
  return path.endsWith("/") ? path : `${path}/`;
}
