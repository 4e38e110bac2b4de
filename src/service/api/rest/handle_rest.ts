import { OPERATIONS } from "../../../generated/service/operations.gen.ts";
import type { OperationInfo } from "../../../tables.ts";
import { sha256Hex } from "../../crypto.ts";
import { deprecationHeaders, type Meta, type ServiceResponse } from "../../request.ts";
import {
  type ArgumentRules,
  type ChainAnswers,
  type Data,
  JsonText,
  RestServiceError,
  showPath,
  wrapText,
} from "../context/mod.ts";
import { HOST_HANDLERS, type HostOperationId, type KeyRequestContext } from "./_operations.ts";
import { cacheControlOf } from "./cache_control.ts";
import { readBody, readInput, type RestCall } from "./_read_input.ts";

/** The parts that answer the operations of a segment. */
type OperationAnswers = Pick<ChainAnswers, "revision" | "answerOperation"> & ArgumentRules;

const INVALID_PARAM = "INVALID_PARAM";

/** A handler of any operation of the host; its input was read by the operation's own definition. */
type HostHandler = (input: unknown, context: KeyRequestContext) => Promise<Data>;

/** Handles an operation of a segment. */
export async function handleRest(
  call: RestCall,
  chain: OperationAnswers,
): Promise<ServiceResponse> {
  try {
    return withDeprecation(call, await answerSegment(call, chain));
  } catch (error) {
    return withDeprecation(call, answerThrown(error, call));
  }
}

/** Handles an operation of the whole host. */
export async function handleHost(
  call: RestCall,
  context: KeyRequestContext,
): Promise<ServiceResponse> {
  try {
    return withDeprecation(call, await answerHost(call, context));
  } catch (error) {
    return withDeprecation(call, answerThrown(error, call));
  }
}

/** Tells of the deprecation of an operation, whatever came of it. */
function withDeprecation({ route }: RestCall, response: ServiceResponse): ServiceResponse {
  const { deprecated }: OperationInfo = OPERATIONS[route.operation];
  if (!deprecated) return response;
  return { ...response, headers: { ...response.headers, ...deprecationHeaders(deprecated) } };
}

/** Answers a refusal unchanged, any other error without its detail. */
function answerThrown(error: unknown, { meta, onError }: RestCall): ServiceResponse {
  if (error instanceof RestServiceError) return answerError(error, meta);
  onError(error);
  return answerError(new RestServiceError("INTERNAL_ERROR", "Internal error"), meta);
}

async function answerSegment(call: RestCall, chain: OperationAnswers): Promise<ServiceResponse> {
  const { request, route, meta } = call;
  const { operation: id } = route;
  requireChain(call, chain);
  const { issue, input } = readInput(call, chain);
  if (OPERATIONS[id].body) input.body = await readBody(id, request, chain.selection);
  if (OPERATIONS[id].verb !== "get") {
    const data = await refusedWith(issue, chain.answerOperation(id, input));
    return answerData(OPERATIONS[id].status, data, meta);
  }
  const before = chain.revision();
  const ifNoneMatch = request.header("if-none-match");
  if (ifNoneMatch !== undefined && before !== undefined && matchesTag(ifNoneMatch, before))
    return answerUnchanged(before);
  const data = await refusedWith(issue, chain.answerOperation(id, input));
  const revision = before === chain.revision() ? before : undefined;
  const info: OperationInfo = OPERATIONS[id];
  const control = cacheControlOf(data, info.height, call.settledHeight, input.path);
  return answerTagged(data, { revision, ifNoneMatch, info, control, meta });
}

/** The data, or `issue` as the text of a refusal of the parameters, where there is one. */
async function refusedWith(issue: string | undefined, answering: Promise<Data>): Promise<Data> {
  try {
    return await answering;
  } catch (error) {
    const isOfParameters = error instanceof RestServiceError && error.code === INVALID_PARAM;
    throw issue && isOfParameters ? new RestServiceError(INVALID_PARAM, issue) : error;
  }
}

async function answerHost(call: RestCall, context: KeyRequestContext): Promise<ServiceResponse> {
  const { operation: id } = call.route;
  const { input } = readInput(call);
  input.body = await readBody(id, call.request);
  const handler = HOST_HANDLERS[id as HostOperationId] as unknown as HostHandler;
  return answerData(OPERATIONS[id].status, await handler(input, context), call.meta);
}

function requireChain({ route, pathname }: RestCall, { selection }: OperationAnswers): void {
  const { chains } = OPERATIONS[route.operation];
  const { chain } = selection;
  if (chains.includes(chain)) return;
  const text = `No ${showPath(pathname)}: it exists on ${chains.join(", ")}, this is ${chain}`;
  throw new RestServiceError("NOT_FOUND", text);
}

/** The parts of an answer's ETag. */
interface TagParts {
  /** That of the chain; undefined if it changed while it was read. */
  readonly revision: string | undefined;
  /** Value of `If-None-Match`, if the request has one. */
  readonly ifNoneMatch: string | undefined;
  readonly info: OperationInfo;
  /** Value of `Cache-Control`. */
  readonly control: string;
  readonly meta: Meta;
}

/**
 * Responds with data and its ETag: the tag that the data brings, the hash of a stored record, which blocks seldom change, or
 * the revision of the chain.
 */
function answerTagged(
  data: Data,
  { revision, ifNoneMatch, info: { status, items }, control, meta }: TagParts,
): ServiceResponse {
  const tag = data instanceof JsonText ? data.tag : tagOf(data, revision, items);
  const isKnown = tag !== undefined && ifNoneMatch !== undefined && isNamed(ifNoneMatch, tag);
  return isKnown ? answerUnchanged(tag, control) : answerData(status, data, meta, { tag, control });
}

function tagOf(
  data: Data,
  revision: string | undefined,
  items: string | undefined,
): string | undefined {
  return typeof data === "string" && items === undefined ? contentTag(data) : revision;
}

/** Returns true if the value of `If-None-Match` contains the tag of a resource, or `*`, which matches any. */
export function isNamed(ifNoneMatch: string, tag: string): boolean {
  return ifNoneMatch.trim() === "*" || matchesTag(ifNoneMatch, tag);
}

const TYPE = { "Content-Type": "application/json" } as const;
/** Headers of a response without an ETag, which is volatile or contains a secret. */
const UNCACHED = { ...TYPE, "Cache-Control": "no-store" } as const;
const NO_CONTENT = { "Cache-Control": "no-store" } as const;

/**
 * Headers of a response that may be cached. It varies by encoding even if it is too small to be compressed, since an
 * earlier response of its URL may have been larger.
 */
function headersOf(tag: string, control = "no-cache"): Record<string, string> {
  return { "Cache-Control": control, Vary: "Accept-Encoding", ETag: tag };
}

/** Options of some responses. */
interface AnswerOptions {
  /** ETag of `data`, for conditional requests. */
  readonly tag?: string | undefined;
  /** Value of `Cache-Control` of a response with one. @default {"no-cache"} */
  readonly control?: string;
}

/** Responds with `data`; undefined gives an empty body, as with 204. */
export function answerData(
  status: number,
  data: Data,
  meta: Meta,
  { tag, control }: AnswerOptions = {},
): ServiceResponse {
  if (data === undefined) return { status, headers: NO_CONTENT, body: "" };
  const text = textOf(data);
  const body = wrapText('{"success":true,"data":', text, `,"meta":${metaText(meta)}}`);
  return {
    status,
    headers: tag === undefined ? UNCACHED : { ...headersOf(tag, control), ...TYPE },
    body,
  };
}

function textOf(data: object | string): string {
  if (typeof data === "string") return data;
  return data instanceof JsonText ? data.text : JSON.stringify(data);
}

/** Serialises `meta`. A request id has only hex digits and hyphens, so it needs no escaping. */
function metaText({ timestamp, requestId }: Meta): string {
  return `{"timestamp":${timestamp},"requestId":"${requestId}"}`;
}

/** Responds with 304: the client's copy is current. */
export function answerUnchanged(tag: string, control?: string): ServiceResponse {
  return { status: 304, headers: headersOf(tag, control), body: "" };
}

/** Responds with a refusal. */
export function answerError(
  { code, message, status }: RestServiceError,
  meta: Meta,
): ServiceResponse {
  const body = JSON.stringify({ success: false, error: { code, message }, meta });
  return { status, headers: UNCACHED, body };
}

const CONTENT_DIGITS = 32;

/** The ETag of a content, by its hash. */
export function contentTag(content: string | Uint8Array): string {
  return `W/"${sha256Hex(content).slice(2, 2 + CONTENT_DIGITS)}"`;
}

/** Returns true if the value of `If-None-Match` contains a tag. */
export function matchesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag) return true;
  return ifNoneMatch.split(",").some((one) => opaque(one.trim()) === opaque(tag));
}

function opaque(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag;
}
