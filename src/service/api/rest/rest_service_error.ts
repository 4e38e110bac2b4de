import type { RestErrorCode } from "../../../generated/errors.gen.ts";

/** A refusal of a REST request: thrown by readers and handlers, answered as an error envelope. */
export class RestServiceError extends Error {
  override readonly name = "RestServiceError";
  readonly code: RestErrorCode;

  constructor(code: RestErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
