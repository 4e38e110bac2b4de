import { CHAIN_HEIGHT } from "../chains/internal.ts";
import type { ChainSelection } from "../chains/mod.ts";
import {
  type ChainView,
  type Data,
  type OperationInput,
  RestServiceError,
  RpcServiceError,
} from "../service/internal.ts";
import type { MethodName, SimplifiedName } from "../generated/client/methods.gen.ts";
import type { OperationId } from "../generated/client/operations.gen.ts";
import {
  methodQuestion,
  operationQuestion,
  type Question,
  simplifiedQuestion,
} from "./_question.ts";
import { UpstreamFailure } from "./_refusals.ts";
import type { Answered, Answers, AnswerSource, Asking } from "./answers.ts";

/** Values of `Cache-Status` (RFC 9211), by what they tell of a request with several answers: the last one counts. */
const STATUS: Readonly<Record<AnswerSource, string>> = {
  hit: "alphadelta; hit",
  collapsed: "alphadelta; fwd=miss; collapsed",
  miss: "alphadelta; fwd=miss",
  submitted: "alphadelta; fwd=method",
  stale: "alphadelta; fwd=stale",
};
const SOURCES = Object.keys(STATUS) as AnswerSource[];

/** The answers of one request, and the headers that tell of them. */
export class RequestView implements ChainView {
  readonly selection: ChainSelection;
  readonly #answers: Answers;
  readonly #asking: Asking;
  readonly #clock: () => number;
  #source: AnswerSource | undefined;
  #height = -1;
  /** When the oldest answer was asked for that came from the cache. */
  #at: number | undefined;
  #retryAfter: number | undefined;

  constructor(selection: ChainSelection, answers: Answers, asking: Asking, clock: () => number) {
    this.selection = selection;
    this.#answers = answers;
    this.#asking = asking;
    this.#clock = clock;
  }

  /** Each answer has a tag of its own. */
  revision(): undefined {
    return undefined;
  }

  async answerOperation(id: OperationId, input: OperationInput): Promise<Data> {
    try {
      return await this.#answer(operationQuestion(id, input, this.selection.segment));
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      this.#retryAfter = error.retryAfter;
      throw new RestServiceError("INTERNAL_ERROR", error.message, UNAVAILABLE);
    }
  }

  callMethod(name: MethodName, params: readonly unknown[]): Promise<Data> {
    return this.#call(methodQuestion(name, params, this.selection.segment));
  }

  callSimplified(name: SimplifiedName, params: readonly unknown[]): Promise<Data> {
    return this.#call(simplifiedQuestion(name, params, this.selection.segment));
  }

  headers(): Readonly<Record<string, string>> {
    const headers: Record<string, string> = {};
    if (this.#height >= 0) headers[CHAIN_HEIGHT] = String(this.#height);
    if (this.#source) headers["Cache-Status"] = STATUS[this.#source];
    if (this.#at !== undefined)
      headers["Age"] = String(Math.max(0, Math.floor((this.#clock() - this.#at) / 1_000)));
    if (this.#retryAfter !== undefined) headers["Retry-After"] = String(this.#retryAfter);
    return headers;
  }

  async #call(question: Question): Promise<Data> {
    try {
      return await this.#answer(question);
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error;
      this.#retryAfter = error.retryAfter;
      throw new RpcServiceError("InternalError", error.message);
    }
  }

  async #answer(question: Question): Promise<Data> {
    const answered = question.safe
      ? await this.#answers.answer(question, this.#asking)
      : await this.#answers.submit(question);
    this.#tell(answered);
    const { json, refusal } = answered.kept;
    if (refusal) throw refusal;
    return json;
  }

  #tell({ kept, source, height }: Answered): void {
    this.#height = Math.max(this.#height, height);
    if (SOURCES.indexOf(source) > SOURCES.indexOf(this.#source ?? "hit")) this.#source = source;
    else this.#source ??= source;
    if (source === "hit" || source === "stale") this.#at = Math.min(this.#at ?? kept.at, kept.at);
  }
}

const UNAVAILABLE = 503;
