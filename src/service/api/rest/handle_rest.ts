import { type OperationId, OPERATIONS } from "../../../generated/service/operations.gen.ts";
import {
  deprecationHeaders,
  type RequestTrace,
  type ServiceRequest,
  type ServiceResponse,
} from "../../request.ts";
import { type ChainContext, showPath } from "../context/mod.ts";
import {
  answerData,
  answerError,
  answerUnchanged,
  contentTag,
  matchesTag,
  type Meta,
  RestServiceError,
  revisionTag,
} from "./envelope.ts";
import {
  HANDLERS,
  HOST_HANDLERS,
  type HostOperationId,
  type KeyRequestContext,
  type SegmentOperationId,
} from "./operations/mod.ts";
import { matchRoute, type Route, verbsAt } from "./match_route.ts";
import type { OperationInfo } from "../../../tables.ts";
import { readBody, readInput } from "./read_input.ts";

/** A parsed REST request. */
export interface RestCall {
  readonly method: ServiceRequest["method"];
  /** Name of the server in the specs. */
  readonly server: string;
  /** Path below the server's URL. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly request: Pick<ServiceRequest, "body" | "header">;
  /** The whole path of the request. */
  readonly pathname: string;
  /** Value of `If-None-Match`, if the request has one. */
  readonly ifNoneMatch: string | undefined;
  /** Receives the operation. */
  readonly trace: RequestTrace;
  readonly meta: Meta;
  /** Called with errors of a handler other than refusals. */
  readonly onError: (error: unknown) => void;
}

/** A handler of any operation; its input was read by the operation's own definition. */
type AnyHandler<Context = ChainContext> = (input: unknown, context: Context) => Promise<Data>;
type Data = object | string | undefined;

/** Handles a request below a segment's URL. */
export function handleRest(call: RestCall, context: ChainContext): Promise<ServiceResponse> {
  return withDeprecation(answerOperation(call, context), call);
}

async function answerOperation(call: RestCall, context: ChainContext): Promise<ServiceResponse> {
  try {
    const { id, path } = routeOf(call);
    requireChain(id, call, context);
    const { query, request } = call;
    const parameters = readInput(id, { path, query, request }, context.selection);
    const body = OPERATIONS[id].body && (await readBody(id, request, context.selection));
    const handler = HANDLERS[id as SegmentOperationId] as unknown as AnyHandler;
    const input = { ...parameters, body };
    if (OPERATIONS[id].verb !== "get") {
      return answerData(OPERATIONS[id].status, await handler(input, context), call.meta);
    }
    const before = revisionTag(context);
    const { ifNoneMatch } = call;
    if (ifNoneMatch !== undefined && matchesTag(ifNoneMatch, before))
      return answerUnchanged(before);
    const data = await handler(input, context);
    const revision = before === revisionTag(context) ? before : undefined;
    return answerTagged(data, revision, OPERATIONS[id], call);
  } catch (error) {
    return answerThrown(error, call);
  }
}

function requireChain(id: OperationId, { pathname }: RestCall, { selection }: ChainContext): void {
  const { chains } = OPERATIONS[id];
  const { chain } = selection;
  if (chains.includes(chain)) return;
  const text = `No ${showPath(pathname)}: it exists on ${chains.join(", ")}, this is ${chain}`;
  throw new RestServiceError("NOT_FOUND", text);
}

/**
 * Responds with data and its ETag. A stored record is tagged by its content, which blocks seldom change; everything
 * else by the chain's revision, which is undefined if the chain changed while it was read.
 */
function answerTagged(
  data: Data,
  revision: string | undefined,
  { status, items }: OperationInfo,
  { ifNoneMatch, meta }: RestCall,
): ServiceResponse {
  const isRecord = typeof data === "string" && items === undefined;
  const tag = isRecord ? contentTag(data) : revision;
  const isKnown = tag !== undefined && ifNoneMatch !== undefined && isNamed(ifNoneMatch, tag);
  return isKnown ? answerUnchanged(tag) : answerData(status, data, meta, { tag });
}

/** `*` matches any existing resource. */
function isNamed(ifNoneMatch: string, tag: string): boolean {
  return ifNoneMatch.trim() === "*" || matchesTag(ifNoneMatch, tag);
}

/** Handles a request on a server of the whole host. */
export function handleHost(call: RestCall, context: KeyRequestContext): Promise<ServiceResponse> {
  return withDeprecation(answerOfHost(call, context), call);
}

async function answerOfHost(call: RestCall, context: KeyRequestContext): Promise<ServiceResponse> {
  try {
    const { id, path } = routeOf(call);
    const { query, request } = call;
    const parameters = readInput(id, { path, query, request });
    const input = { ...parameters, body: await readBody(id, request) };
    const handler = HOST_HANDLERS[
      id as HostOperationId
    ] as unknown as AnyHandler<KeyRequestContext>;
    return answerData(OPERATIONS[id].status, await handler(input, context), call.meta);
  } catch (error) {
    return answerThrown(error, call);
  }
}

/** Adds deprecation headers, to refusals too, so that every caller receives them. */
function withDeprecation(
  answering: Promise<ServiceResponse>,
  { trace }: RestCall,
): Promise<ServiceResponse> {
  // Already set, since a request is matched before the first `await`.
  const { operation } = trace;
  const info = Object.hasOwn(OPERATIONS, operation)
    ? OPERATIONS[operation as OperationId]
    : undefined;
  if (!info?.deprecated) return answering;
  const further = deprecationHeaders(info.deprecated);
  return answering.then((response) => ({
    ...response,
    headers: { ...response.headers, ...further },
  }));
}

/** `HEAD` is handled as `GET`; the server omits the body. */
function routeOf({ method, server, path, pathname, trace }: RestCall): Route {
  const verb = method === "HEAD" ? "get" : method.toLowerCase();
  const route = matchRoute(server, verb, path);
  if (route) {
    trace.operation = route.id;
    return route;
  }
  const verbs = verbsAt(server, path).map((one) => one.toUpperCase());
  const allowed = verbs.length > 0 ? `it takes ${verbs.join(", ")}` : hintAt(server, path);
  throw new RestServiceError(
    "NOT_FOUND",
    `No operation ${method} ${showPath(pathname)}: ${allowed}`,
  );
}

function hintAt(server: string, path: string): string {
  const isSlashed = path.endsWith("/") && verbsAt(server, path.slice(0, -1)).length > 0;
  return isSlashed ? "remove the trailing slash" : "see /docs for the operations";
}

/** Responds to a thrown error: a refusal unchanged, any other without its detail. */
function answerThrown(error: unknown, { meta, onError }: RestCall): ServiceResponse {
  if (error instanceof RestServiceError) return answerError(error, meta);
  onError(error);
  return answerError(new RestServiceError("INTERNAL_ERROR", "Internal error"), meta);
}
