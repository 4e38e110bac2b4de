import { type OperationId, OPERATIONS } from "../../../generated/service/operations.gen.ts";
import type { OperationInfo } from "../../../tables.ts";
import type { UnixSeconds } from "../../../units/mod.ts";
import { sha256Hex } from "../../crypto.ts";
import { deprecationHeaders, type ServiceRequest, type ServiceResponse } from "../../request.ts";
import {
  type ArgumentRules,
  type ChainAnswers,
  type Data,
  JsonText,
  type OperationInput,
  RestServiceError,
  showPath,
  wrapText,
} from "../context/mod.ts";
import { HOST_HANDLERS, type HostOperationId } from "./_operations.ts";
import { readBody, readInput } from "./_read_input.ts";
import type { KeyRequestContext } from "./request_key.ts";

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

/** The parts that answer the operations of a segment. */
type OperationAnswers = Pick<ChainAnswers, "revision" | "answerOperation"> & ArgumentRules;

const INVALID_PARAM = "INVALID_PARAM";

/** A handler of any operation of the host; its input was read by the operation's own definition. */
type HostHandler = (input: unknown, context: KeyRequestContext) => Promise<Data>;

/** Handles an operation of a segment. */
export function handleRest(call: RestCall, chain: OperationAnswers): Promise<ServiceResponse> {
  return handleWith(call, () => answerOperation(call, chain));
}

/** Handles an operation of the whole host. */
export function handleHost(call: RestCall, context: KeyRequestContext): Promise<ServiceResponse> {
  return handleWith(call, () => answerOfHost(call, context));
}

/** Answers a refusal unchanged, any other error without its detail, and tells of a deprecation in each case. */
async function handleWith(
  { operation, meta, onError }: RestCall,
  answering: () => Promise<ServiceResponse>,
): Promise<ServiceResponse> {
  let response;
  try {
    response = await answering();
  } catch (error) {
    if (!(error instanceof RestServiceError)) onError(error);
    response = answerThrown(error, meta);
  }
  const { deprecated }: OperationInfo = OPERATIONS[operation];
  if (!deprecated) return response;
  return { ...response, headers: { ...response.headers, ...deprecationHeaders(deprecated) } };
}

function answerThrown(error: unknown, meta: Meta): ServiceResponse {
  const isRefusal = error instanceof RestServiceError;
  return answerError(
    isRefusal ? error : new RestServiceError("INTERNAL_ERROR", "Internal error"),
    meta,
  );
}

async function answerOperation(call: RestCall, chain: OperationAnswers): Promise<ServiceResponse> {
  const { operation: id, request, meta } = call;
  requireChain(call, chain);
  const { issue, ...parameters } = readInput(id, call, chain);
  const body = OPERATIONS[id].body && (await readBody(id, request, chain.selection));
  const input: OperationInput = { ...parameters, body };
  if (OPERATIONS[id].verb !== "get") {
    const data = await refusedWith(issue, () => chain.answerOperation(id, input));
    return answerData(OPERATIONS[id].status, data, meta);
  }
  const before = chain.revision();
  const ifNoneMatch = request.header("if-none-match");
  if (ifNoneMatch !== undefined && before !== undefined && matchesTag(ifNoneMatch, before))
    return answerUnchanged(before);
  const data = await refusedWith(issue, () => chain.answerOperation(id, input));
  const revision = before === chain.revision() ? before : undefined;
  return answerTagged(data, { revision, ifNoneMatch, info: OPERATIONS[id], meta });
}

/** The data, or `issue` as the text of a refusal of the parameters, where there is one. */
async function refusedWith(
  issue: string | undefined,
  answer: () => Data | Promise<Data>,
): Promise<Data> {
  try {
    return await answer();
  } catch (error) {
    const isOfParameters = error instanceof RestServiceError && error.code === INVALID_PARAM;
    throw issue && isOfParameters ? new RestServiceError(INVALID_PARAM, issue) : error;
  }
}

async function answerOfHost(call: RestCall, context: KeyRequestContext): Promise<ServiceResponse> {
  const { operation: id, request, meta } = call;
  const input = { ...readInput(id, call), body: await readBody(id, request) };
  const handler = HOST_HANDLERS[id as HostOperationId] as unknown as HostHandler;
  return answerData(OPERATIONS[id].status, await handler(input, context), meta);
}

function requireChain({ operation, pathname }: RestCall, { selection }: OperationAnswers): void {
  const { chains } = OPERATIONS[operation];
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
  readonly meta: Meta;
}

/**
 * Responds with data and its ETag. A stored record is tagged by its content, which blocks seldom change, and what brings
 * a tag of its own by that; everything else by the chain's revision.
 */
function answerTagged(
  data: Data,
  { revision, ifNoneMatch, info: { status, items }, meta }: TagParts,
): ServiceResponse {
  const tag = data instanceof JsonText ? data.tag : tagOf(data, revision, items);
  const isKnown = tag !== undefined && ifNoneMatch !== undefined && isNamed(ifNoneMatch, tag);
  return isKnown ? answerUnchanged(tag) : answerData(status, data, meta, { tag });
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

/** The `meta` of an envelope. */
export interface Meta {
  readonly timestamp: UnixSeconds;
  readonly requestId: string;
}

const TYPE = { "Content-Type": "application/json" } as const;
/** Headers of a response without an ETag, which is volatile or contains a secret. */
const UNCACHED = { ...TYPE, "Cache-Control": "no-store" } as const;
const NO_CONTENT = { "Cache-Control": "no-store" } as const;
/**
 * Headers of a response that may be cached but must be revalidated, since any block can change it. It varies by
 * encoding even if it is too small to be compressed, since an earlier response of its URL may have been larger.
 */
const REVALIDATED = { "Cache-Control": "no-cache", Vary: "Accept-Encoding" } as const;

/** Options of some responses. */
interface AnswerOptions {
  /** ETag of `data`, for conditional requests. */
  readonly tag?: string | undefined;
}

/** Responds with `data`; undefined gives an empty body, as with 204. */
export function answerData(
  status: number,
  data: Data,
  meta: Meta,
  { tag }: AnswerOptions = {},
): ServiceResponse {
  if (data === undefined) return { status, headers: NO_CONTENT, body: "" };
  const text = textOf(data);
  const body = wrapText('{"success":true,"data":', text, `,"meta":${metaText(meta)}}`);
  return {
    status,
    headers: tag === undefined ? UNCACHED : { ...REVALIDATED, ...TYPE, ETag: tag },
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
export function answerUnchanged(tag: string): ServiceResponse {
  return { status: 304, headers: { ...REVALIDATED, ETag: tag }, body: "" };
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
