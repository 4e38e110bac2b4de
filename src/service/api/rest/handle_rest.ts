import { type OperationId, OPERATIONS } from "../../../generated/service/operations.gen.ts";
import { deprecationHeaders, type ServiceRequest, type ServiceResponse } from "../../request.ts";
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
  OPERATION_HANDLERS,
  HOST_HANDLERS,
  type HostOperationId,
  type SegmentOperationId,
} from "./_operations.ts";
import type { KeyRequestContext } from "./request_key.ts";
import type { OperationInfo } from "../../../tables.ts";
import { readBody, readInput } from "./_read_input.ts";

/** A request for an operation. */
export interface RestCall {
  readonly operation: OperationId;
  /** The parameters in the path, still encoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly request: Pick<ServiceRequest, "body" | "header">;
  /** The whole path of the request. */
  readonly pathname: string;
  readonly meta: Meta;
  /** Called with errors of a handler other than refusals. */
  readonly onError: (error: unknown) => void;
}

/** A handler of any operation; its input was read by the operation's own definition. */
type AnyHandler<Context = ChainContext> = (input: unknown, context: Context) => Promise<Data>;
type Data = object | string | undefined;

/** Handles an operation of a segment. */
export function handleRest(call: RestCall, context: ChainContext): Promise<ServiceResponse> {
  return withDeprecation(answerOperation(call, context), call);
}

async function answerOperation(call: RestCall, context: ChainContext): Promise<ServiceResponse> {
  const { operation: id, request, meta } = call;
  try {
    requireChain(call, context);
    const parameters = readInput(id, call, context.selection);
    const body = OPERATIONS[id].body && (await readBody(id, request, context.selection));
    const handler = OPERATION_HANDLERS[id as SegmentOperationId] as unknown as AnyHandler;
    const input = { ...parameters, body };
    if (OPERATIONS[id].verb !== "get") {
      return answerData(OPERATIONS[id].status, await handler(input, context), meta);
    }
    const before = revisionTag(context);
    const ifNoneMatch = request.header("if-none-match");
    if (ifNoneMatch !== undefined && matchesTag(ifNoneMatch, before))
      return answerUnchanged(before);
    const data = await handler(input, context);
    const revision = before === revisionTag(context) ? before : undefined;
    return answerTagged(data, { revision, ifNoneMatch, info: OPERATIONS[id], meta });
  } catch (error) {
    return answerThrown(error, call);
  }
}

function requireChain({ operation, pathname }: RestCall, { selection }: ChainContext): void {
  const { chains } = OPERATIONS[operation];
  const { chain } = selection;
  if (chains.includes(chain)) return;
  const text = `No ${showPath(pathname)}: it exists on ${chains.join(", ")}, this is ${chain}`;
  throw new RestServiceError("NOT_FOUND", text);
}

/** What the ETag of an answer is made of. */
interface TagParts {
  /** That of the chain; undefined if it changed while it was read. */
  readonly revision: string | undefined;
  /** Value of `If-None-Match`, if the request has one. */
  readonly ifNoneMatch: string | undefined;
  readonly info: OperationInfo;
  readonly meta: Meta;
}

/**
 * Responds with data and its ETag. A stored record is tagged by its content, which blocks seldom change; everything
 * else by the chain's revision.
 */
function answerTagged(
  data: Data,
  { revision, ifNoneMatch, info: { status, items }, meta }: TagParts,
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

/** Handles an operation of the whole host. */
export function handleHost(call: RestCall, context: KeyRequestContext): Promise<ServiceResponse> {
  return withDeprecation(answerOfHost(call, context), call);
}

async function answerOfHost(call: RestCall, context: KeyRequestContext): Promise<ServiceResponse> {
  const { operation: id, request, meta } = call;
  try {
    const input = { ...readInput(id, call), body: await readBody(id, request) };
    const handler = HOST_HANDLERS[
      id as HostOperationId
    ] as unknown as AnyHandler<KeyRequestContext>;
    return answerData(OPERATIONS[id].status, await handler(input, context), meta);
  } catch (error) {
    return answerThrown(error, call);
  }
}

/** Adds deprecation headers, to refusals too, so that every caller receives them. */
function withDeprecation(
  answering: Promise<ServiceResponse>,
  { operation }: RestCall,
): Promise<ServiceResponse> {
  const { deprecated }: OperationInfo = OPERATIONS[operation];
  if (!deprecated) return answering;
  const further = deprecationHeaders(deprecated);
  return answering.then((response) => ({
    ...response,
    headers: { ...response.headers, ...further },
  }));
}

/** Responds to a thrown error: a refusal unchanged, any other without its detail. */
function answerThrown(error: unknown, { meta, onError }: RestCall): ServiceResponse {
  if (error instanceof RestServiceError) return answerError(error, meta);
  onError(error);
  return answerError(new RestServiceError("INTERNAL_ERROR", "Internal error"), meta);
}
