import { REST_ERRORS } from "../../../generated/errors.gen.ts";
import type { UnixSeconds } from "../../../units/mod.ts";
import type { ServiceResponse } from "../context/mod.ts";
import { RestServiceError } from "./rest_service_error.ts";

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
export interface AnswerOptions {
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
