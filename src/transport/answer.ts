/** Longest wait in milliseconds that is believed: a date far behind it is out of range. */
const LONGEST_WAIT = 1e12;

/** How a date begins in HTTP, or by ISO 8601. `Date.parse` alone makes dates of nearly anything. */
const DATE = /^(?:[A-Z][a-z]{2,8},? |\d{4}-\d\d-\d\dT)/;

/** The request that an answer is for, as messages name it. */
export interface AnsweredRequest {
  readonly method: string;
  readonly url: string;
}

/** What is told of the answer to a call, beside its data. */
export interface ResponseInfo {
  /** HTTP status. */
  readonly status: number;
  /** Headers of the answer. */
  readonly headers: Headers;
  /** The service's id of the request: `meta.requestId` of REST, else the header `X-Request-Id`. */
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
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
  /** Requests sent for the call so far, this one included. */
  readonly attempts: number;
  /** When it had come: milliseconds since 1970, by the transport's clock. */
  readonly cameAt: number;
  /** The request that it is for, where that is known. */
  readonly request: AnsweredRequest | undefined;
  #requestId: string | undefined;

  /** `headers` may be missing where a `fetch` brings a class of its own. */
  constructor(
    { status, headers }: { readonly status: number; readonly headers?: Headers },
    body: string | Uint8Array<ArrayBuffer>,
    attempts: number,
    cameAt: number,
    request?: AnsweredRequest,
  ) {
    this.status = status;
    this.headers = headers ?? new Headers();
    const isText = typeof body === "string";
    this.text = isText ? body : "";
    this.bytes = isText ? undefined : body;
    this.attempts = attempts;
    this.cameAt = cameAt;
    this.request = request;
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

  /**
   * Milliseconds that `Retry-After` asks for, in seconds or as a date; undefined where it cannot be read.
   *
   * A date is taken against the service's own clock where the answer has a `Date`, else against `now`.
   */
  retryAfter(now: number = this.cameAt): number | undefined {
    const value = this.headers.get("retry-after")?.trim();
    if (!value) return undefined;
    if (/^\d+(\.\d+)?$/.test(value)) return Math.min(LONGEST_WAIT, Number(value) * 1_000);
    if (!DATE.test(value)) return undefined;
    const wait = Date.parse(value) - (Date.parse(this.headers.get("date") ?? "") || now);
    return Number.isNaN(wait) ? undefined : Math.max(0, wait);
  }
}

/** A request in a message: its method and URL, without the query, which may hold a key. */
export function targetOf({ method, url }: AnsweredRequest): string {
  return `${method} ${url.split(/[?#]/, 1).join("")}`;
}
