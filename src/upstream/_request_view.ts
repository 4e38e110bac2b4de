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
import type { ParameterInfo } from "../tables.ts";
import {
  isSpecified,
  operationRequest,
  rpcRequest,
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
  #source = -1;
  #height = -1;
  /** Seconds since the oldest cached answer was requested; -1 without one. */
  #age = -1;
  #retryAfter: number | undefined;

  constructor(selection: ChainSelection, cache: ChainCache, client: ViewRequest) {
    this.selection = selection;
    this.#cache = cache;
    this.#client = client;
  }

  readonly passesOn = (call: string, info: ParameterInfo, value: unknown): boolean =>
    isSpecified(call, info, value, this.selection.segment);

  /** Each answer has its own tag. */
  revision(): undefined {
    return undefined;
  }

  answerOperation(id: OperationId, input: OperationInput): Promise<Data> {
    const request = operationRequest(id, input, this.selection.segment);
    return this.#answer(
      request,
      (message) => new RestServiceError("INTERNAL_ERROR", message, UNAVAILABLE),
    );
  }

  callMethod(name: MethodName | SimplifiedName, params: readonly unknown[]): Promise<Data> {
    const request = rpcRequest(name, params, this.selection.segment);
    return this.#answer(request, (message) => new RpcServiceError("InternalError", message));
  }

  callSimplified(name: SimplifiedName, params: readonly unknown[]): Promise<Data> {
    return this.callMethod(name, params);
  }

  headers(): Readonly<Record<string, string>> {
    const headers: Record<string, string> = {};
    const source = SOURCES[this.#source];
    if (this.#height >= 0) headers[CHAIN_HEIGHT] = String(this.#height);
    if (source) headers["Cache-Status"] = STATUS[source];
    if (this.#age >= 0) headers["Age"] = String(this.#age);
    if (this.#retryAfter !== undefined) headers["Retry-After"] = String(this.#retryAfter);
    return headers;
  }

  async #answer(request: UpstreamRequest, errorOf: (message: string) => Error): Promise<Data> {
    const { safe } = request;
    const hit = safe ? this.#cache.hit(request, this.#client.leastHeight) : undefined;
    if (hit) return this.#show(hit);
    try {
      const cache = this.#cache;
      return this.#show(await (safe ? cache.answer(request, this.#client) : cache.submit(request)));
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      this.#retryAfter = error.retryAfter;
      throw errorOf(error.message);
    }
  }

  #show({ cached, source, height, age }: ServedAnswer): Data {
    this.#height = Math.max(this.#height, height);
    this.#source = Math.max(this.#source, SOURCES.indexOf(source));
    if (source === "hit" || source === "stale") this.#age = Math.max(this.#age, age);
    if (cached.refusal) throw cached.refusal;
    return cached.json;
  }
}
