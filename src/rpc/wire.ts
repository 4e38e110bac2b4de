import type { ResolvedEndpoints, Segment } from "../chains/mod.ts";
import { isLimitStatus } from "../errors/internal.ts";
import { type ErrorContext, RpcError } from "../errors/mod.ts";
import {
  RPC_INVALID_REQUEST,
  RPC_LIMIT_EXCEEDED,
  RPC_PARSE_ERROR,
} from "../generated/errors.gen.ts";
import { type Chain, SEGMENTS } from "../generated/segments.gen.ts";
import type { MethodInfo } from "../tables.ts";
import {
  answerError,
  type AnswerListener,
  contextOf,
  contractError,
  decodeAnswer,
  JSON_HEADERS,
  mergeHeaders,
  parseJson,
} from "../transport/internal.ts";
import type { Answer, PartCall, TransportCall } from "../transport/internal.ts";
import type { Caller, CallOptions } from "../transport/mod.ts";
import {
  argumentsOf,
  encodeArgument,
  isObject,
  type MethodCall,
  showValue,
  type Validator,
  valueFault,
} from "../validation/mod.ts";

/** A call as it goes out, with the validator of its result. */
export interface Outgoing extends PartCall {
  /** Name of the method. */
  readonly method: string;
  /** In the order of the specs, however they are sent. */
  readonly args: readonly unknown[];
  readonly info: MethodInfo;
  readonly result: Validator;
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

/** Makes the calls of one segment, and sends them one by one. */
export class Wire {
  readonly segment: Segment;
  readonly host: string;
  readonly #caller: Caller;
  readonly #endpoint: string | undefined;
  readonly #chain: Chain;
  #lastId = 0;

  constructor(segment: Segment, { rest, rpc }: ResolvedEndpoints, caller: Caller) {
    this.segment = segment;
    this.host = new URL(rest).origin;
    this.#caller = caller;
    this.#endpoint = rpc;
    this.#chain = SEGMENTS[segment].chain;
  }

  /** @throws {TypeError} If no endpoint is known. */
  get url(): string {
    if (this.#endpoint !== undefined) return this.#endpoint;
    throw new TypeError("Cannot call JSON-RPC: no endpoint is configured, pass endpoints.rpcUrl");
  }

  /**
   * Makes a call; a simplified one has method and params alone.
   *
   * @throws {TypeError | RangeError} As `encodeParameters`.
   */
  prepare(
    method: string,
    call: MethodCall,
    values: readonly unknown[],
    { start = 0, isSimplified = false } = {},
  ): Outgoing {
    const isOwn = call.info.chains.includes(this.#chain);
    const args = encodeParameters(method, call, values, start, isOwn ? this.segment : undefined);
    const params = paramsOf(call.info, args);
    const request: CallRequest = isSimplified
      ? { method, params }
      : { jsonrpc: "2.0", id: ++this.#lastId, method, params };
    return {
      method,
      args,
      info: call.info,
      result: call.validators.result,
      request,
      height: call.info.height,
      key: () => this.#keyOf(request, textOf(request)),
    };
  }

  /** Equal for calls that ask for the same, whatever their ids; a simplified call is answered by another shape. */
  #keyOf({ id }: CallRequest, text: string): string {
    return `${this.#endpoint} ${id === undefined ? "simplified " : ""}${text}`;
  }

  /** Sends a call; resolves to its result. */
  post(out: Outgoing, options: CallOptions | undefined, onAnswer: AnswerListener): Promise<never> {
    const { info, request } = out;
    const text = textOf(request);
    const call = methodCall(out, this, text);
    return this.#caller.call(
      {
        ...call,
        headers: mergeHeaders(JSON_HEADERS, options?.headers),
        onSend: options?.onSend,
        key: info.safe ? this.#keyOf(request, text) : undefined,
        read(answer, isShared) {
          const result = call.read(answer, isShared);
          onAnswer(answer);
          return result;
        },
      },
      options,
    );
  }
}

/** JSON of a call, without the id. */
function textOf({ method, params }: CallRequest): string {
  return JSON.stringify({ method, params });
}

/** A call as the transport sends it; its value is the decoded result. */
export function methodCall(
  out: Omit<Outgoing, "key">,
  { segment, url, host }: Pick<Wire, "segment" | "url" | "host">,
  text: string = textOf(out.request),
): TransportCall<never> & { readonly body: string } {
  const { method, args, info, request } = out;
  const context: ErrorContext = { segment, operation: method, safe: info.safe };
  const { id } = request;
  const body = id === undefined ? text : `{"jsonrpc":"2.0","id":${id},${text.slice(1)}`;
  return {
    ...{ url, host, method: "POST", headers: JSON_HEADERS, body, context },
    safe: info.safe,
    read: (answer, isShared) => readResult(out, answer, isShared, context),
    height: info.height,
    args,
  };
}

/** Parameters in the order of the specs, as the method takes them. */
export function paramsOf(
  { parameters, paramStructure }: MethodInfo,
  args: readonly unknown[],
): unknown {
  if (paramStructure !== "by-name") return args;
  return Object.fromEntries(parameters.map(({ name }, index) => [name, args[index]]));
}

/** Codes that may come with the id null, as the service could not read the id. */
const CODES_WITHOUT_ID: readonly unknown[] = [RPC_PARSE_ERROR, RPC_INVALID_REQUEST];

/** The answer to an equal call of another caller carries that one's id, and it was checked there. */
function readResult(
  out: Omit<Outgoing, "key">,
  answer: Answer,
  isShared: boolean,
  context: ErrorContext,
): never {
  const body = parseJson(answer, context);
  const { id } = out.request;
  if (id !== undefined && !isShared) checkId(body, id, answer, context);
  const { result } = readReply(body, answer, context, out.info);
  return decodeResult(out, result, answer, context);
}

/** Validates the result of a call and decodes it. */
export function decodeResult(
  { info, args, result }: Pick<Outgoing, "info" | "args" | "result">,
  value: unknown,
  answer: Answer,
  context: ErrorContext,
): never {
  const valueOf = (name: string): unknown =>
    args[info.parameters.findIndex((each) => each.name === name)];
  return decodeAnswer(result, value, answer, context, { marks: info, valueOf }) as never;
}

/**
 * Checks that a reply is to the call with `expected`, be it a result or an error. What is no reply passes.
 *
 * @throws {ContractError} If it is to another call, so that it says nothing of this one.
 */
function checkId(body: unknown, expected: number, answer: Answer, context: ErrorContext): void {
  const { id, error, result } = (isObject(body) ? body : {}) as Readonly<Record<string, unknown>>;
  const code = isObject(error) ? error["code"] : undefined;
  if ((typeof code !== "number" && result === undefined) || id === expected) return;
  if (id === null && isWithoutId(code, answer)) return;
  const message = `expected ${expected}, got ${showValue(id)}`;
  throw contractError(answer, context, message, "id");
}

/** Over the limit the service may read too little of the request to find its id. */
function isWithoutId(code: unknown, { status }: Answer): boolean {
  if (isLimitStatus(status) && code === RPC_LIMIT_EXCEEDED) return true;
  return CODES_WITHOUT_ID.includes(code);
}

/**
 * Validates positional parameters by what the interface specifies of them, and encodes them for the wire. Those left
 * out at the end are not sent: the service's defaults hold.
 *
 * @param values The parameters; before `start`, what is none. A batch need not copy its entries so.
 * @throws {TypeError | RangeError} If one is missing or not allowed, an address of another chain, or there are too many.
 */
function encodeParameters(
  method: string,
  { info: { parameters }, validators }: MethodCall,
  values: readonly unknown[],
  start: number,
  segment: Segment | undefined,
): readonly unknown[] {
  if (!Array.isArray(values)) {
    throw valueFault(`Cannot call ${method}: params must be an array`, values, false);
  }
  const most = parameters.length;
  const count = values.length - start;
  if (count > most) {
    const message = `Cannot call ${method}: expected at most ${most} parameters`;
    throw valueFault(message, count, false);
  }
  const { params: validator } = validators;
  if (!validator) return [];
  const encoded = argumentsOf(parameters, validator).map((argument, index) =>
    encodeArgument(method, argument, values[start + index], segment),
  );
  while (encoded.length > 0 && encoded.at(-1) === undefined) encoded.pop();
  return encoded;
}

const REPLY = "a reply with result or error";

/** A JSON-RPC reply that carries a result. */
export interface Reply {
  readonly id: unknown;
  readonly result: unknown;
}

/**
 * Reads a JSON-RPC reply.
 *
 * @param body What was parsed of the answer; the result itself where the interface does not show the answer, and it is no reply.
 * @throws {RpcError} If it carries an error, whatever the HTTP status.
 * @throws {TransportError} If an error status comes without a reply, as from a proxy in between.
 * @throws {ContractError} If it is no reply.
 */
export function readReply(
  body: unknown,
  answer: Answer,
  context: ErrorContext,
  { open }: Pick<MethodInfo, "open"> = {},
): Reply {
  const reply = isObject(body) ? body : {};
  if (isObject(reply.error)) throw refusal(reply.error, answer, context);
  if ("result" in reply) return reply as unknown as Reply;
  if (open === "answer" && answer.ok) return { id: undefined, result: body };
  throw answerError(answer, context, REPLY);
}

function refusal(
  { code, message, data }: Record<string, unknown>,
  answer: Answer,
  context: ErrorContext,
): Error {
  if (typeof code !== "number" || !Number.isInteger(code) || typeof message !== "string") {
    return answer.ok
      ? contractError(answer, context, "expected an object with code and message", "error")
      : answerError(answer, context, REPLY);
  }
  const detail = typeof data === "string" ? data : undefined;
  return new RpcError(code, message, detail, contextOf(answer, context));
}
