/** A request, whatever carried it. */
export interface ServiceRequest {
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Address of the peer of the connection. */
  readonly peer: string;
  /** Path and query as they came, such as `/v1/delta/blocks?page=2`. */
  readonly target: string;
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined;
  /**
   * Reads the body, once.
   *
   * @param maximum The most bytes to read.
   * @throws {BodyTooLarge} If it has more.
   * @throws {BodyCutShort} If the connection ended within it.
   */
  body(maximum: number): Promise<Uint8Array>;
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

  constructor(maximum: number) {
    super(`Body must be at most ${maximum} bytes`);
  }
}

/** The peer went away within a request's body: nobody waits for the answer. */
export class BodyCutShort extends Error {
  override readonly name = "BodyCutShort";

  constructor(options?: ErrorOptions) {
    super("The connection ended within the body", options);
  }
}
