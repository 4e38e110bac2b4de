import { responseOf } from "../transport/internal.ts";
import type { Answer } from "../transport/mod.ts";

/**
 * Stands in for the runtime's `Request` within openapi-fetch, where it costs more than the rest of the call. Middleware
 * gets the runtime's own.
 */
export class PlainRequest {
  readonly url: string;
  readonly method: string | undefined;
  readonly init: RequestInit;

  constructor(url: string, init: RequestInit) {
    this.url = url;
    this.method = init.method;
    this.init = init;
  }
}

const DECODER = /* @__PURE__ */ new TextDecoder();

/**
 * Stands in for the runtime's `Response` in the same way: with what openapi-fetch reads of an answer whose body it parses
 * as JSON or text. The program gets the runtime's own.
 */
export class PlainResponse {
  readonly #answer: Answer;
  #own: Response | undefined;

  constructor(answer: Answer) {
    this.#answer = answer;
  }

  get status(): number {
    return this.#answer.status;
  }

  get ok(): boolean {
    return this.#answer.ok;
  }

  get headers(): Headers {
    return this.#answer.headers;
  }

  async text(): Promise<string> {
    return DECODER.decode(this.#answer.bytes);
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  /** The runtime's own response, made when it is first asked for. */
  get own(): Response {
    return (this.#own ??= responseOf(this.#answer));
  }
}

/** The result of a verb: data or an error, and the response. */
export interface RawResult<Answered = Response | PlainResponse> {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Answered;
}

/** A result that has its data at once, and the runtime's own response once that is read. */
export class LazyResult {
  declare readonly response: Response;
  readonly #response: PlainResponse;
  /** One for all: V8 would make a shape of its own for each getter. */
  static readonly #RESPONSE = {
    enumerable: true,
    get(this: LazyResult): Response {
      return this.#response.own;
    },
  };

  constructor({ response, ...rest }: RawResult<PlainResponse>) {
    this.#response = response;
    Object.assign(this, rest);
    Object.defineProperty(this, "response", LazyResult.#RESPONSE);
  }
}
