import { LIMITS } from "../../generated/limits.gen.ts";

/** A request, whatever carried it. */
export interface ServiceRequest {
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Path and query as they came, such as `/v1/delta/blocks?page=2`. */
  readonly target: string;
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined;
  /** Reads the body. Rejects with a {@linkcode BodyTooLarge} past the bound. */
  body(): Promise<Uint8Array>;
}

/** An answer, whatever carries it. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request's body is above the bound. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";

  constructor() {
    super(`Body must be at most ${LIMITS.bodyBytes} bytes`);
  }
}
