import { REST_ERRORS } from "../../generated/errors.gen.ts";
import type { UnixSeconds } from "../../units/mod.ts";
import type { ServiceResponse } from "../gateway/mod.ts";
import { RestFault } from "./rest_fault.ts";

/** What the envelope of an answer says of it. */
export interface Meta {
  readonly timestamp: UnixSeconds;
  readonly requestId: string;
}

const HEADERS = { "Content-Type": "application/json" } as const;

/** Answers `data`, given as a value or as its JSON text. */
export function answerData(status: number, data: object | string, meta: Meta): ServiceResponse {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  const body = `{"success":true,"data":${text},"meta":${JSON.stringify(meta)}}`;
  return { status, headers: HEADERS, body };
}

/** Answers a refusal; the status follows from its code. */
export function answerFault({ code, message }: RestFault, meta: Meta): ServiceResponse {
  const body = JSON.stringify({ success: false, error: { code, message }, meta });
  return { status: REST_ERRORS[code].status, headers: HEADERS, body };
}
