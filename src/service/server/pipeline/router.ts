import { addRoute, createRouter, findRoute, type MatchedRoute } from "rou3";
import { type Segment, SEGMENTS, SERVERS } from "../../../generated/segments.gen.ts";
import { type OperationId, OPERATIONS } from "../../../generated/service/operations.gen.ts";
import type { RequestTrace } from "../../request.ts";
import { showPath } from "../../api/context/mod.ts";
import { pageAt } from "../pages/mod.ts";

/** The outcome of matching a request. */
export type Route =
  | ({ readonly kind: "rest"; readonly segment: Segment } & OperationMatch)
  /** An operation of the whole host. */
  | ({ readonly kind: "host" } & OperationMatch)
  | { readonly kind: "rpc"; readonly segment: Segment }
  | { readonly kind: "socket"; readonly segment: Segment }
  /** A path beside the interface. */
  | { readonly kind: "page"; readonly name: string }
  /** The `OPTIONS` that a browser sends first. */
  | { readonly kind: "preflight" }
  | { readonly kind: "nothing" };

export type RouteOf<Kind extends Route["kind"]> = Extract<Route, { kind: Kind }>;

interface OperationMatch {
  readonly operation: OperationId;
  /** The parameters in the path, still encoded. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** An entry of the router: a route without its parameters. */
type Place =
  | { readonly kind: "rest"; readonly segment: Segment; readonly operation: OperationId }
  | { readonly kind: "host"; readonly operation: OperationId }
  | RouteOf<"rpc" | "socket">;

/** Matches a request for a WebSocket, whatever its method. No method that is sent has a space. */
export const UPGRADE = "WEBSOCKET UPGRADE";

const PREFLIGHT: Route = { kind: "preflight" };
const NOTHING: Route = { kind: "nothing" };
const NO_PARAMETERS: Readonly<Record<string, string>> = {};
const SEGMENT = "{segment}";
/** Stands for an empty part; no path that is sent has it. */
const EMPTY = "\0";

/** The servers of the specs, by their paths. */
const BASES = Object.entries(SERVERS).map(([server, url]) => {
  const path = url.replace(/^\{\w+\}/, "");
  const isOfSegments = path.endsWith(SEGMENT);
  const prefix = isOfSegments ? path.slice(0, -SEGMENT.length) : `${path}/`;
  const protocol = server === "rpc" ? "rpc" : server === "ws" ? "websocket" : "rest";
  return { server, path, isOfSegments, prefix, protocol } as const;
});
const OPERATION_ROWS = Object.entries(OPERATIONS).map(([id, { verb, server, path }]) => ({
  operation: id as OperationId,
  verb: verb.toUpperCase(),
  base: BASES.find((base) => base.server === server),
  path,
}));
/** The URL of each segment, served or not. */
const REST_PATHS = BASES.filter((base) => base.protocol === "rest" && base.isOfSegments).flatMap(
  ({ prefix }) => Object.keys(SEGMENTS).map((segment) => `${prefix}${segment}/`),
);
const VERBS = [...new Set([...OPERATION_ROWS.map(({ verb }) => verb), "POST"])];

/** The paths that the answer to a request for none of them names. */
const SHOWN_PATHS = [
  ...BASES.filter(({ isOfSegments }) => isOfSegments).map(({ path }) => path),
  ...OPERATION_ROWS.filter(({ base }) => base?.isOfSegments === false).map(
    ({ base, path }) => `${base?.path}${path}`,
  ),
];
const ROUTER = fillRouter();
/** Paths by operation, or by the kind of a route. */
const TEMPLATES = new Map<string, string>([
  ...OPERATION_ROWS.map(
    ({ operation, base, path }) => [operation, `${base?.path}${path}`] as const,
  ),
  ...BASES.filter(({ protocol }) => protocol !== "rest").map(
    ({ protocol, path }) => [protocol === "rpc" ? "rpc" : "socket", path] as const,
  ),
]);

/** Matches a request by its method, {@linkcode UPGRADE} for a WebSocket, and its path; `HEAD` as `GET`. */
export function matchRoute(method: string, pathname: string): Route {
  if (method === "OPTIONS") return PREFLIGHT;
  const verb = method === "HEAD" ? "GET" : method;
  const found = find(verb, pathname);
  if (found) return { ...found.data, parameters: found.params ?? NO_PARAMETERS } as Route;
  const name = verb === "GET" ? pageAt(pathname) : undefined;
  return name === undefined ? NOTHING : { kind: "page", name };
}

/** The path of a route before its parameters are filled in; undefined of a request for none. */
export function templateOf(route: Route): string | undefined {
  if ("operation" in route) return TEMPLATES.get(route.operation);
  if (route.kind === "page") return route.name;
  return TEMPLATES.get(route.kind);
}

/** True for the path of a WebSocket. */
export function isSocketPath(pathname: string): boolean {
  return find(UPGRADE, pathname) !== undefined;
}

/** The protocol of a request, for logs and metrics. */
export function protocolOf(route: Route, pathname: string): RequestTrace["protocol"] {
  if (route.kind === "socket") return "websocket";
  if (route.kind === "page" || route.kind === "preflight") return "other";
  return "operation" in route ? "rest" : protocolAt(pathname);
}

/** The operation of a request, for logs and metrics; that of JSON-RPC is known once its body is read. */
export function operationName(route: Route): string {
  if ("operation" in route) return route.operation;
  if (route.kind === "page") return route.name;
  if (route.kind === "socket") return "connect";
  return route.kind === "preflight" ? "OPTIONS" : "unknown";
}

/** The protocol of a path below the URL of a segment, or at which JSON-RPC or an operation is; else `other`. */
export function protocolAt(pathname: string): RequestTrace["protocol"] {
  const [place] = placesAt(pathname);
  if (place) return place.kind === "rpc" ? "rpc" : "rest";
  return REST_PATHS.some((path) => `${pathname}/`.startsWith(path)) ? "rest" : "other";
}

/** True of a path below no server of the specs. */
export function isBeside(pathname: string): boolean {
  return !BASES.some(({ prefix }) => `${pathname}/`.startsWith(prefix));
}

/** Explains why a request has no route, and names the routes near it. */
export function whyNothing(method: string, pathname: string, served: readonly Segment[]): string {
  const segment = segmentAt(pathname);
  const isServed = segment === undefined || (served as readonly string[]).includes(segment);
  const isRest = isServed && protocolAt(pathname) === "rest";
  const missing = `No ${isRest ? "operation " : ""}${method} ${showPath(pathname)}`;
  if (pageAt(pathname) !== undefined) return `${missing}: it takes GET`;
  const verbs = verbsAt(pathname);
  if (verbs.length === 0 && pathname.endsWith("/") && verbsAt(pathname.slice(0, -1)).length > 0)
    return `${missing}: remove the trailing slash`;
  if (!isServed)
    return `${missing}: the segment ${showPath(segment)} is not served, expected one of ${served.join(", ")}`;
  if (isSocketPath(pathname)) return `${missing}: it takes a WebSocket`;
  if (verbs.length > 0)
    return `${missing}: ${isRest ? "it" : "JSON-RPC"} takes ${verbs.join(", ")}`;
  if (isRest) return `${missing}: see /docs for the operations`;
  return `${missing}: there are ${SHOWN_PATHS.join(", ")}, and /docs describes them`;
}

/** Finds the route of a path. Only JSON-RPC may have a slash at the end, as its URLs in the docs do: `/rpc/delta/#method`. */
function find(verb: string, pathname: string): MatchedRoute<Place> | undefined {
  const found = findRoute(ROUTER, verb, pathname);
  if (found && !(pathname.endsWith("/") && "operation" in found.data)) return found;
  return findEmptied(verb, pathname);
}

/** Finds a path with an empty part, which is a parameter without a value; the router itself passes over those. */
function findEmptied(verb: string, pathname: string): MatchedRoute<Place> | undefined {
  const filled = pathname.replace(/\/(?=\/|$)/g, `/${EMPTY}`);
  const found = filled === pathname ? undefined : findRoute(ROUTER, verb, filled);
  if (!found) return undefined;
  const parameters = Object.entries(found.params ?? {});
  return {
    data: found.data,
    params: Object.fromEntries(
      parameters.map(([name, text]) => [name, text === EMPTY ? "" : text]),
    ),
  };
}

/** The entries of a path, by any method. */
function placesAt(pathname: string): Place[] {
  return VERBS.flatMap((verb) => find(verb, pathname)?.data ?? []);
}

function verbsAt(pathname: string): string[] {
  if (pageAt(pathname) !== undefined) return ["GET"];
  return VERBS.filter((verb) => find(verb, pathname));
}

/** The text that stands in a path where a segment is to be; undefined for a path of another form. */
function segmentAt(pathname: string): string | undefined {
  if (placesAt(pathname).some(({ kind }) => kind === "host")) return undefined;
  const base = BASES.find((row) => row.isOfSegments && pathname.startsWith(row.prefix));
  return (base && pathname.slice(base.prefix.length).split("/", 1)[0]) || undefined;
}

function fillRouter(): ReturnType<typeof createRouter<Place>> {
  const router = createRouter<Place>();
  const segments = Object.keys(SEGMENTS) as Segment[];
  for (const { operation, verb, base, path } of OPERATION_ROWS) {
    const template = `${base?.path}${path}`.replace(/\{(?!segment\})(\w+)\}/g, ":$1");
    if (!base?.isOfSegments) addRoute(router, verb, template, { kind: "host", operation });
    else
      for (const segment of segments)
        addRoute(router, verb, template.replace(SEGMENT, segment), {
          kind: "rest",
          segment,
          operation,
        });
  }
  for (const { path, protocol } of BASES) {
    if (protocol === "rest") continue;
    const [verb, kind] =
      protocol === "rpc" ? ["POST", "rpc" as const] : [UPGRADE, "socket" as const];
    for (const segment of segments)
      addRoute(router, verb, path.replace(SEGMENT, segment), { kind, segment });
  }
  return router;
}
