/** What is told of the answer to a call, beside its data. */
export interface ResponseInfo {
  /** HTTP status. */
  readonly status: number;
  /** Headers of the answer. */
  readonly headers: Headers;
  /** The service's name for the request: `meta.requestId` of REST, else the header `X-Request-Id`. */
  readonly requestId: string | undefined;
}

/** An answer that has come whole. */
export class Answer implements ResponseInfo {
  /** HTTP status. */
  readonly status: number;
  /** Headers of the answer. */
  readonly headers: Headers;
  /** Empty where the call asked for bytes. */
  readonly text: string;
  /** Undefined where the call did not ask for them. */
  readonly bytes: ArrayBuffer | undefined;
  /** Requests sent for the call so far, this one included. */
  readonly attempts: number;
  /** When it had come: milliseconds since 1970, by the transport's clock. */
  readonly cameAt: number;
  #requestId: string | undefined;

  /** `headers` may be missing where a `fetch` brings a class of its own. */
  constructor(
    { status, headers }: { readonly status: number; readonly headers?: Headers },
    body: string | ArrayBuffer,
    attempts: number,
    cameAt: number,
  ) {
    this.status = status;
    this.headers = headers ?? new Headers();
    const isText = typeof body === "string";
    this.text = isText ? body : "";
    this.bytes = isText ? undefined : body;
    this.attempts = attempts;
    this.cameAt = cameAt;
  }

  /** Whether the status is 200 to 299. */
  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get requestId(): string | undefined {
    return this.#requestId ?? this.headers.get("x-request-id") ?? undefined;
  }

  /** Whoever reads the body may find a name there. */
  set requestId(value: string | undefined) {
    this.#requestId = value;
  }
}
