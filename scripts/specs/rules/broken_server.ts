import { serverUrl, servedPath } from "../calls.ts";
import { objectsAt, textAt } from "../json.ts";
import { readModel } from "../model/mod.ts";
import type { Problem } from "../spec_file.ts";
import type { Specs } from "../specs.ts";
import type { Part } from "./_rule.ts";

/** A URL template that clients fill in, and that the service finds requests by. */
interface Server extends Part {
  readonly url: string;
  /** Prefix of its URLs. */
  readonly host: string;
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
  const ofRest = { spec: openapi, host: "{apiHost}" };
  const paths = Object.entries(objectsAt(openapi.value, "paths"));
  const own = paths.filter(([, item]) => item.servers !== undefined).map(([template]) => template);
  const hosts = { rpc: "{apiHost}", ws: "{wsHost}" };
  return [
    { ...ofRest, at: ["servers", 0, "url"], url: serverUrl(openapi.value) },
    ...own.map((template): Server => {
      const { url } = servedPath(openapi.value, template);
      return { ...ofRest, at: ["paths", template, "servers", 0, "url"], url, template };
    }),
    ...Object.entries(hosts).map(([name, host]): Server => {
      const url = textAt(openrpc.value, "x-servers", name);
      return { spec: openrpc, at: ["x-servers", name], host, url };
    }),
  ];
}

function formProblems({ spec, at, url, host, template }: Server): Problem[] {
  const below = url.startsWith(`${host}/`) ? url.slice(host.length) : undefined;
  const before = below?.replace(/\/\{segment\}$/, "");
  const isPlain = before !== undefined && /^(\/[A-Za-z0-9._~-]+)*$/.test(before);
  if (isPlain && (template !== undefined || before !== below)) return [];
  const form = `${host}/…/{segment}`;
  const shared = template === undefined ? "" : `, or ${host}/… for one that all segments share`;
  const message = `server "${url}" is not of the form ${form}`;
  const fix = `Write ${form}${shared}: the host and the segment are filled in, the rest is letters, digits and hyphens.`;
  return [spec.problem(at, message, fix)];
}

/** The service tells servers apart by the part of their paths before the segment, or instead of one. */
function overlapProblems(servers: readonly Server[], segments: readonly string[]): Problem[] {
  return servers.flatMap((server, index) => {
    const { spec, at, url } = server;
    const other = servers
      .slice(0, index)
      .find((each) => !isSharing(each, server) && overlaps(each, server, segments));
    if (!other) return [];
    const where = `${other.spec.file}:${other.spec.lineOf(other.at)}`;
    const message = `server "${url}" cannot be told from "${other.url}" at ${where}`;
    return [spec.problem(at, message, "Give each server a path of its own, such as `/v2`.")];
  });
}

/** Paths may share a server. */
function isSharing(one: Server, other: Server): boolean {
  return one.spec === other.spec && one.url === other.url;
}

function overlaps(one: Server, other: Server, segments: readonly string[]): boolean {
  const isWithin = (server: Server, above: Server): boolean =>
    ownPaths(above, segments).some((path) => prefixOf(server).startsWith(path));
  const isSame = isSegmented(one) && isSegmented(other) && prefixOf(one) === prefixOf(other);
  return isSame || isWithin(one, other) || isWithin(other, one);
}

/** A path on a server that all segments share does not begin with a segment: it would be on the server of that. */
function shadowProblems(
  { openapi }: Specs,
  servers: readonly Server[],
  segments: readonly string[],
): Problem[] {
  const taken = servers.flatMap((server) => ownPaths(server, segments));
  return servers.flatMap((server) => {
    const { template } = server;
    if (template === undefined || isSegmented(server)) return [];
    const [, first = ""] = servedPath(openapi.value, template).path.split("/");
    if (!taken.includes(`${prefixOf(server)}${first}/`)) return [];
    const message = `path ${template} cannot be told from the paths of segment ${first}`;
    return [openapi.problem(["paths", template], message, "Rename the path or the segment.")];
  });
}

/** Paths of a server that each segment has, with the segment: `/v1/delta/`. */
function ownPaths(server: Server, segments: readonly string[]): string[] {
  if (!isSegmented(server)) return [];
  return segments.map((segment) => `${prefixOf(server)}${segment}/`);
}

function isSegmented({ url }: Server): boolean {
  return url.endsWith("/{segment}");
}

function prefixOf({ url, host }: Server): string {
  const path = url.slice(host.length).replace(/\{segment\}$/, "");
  return path.endsWith("/") ? path : `${path}/`;
}
