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
/** An answer that is not named by a tag is of one moment, or holds a secret. */
const UNCACHED = { ...TYPE, "Cache-Control": "no-store" } as const;
const NO_CONTENT = { "Cache-Control": "no-store" } as const;
/**
 * May be cached, but is revalidated before it is shown: any block can change it. It varies by encoding also where it is
 * too small to be compressed: what is cached under its URL may have been larger.
 */
const REVALIDATED = { "Cache-Control": "no-cache", Vary: "Accept-Encoding" } as const;

/** Options of some responses. */
export interface AnswerOptions {
  /** Names this state of `data`: a client that has it need not be sent it again. */
  readonly tag?: string | undefined;
}

/** Answers `data`, given as a value or as its JSON text; undefined stands for none, as with 204. */
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

/** A request id is made of hex digits and hyphens, which JSON takes as they are. */
function metaText({ timestamp, requestId }: Meta): string {
  return `{"timestamp":${timestamp},"requestId":"${requestId}"}`;
}

/** Answers that what the client has is what it would be sent. */
export function answerUnchanged(tag: string): ServiceResponse {
  return { status: 304, headers: { ...REVALIDATED, ETag: tag }, body: "" };
}

/** Answers a refusal; the status follows from its code. */
export function answerError({ code, message }: RestServiceError, meta: Meta): ServiceResponse {
  const body = JSON.stringify({ success: false, error: { code, message }, meta });
  return { status: REST_ERRORS[code].status, headers: UNCACHED, body };
}
