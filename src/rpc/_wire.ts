import type { ResolvedEndpoints, Segment } from "../chains/mod.ts";
import { type ErrorContext, isLimitStatus } from "../errors/mod.ts";
import type { MethodCall } from "../validation/mod.ts";
import type { MethodInfo } from "../tables.ts";
import {
  RPC_INVALID_REQUEST,
  RPC_LIMIT_EXCEEDED,
  RPC_PARSE_ERROR,
} from "../generated/errors.gen.ts";
import {
  type Answer,
  type AnswerListener,
  type Caller,
  type CallOptions,
  contractError,
  decodeAnswer,
  mergeHeaders,
  parseJson,
  showValue,
  type ValueValidator,
} from "../transport/mod.ts";
import { encodeParameters } from "./encode_parameters.ts";
import { readReply } from "./read_reply.ts";

export const HEADERS = /* @__PURE__ */ Object.freeze({ "content-type": "application/json" });

/** A call as it goes out, with the validator of its result. */
export interface Outgoing {
  readonly method: string;
  /** In the order of the specs, however they are sent. */
  readonly params: readonly unknown[];
  readonly info: MethodInfo;
  readonly result: ValueValidator;
  /** The body, as an object. */
  readonly request: CallRequest;
}

/** The body of a call; that of a simplified one has method and params alone. */
interface CallRequest {
  readonly jsonrpc?: "2.0";
  /** The id of its reply. */
  readonly id?: number;
  readonly method: string;
  /** By name where the method takes them so alone. */
  readonly params: unknown;
}

/** Tells whether a call of these options is deduplicated and cached. */
export function isSharing({ headers, cache = true }: CallOptions = {}): boolean {
  return headers === undefined && cache;
}

/** Makes the calls of one segment, and sends them one by one. */
export class Wire {
  readonly segment: Segment;
  readonly host: string;
  readonly #caller: Caller;
  readonly #endpoint: string | undefined;
  #lastId = 0;

  constructor(segment: Segment, { rest, rpc }: ResolvedEndpoints, caller: Caller) {
    this.segment = segment;
    this.host = new URL(rest).origin;
    this.#caller = caller;
    this.#endpoint = rpc;
  }

  /** @throws {TypeError} If no endpoint is known. */
  get url(): string {
    if (this.#endpoint !== undefined) return this.#endpoint;
    throw new TypeError("Cannot call JSON-RPC: no endpoint is configured, pass endpoints.rpcUrl");
  }

  /** @throws {TypeError | RangeError} As `encodeParameters`. */
  prepare(method: string, call: MethodCall, values: readonly unknown[], start = 0): Outgoing {
    const { info, validators } = call;
    const params = encodeParameters(method, call, values, start);
    const sent = info.paramStructure === "by-name" ? named(info, params) : params;
    const request: CallRequest = { jsonrpc: "2.0", id: ++this.#lastId, method, params: sent };
    return { method, params, info, result: validators.result, request };
  }

  /**
   * Equal for calls that ask for the same, whatever their ids; a simplified call is answered by another shape.
   *
   * @param body The request in JSON.
   */
  keyOf({ request: { id } }: Outgoing, body: string): string {
    const kind = id === undefined ? "simplified" : "call";
    return `${kind} ${this.#endpoint} ${body.slice(body.indexOf('"method"'))}`;
  }

  /** Sends a call; resolves to its result. */
  post(out: Outgoing, options: CallOptions | undefined, onAnswer: AnswerListener): Promise<never> {
    const { method, params, info } = out;
    const { segment, url, host } = this;
    const body = JSON.stringify(out.request);
    const context: ErrorContext = { segment, operation: method, safe: info.safe };
    return this.#caller.call(
      {
        url,
        method: "POST",
        headers: mergeHeaders(HEADERS, options?.headers),
        body,
        context,
        safe: info.safe,
        onSend: options?.onSend,
        host,
        key: info.safe ? this.keyOf(out, body) : undefined,
        read(answer, isShared) {
          const result = readResult(out, answer, isShared, context);
          onAnswer(answer);
          return result;
        },
        height: info.height,
        args: params,
      },
      options,
    );
  }
}

function named({ parameters }: MethodInfo, params: readonly unknown[]): unknown {
  return Object.fromEntries(parameters.map(({ name }, index) => [name, params[index]]));
}

/** Codes that may come with the id null, as the service could not read the id. */
const CODES_WITHOUT_ID: readonly unknown[] = [RPC_PARSE_ERROR, RPC_INVALID_REQUEST];

/** The answer to an equal call of another caller carries that one's id, and it was checked there. */
function readResult(
  out: Outgoing,
  answer: Answer,
  isShared: boolean,
  context: ErrorContext,
): never {
  const body = parseJson(answer, context);
  const { id } = out.request;
  if (id !== undefined && !isShared) checkId(body, id, answer, context);
  const reply = readReply(body, answer, context);
  return decodeResult(out, reply.result, answer, context);
}

/** Validates the result of a call and decodes it. */
export function decodeResult(
  { info, params, result }: Outgoing,
  value: unknown,
  answer: Answer,
  context: ErrorContext,
): never {
  const valueOf = (name: string): unknown =>
    params[info.parameters.findIndex((each) => each.name === name)];
  return decodeAnswer(result, value, answer, context, { marks: info, valueOf }) as never;
}

/**
 * Checks that a reply is to the call with `expected`, be it a result or an error. What is no reply passes.
 *
 * @throws {ContractError} If it is to another call, so that it says nothing of this one.
 */
function checkId(body: unknown, expected: number, answer: Answer, context: ErrorContext): void {
  const { id, error, result } = (body ?? {}) as Readonly<Record<string, unknown>>;
  if ((!error && result === undefined) || id === expected) return;
  if (error && id === null && isWithoutId(error, answer)) return;
  const message = `expected ${expected}, got ${showValue(id)}`;
  throw contractError(answer, context, message, "id");
}

/** Over the limit the service may read too little of the request to find its id. */
function isWithoutId(error: object, { status }: Answer): boolean {
  const { code } = error as { readonly code?: unknown };
  if (isLimitStatus(status) && code === RPC_LIMIT_EXCEEDED) return true;
  return CODES_WITHOUT_ID.includes(code);
}
