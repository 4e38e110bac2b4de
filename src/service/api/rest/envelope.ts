import { REST_ERRORS, type RestErrorCode } from "../../../generated/errors.gen.ts";
import type { UnixSeconds } from "../../../units/mod.ts";
import { sha256Hex } from "../../crypto.ts";
import type { ServiceResponse } from "../../request.ts";
import type { ChainContext } from "../context/mod.ts";

/** Thrown to refuse a REST request; sent as an error envelope. */
export class RestServiceError extends Error {
  override readonly name = "RestServiceError";
  readonly code: RestErrorCode;

  constructor(code: RestErrorCode, message: string) {
    super(message);
    this.code = code;
  }
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

/** Responds with `data`, a value or its JSON; undefined gives an empty body, as with 204. */
export function answerData(
  status: number,
  data: object | string | undefined,
  meta: Meta,
  { tag }: AnswerOptions = {},
): ServiceResponse {
  if (data === undefined) return { status, headers: NO_CONTENT, body: "" };
  const text = typeof data === "string" ? data : JSON.stringify(data);
  const body = `{"success":true,"data":${text},"meta":${metaText(meta)}}`;
  return {
    status,
    headers: tag === undefined ? UNCACHED : { ...REVALIDATED, ...TYPE, ETag: tag },
    body,
  };
}

/** Serialises `meta`. A request id has only hex digits and hyphens, so it needs no escaping. */
function metaText({ timestamp, requestId }: Meta): string {
  return `{"timestamp":${timestamp},"requestId":"${requestId}"}`;
}

/** Responds with 304: the client's copy is current. */
export function answerUnchanged(tag: string): ServiceResponse {
  return { status: 304, headers: { ...REVALIDATED, ETag: tag }, body: "" };
}

/** Responds with a refusal; its code determines the status. */
export function answerError({ code, message }: RestServiceError, meta: Meta): ServiceResponse {
  const body = JSON.stringify({ success: false, error: { code, message }, meta });
  return { status: REST_ERRORS[code].status, headers: UNCACHED, body };
}

const CONTENT_DIGITS = 32;

interface RevisionTag {
  readonly revision: number;
  readonly blockTime: number;
  readonly tag: string;
}

/** Last tag of each store, cached since each response needs it twice. */
const lastTags = new WeakMap<ChainContext["store"], RevisionTag>();

/**
 * The ETag of data derived from the chain's current state. It differs after every change, even a reverted one, after
 * every restart, and with another block time. Weak, since `meta` always differs.
 */
export function revisionTag({ store, source }: Pick<ChainContext, "store" | "source">): string {
  const { revision } = store;
  const { blockTime } = source;
  const last = lastTags.get(store);
  if (last?.revision === revision && last.blockTime === blockTime) return last.tag;
  const tag = `W/"${store.events.epoch}.${revision}.${blockTime}"`;
  lastTags.set(store, { revision, blockTime, tag });
  return tag;
}

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
