import { serverUrl, servedPath } from "../calls.ts";
import { objectsAt, textAt } from "../json.ts";
import { readModel } from "../model/mod.ts";
import type { Problem } from "../spec_file.ts";
import type { Specs } from "../specs.ts";
import type { Part } from "./_rule.ts";

/** A URL template that clients fill in, and that the service finds requests by. */
interface Server extends Part {
  readonly url: string;
  /** Variable at the beginning of its URL. */
  readonly host: string;
  /** Its path, with a slash at the end and without the segment. */
  readonly prefix: string;
  /** True if each segment has one. */
  readonly isSegmented: boolean;
  /** The path that has it for itself. */
  readonly template?: string;
}

/** The servers' URL templates are of the form that clients fill in and the service matches, and differ in their paths. */
export function brokenServer(specs: Specs): Problem[] {
  const servers = serversOf(specs);
  const problems = servers.flatMap(formProblems);
  if (problems.length > 0) return problems;
  const segments = Object.keys(readModel(specs).segments);
  return [...overlapProblems(servers, segments), ...shadowProblems(specs, servers, segments)];
}

function serversOf({ openapi, openrpc }: Specs): Server[] {
  const server = (place: Part, host: string, url: string): Server => {
    const path = url.slice(host.length).replace(/\{segment\}$/, "");
    const isSegmented = url.endsWith("/{segment}");
    return { ...place, url, host, prefix: path.endsWith("/") ? path : `${path}/`, isSegmented };
  };
  const paths = Object.entries(objectsAt(openapi.value, "paths"));
  const own = paths.filter(([, item]) => item.servers !== undefined).map(([template]) => template);
  const rpc = Object.entries({ rpc: "{apiHost}", ws: "{wsHost}" });
  const place = { spec: openapi, at: ["servers", 0, "url"] };
  return [
    server(place, "{apiHost}", serverUrl(openapi.value)),
    ...own.map((template) => {
      const at = ["paths", template, ...place.at];
      const { url } = servedPath(openapi.value, template);
      return { ...server({ spec: openapi, at }, "{apiHost}", url), template };
    }),
    ...rpc.map(([name, host]) => {
      const at = ["x-servers", name];
      return server({ spec: openrpc, at }, host, textAt(openrpc.value, ...at));
    }),
  ];
}

function formProblems({ spec, at, url, host, isSegmented, template }: Server): Problem[] {
  const path = url.startsWith(host) ? url.slice(host.length).replace(/\/\{segment\}$/, "") : "{}";
  const isPlain = /^(\/[A-Za-z0-9._~-]+)*$/.test(path) && url !== host;
  if (isPlain && (template !== undefined || isSegmented)) return [];
  const form = `${host}/…/{segment}`;
  const shared = template === undefined ? "" : `, or ${host}/… for one that all segments share`;
  const message = `server "${url}" is not of the form ${form}`;
  const fix = `Write ${form}${shared}: the host and the segment are filled in, the rest is letters, digits and hyphens.`;
  return [spec.problem(at, message, fix)];
}

/** The service tells servers apart by the part of their paths before the segment, or instead of one. */
function overlapProblems(servers: readonly Server[], segments: readonly string[]): Problem[] {
  const isWithin = (server: Server, above: Server): boolean =>
    ownPaths(above, segments).some((path) => server.prefix.startsWith(path));
  const isSame = (one: Server, other: Server): boolean =>
    one.isSegmented && other.isSegmented && one.prefix === other.prefix;
  return servers.flatMap((server, index) => {
    const { spec, at, url } = server;
    // Paths may share a server.
    const others = servers.slice(0, index).filter((each) => each.spec !== spec || each.url !== url);
    const other = others.find(
      (each) => isSame(each, server) || isWithin(each, server) || isWithin(server, each),
    );
    if (!other) return [];
    const where = `${other.spec.file}:${other.spec.lineOf(other.at)}`;
    const message = `server "${url}" cannot be told from "${other.url}" at ${where}`;
    return [spec.problem(at, message, "Give each server a path of its own, such as `/v2`.")];
  });
}

/** A path on a server that all segments share does not begin with a segment: it would be on the server of that. */
function shadowProblems(
  { openapi }: Specs,
  servers: readonly Server[],
  segments: readonly string[],
): Problem[] {
  const taken = servers.flatMap((server) => ownPaths(server, segments));
  return servers.flatMap(({ template, isSegmented, prefix }) => {
    if (template === undefined || isSegmented) return [];
    const [, first = ""] = servedPath(openapi.value, template).path.split("/");
    if (!taken.includes(`${prefix}${first}/`)) return [];
    const message = `path ${template} cannot be told from the paths of segment ${first}`;
    return [openapi.problem(["paths", template], message, "Rename the path or the segment.")];
  });
}

/** Paths of a server that each segment has, with the segment: `/v1/delta/`. */
function ownPaths({ isSegmented, prefix }: Server, segments: readonly string[]): string[] {
  return isSegmented ? segments.map((segment) => `${prefix}${segment}/`) : [];
}
