import type { RestErrorCode } from "../../../generated/errors.gen.ts";

/** Thrown to refuse a REST request; sent as an error envelope. */
export class RestServiceError extends Error {
  override readonly name = "RestServiceError";
  readonly code: RestErrorCode;

  constructor(code: RestErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
