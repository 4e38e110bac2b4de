import { CHAIN_HEIGHT } from "../chains/internal.ts";
import type { ChainSelection } from "../chains/mod.ts";
import type { MethodName, SimplifiedName } from "../generated/client/methods.gen.ts";
import type { OperationId } from "../generated/client/operations.gen.ts";
import {
  type ChainView,
  type Data,
  type OperationInput,
  RestServiceError,
  RpcServiceError,
  type ViewRequest,
} from "../service/internal.ts";
import { UpstreamFailure } from "./_failures.ts";
import {
  methodRequest,
  operationRequest,
  simplifiedRequest,
  type UpstreamRequest,
} from "./_upstream_request.ts";
import type { AnswerSource, ChainCache, ServedAnswer } from "./_chain_cache.ts";

/** Values of `Cache-Status` (RFC 9211); of a request with several answers, the last one here counts. */
const STATUS: Readonly<Record<AnswerSource, string>> = {
  hit: "alphadelta; hit",
  collapsed: "alphadelta; fwd=miss; collapsed",
  miss: "alphadelta; fwd=miss",
  submitted: "alphadelta; fwd=method",
  stale: "alphadelta; fwd=stale",
};
const SOURCES = Object.keys(STATUS) as AnswerSource[];

/** HTTP status where no upstream answers. */
const UNAVAILABLE = 503;

/** The answers of one request, and the headers that describe them. */
export class RequestView implements ChainView {
  readonly selection: ChainSelection;
  readonly #cache: ChainCache;
  readonly #client: ViewRequest;
  readonly #clock: () => number;
  #source = -1;
  #height = -1;
  /** When the oldest cached answer was requested. */
  #at = Infinity;
  #retryAfter: number | undefined;

  /** @param clock Milliseconds since 1970. */
  constructor(
    selection: ChainSelection,
    cache: ChainCache,
    client: ViewRequest,
    clock: () => number,
  ) {
    this.selection = selection;
    this.#cache = cache;
    this.#client = client;
    this.#clock = clock;
  }

  /** Each answer has its own tag. */
  revision(): undefined {
    return undefined;
  }

  answerOperation(id: OperationId, input: OperationInput): Data | Promise<Data> {
    const request = operationRequest(id, input, this.selection.segment);
    return this.#answer(
      request,
      (message) => new RestServiceError("INTERNAL_ERROR", message, UNAVAILABLE),
    );
  }

  callMethod(name: MethodName, params: readonly unknown[]): Data | Promise<Data> {
    return this.#call(methodRequest(name, params, this.selection.segment));
  }

  callSimplified(name: SimplifiedName, params: readonly unknown[]): Data | Promise<Data> {
    return this.#call(simplifiedRequest(name, params, this.selection.segment));
  }

  headers(): Readonly<Record<string, string>> {
    const headers: Record<string, string> = {};
    const source = SOURCES[this.#source];
    if (this.#height >= 0) headers[CHAIN_HEIGHT] = String(this.#height);
    if (source) headers["Cache-Status"] = STATUS[source];
    if (this.#at < Infinity)
      headers["Age"] = String(Math.max(0, Math.floor((this.#clock() - this.#at) / 1_000)));
    if (this.#retryAfter !== undefined) headers["Retry-After"] = String(this.#retryAfter);
    return headers;
  }

  #call(request: UpstreamRequest): Data | Promise<Data> {
    return this.#answer(request, (message) => new RpcServiceError("InternalError", message));
  }

  /** A cached answer is there at once, which saves a hit the microtasks. */
  #answer(request: UpstreamRequest, errorOf: (message: string) => Error): Data | Promise<Data> {
    const hit = request.safe ? this.#cache.hit(request, this.#client) : undefined;
    return hit ? this.#show(hit) : this.#answerLater(request, errorOf);
  }

  #show({ cached, source, height }: ServedAnswer): Data {
    this.#height = Math.max(this.#height, height);
    this.#source = Math.max(this.#source, SOURCES.indexOf(source));
    if (source === "hit" || source === "stale") this.#at = Math.min(this.#at, cached.at);
    if (cached.refusal) throw cached.refusal;
    return cached.json;
  }

  async #answerLater(request: UpstreamRequest, errorOf: (message: string) => Error): Promise<Data> {
    try {
      const answering = request.safe
        ? this.#cache.answer(request, this.#client)
        : this.#cache.submit(request);
      return this.#show(await answering);
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      this.#retryAfter = error.retryAfter;
      throw errorOf(error.message);
    }
  }
}
