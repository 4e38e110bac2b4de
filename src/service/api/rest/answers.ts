import { sha256Hex } from "../../crypto.ts";
import type { HeightInfo, OperationInfo } from "../../../tables.ts";
import type { Meta, ServiceResponse } from "../../request.ts";
import { type Data, JsonText, type RestServiceError, wrapText } from "../context/mod.ts";

/** Parts of a response with an ETag. */
interface TagParts {
  /** Revision of the chain; undefined if the chain changed during the read. */
  readonly revision: string | undefined;
  /** Value of `If-None-Match`, if the request has one. */
  readonly ifNoneMatch: string | undefined;
  readonly info: OperationInfo;
  /** Value of `Cache-Control`. */
  readonly control: string;
  readonly meta: Meta;
}

/**
 * Responds with data and an ETag: the tag of the data, if any; the hash of a stored record, which new blocks seldom change;
 * or the revision of the chain.
 */
export function answerTagged(
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
/** Headers of a response that is volatile or contains a secret, and so has no ETag. */
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

/** Makes the ETag of a content from its hash. */
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

/** For an answer that any block can change: caches revalidate each time. */
const REVALIDATED = "no-cache";
/** For an answer that any cache may store, for a day. */
const SHARED = "public, max-age=86400";

/**
 * The value of `Cache-Control` for the data of an operation. Any cache may store finalised data, which only a reorganisation
 * deeper than expected can change.
 *
 * @param settledHeight Height of the newest finalised block; undefined if no answer may be stored.
 * @param path Parameters of the path: a record requested by its own hash never changes.
 */
export function cacheControlOf(
  data: Data,
  info: HeightInfo | undefined,
  settledHeight: number | undefined,
  path: Readonly<Record<string, unknown>>,
): string {
  if (!info?.settles || settledHeight === undefined) return REVALIDATED;
  const fields = dataFields(data);
  const height = fields[info.field];
  const mayChange = Object.entries(info.unless ?? {}).some(
    ([name, value]) => fields[name] === value,
  );
  if (mayChange || typeof height !== "number" || height > settledHeight) return REVALIDATED;
  const hash = info.hash === undefined ? undefined : fields[info.hash];
  return hash !== undefined && Object.values(path).includes(hash) ? `${SHARED}, immutable` : SHARED;
}

/** Returns true if any cache may store a response, which then must not name the caller or the time. */
export function isShared({ headers }: Pick<ServiceResponse, "headers">): boolean {
  return headers["Cache-Control"]?.startsWith(SHARED) ?? false;
}

function dataFields(data: Data): Readonly<Record<string, unknown>> {
  const text = data instanceof JsonText ? data.text : data;
  const value: unknown = typeof text === "string" ? JSON.parse(text) : text;
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
