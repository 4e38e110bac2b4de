/** A request, independent of the adapter that received it. */
export interface ServiceRequest {
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Address of the peer of the connection. */
  readonly peer: string;
  /** Path and query as they came, such as `/v1/delta/blocks?page=2`. */
  readonly target: string;
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined;
  /** The lower-case names of its headers. */
  headerNames(): readonly string[];
  /**
   * Reads the body, once.
   *
   * @param maximum The most bytes to read.
   * @throws {BodyTooLarge} If it has more.
   * @throws {BodyCutShort} If the connection ended before it was whole.
   */
  body(maximum: number): Promise<Uint8Array>;
}

/** A response, independent of the adapter that sends it. */
export interface ServiceResponse {
  /** HTTP status. */
  readonly status: number;
  /** Headers by name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body: a string, or bytes that are shared by all answers with this body, so nobody may change them. */
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** The body compressed with gzip, where it is cached in that form. */
  readonly gzipped?: Uint8Array;
  /** For answers that fail on purpose: how the adapter ends it: midway through the body, or before the head where there is none. */
  readonly broken?: "stall" | "drop";
}

/** A response, or a promise of one; the synchronous path saves a microtask. */
export type ResponseOrPromise = ServiceResponse | Promise<ServiceResponse>;

/** A response with what its adapter needs to send it. */
export interface SentResponse extends ServiceResponse {
  /** Length of the body in bytes, as UTF-8 where it is a string. */
  readonly bytes: number;
}

/** A request's body is above the bound. */
export class BodyTooLarge extends Error {
  override readonly name = "BodyTooLarge";

  constructor(maximum: number) {
    super(`Body must be at most ${maximum} bytes`);
  }
}

/** A connection ended in the middle of a request's body. */
export class BodyCutShort extends Error {
  override readonly name = "BodyCutShort";

  constructor() {
    super("Body ended before it was whole");
  }
}
