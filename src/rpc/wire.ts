import type { Segment } from "../chains/mod.ts";
import { isLimitStatus } from "../errors/internal.ts";
import { type ErrorContext, RpcError } from "../errors/mod.ts";
import {
  RPC_INVALID_REQUEST,
  RPC_LIMIT_EXCEEDED,
  RPC_PARSE_ERROR,
} from "../generated/errors.gen.ts";
import type { MethodInfo } from "../tables.ts";
import {
  unexpectedAnswer,
  contextOf,
  contractError,
  decodeAnswer,
  JSON_HEADERS,
  parseAnswer,
} from "../transport/internal.ts";
import type { Answer, Lane, TransportCall } from "../transport/internal.ts";
import {
  argumentsOf,
  type ExpectedAnswer,
  encodeArgument,
  isObject,
  type MethodCall,
  showValue,
  type Validator,
  valueError,
} from "../validation/mod.ts";

/** A call of a method, as the transport sends it; its value is the decoded result. */
export interface RpcCall extends TransportCall<never>, ExpectedAnswer {
  /** In the order of the specs, however they are sent. */
  readonly args: readonly unknown[];
  readonly body: string;
  readonly context: ErrorContext & { readonly operation: string };
  /** The id of its reply; a simplified call has none. */
  readonly id: number | undefined;
  readonly marks: MethodInfo;
  readonly result: Validator;
}

/** The place that calls of a segment go to. */
export interface RpcPlace {
  readonly segment: Segment;
  readonly url: string;
  /** Origin of the API host whose rate limit they use. */
  readonly host: string;
}

/** A method at its place: all that its calls have in common. */
export interface PlacedMethod extends RpcPlace {
  readonly call: MethodCall;
  readonly context: RpcCall["context"];
  /** True of a call that is a body of method and params alone, which is answered by another shape. */
  readonly isSimplified: boolean;
  /** As of a {@linkcode TransportCall}. */
  readonly scope: string;
  /** Body of a call, from the method to the params. */
  readonly head: string;
}

export function placeMethod(
  method: string,
  call: MethodCall,
  place: RpcPlace,
  isSimplified: boolean,
): PlacedMethod {
  const context = { segment: place.segment, operation: method, safe: call.info.safe };
  const scope = `${place.url} ${isSimplified ? "simplified " : ""}${method}`;
  return { ...place, call, context, isSimplified, scope, head: `"method":"${method}","params":` };
}

/**
 * Makes a call of a method.
 *
 * @param args Encoded, in the order of the specs.
 * @param id Id of its reply; a simplified call has none.
 */
export function rpcCall(
  { call: { info, validators }, context, head, host, isSimplified, scope, url }: PlacedMethod,
  args: readonly unknown[],
  id: number,
  lane?: Lane,
  onSend?: () => void,
): RpcCall {
  const params = JSON.stringify(paramsOf(info, args));
  const { safe, height } = info;
  return {
    url,
    host,
    method: "POST",
    headers: JSON_HEADERS,
    body: isSimplified ? `{${head}${params}}` : `{"jsonrpc":"2.0","id":${id},${head}${params}}`,
    context,
    safe,
    scope,
    key: safe ? params : undefined,
    args,
    height,
    id: isSimplified ? undefined : id,
    marks: info,
    result: validators.result,
    lane,
    onSend,
    answer: undefined,
    read: readResult,
    argument: argumentOf,
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

/** Reads the result of any call. A shared answer has the id of the call that it was sent for, and was checked there. */
function readResult(this: RpcCall, answer: Answer, isShared: boolean): never {
  const { context, id, marks } = this;
  const body = parseAnswer(answer, context);
  if (id !== undefined && !isShared) checkId(body, id, answer, context);
  const { result } = readReply(body, answer, context, marks);
  return decodeAnswer(this.result, result, answer, context, this) as never;
}

function argumentOf(this: RpcCall, name: string): unknown {
  return this.args[this.marks.parameters.findIndex((each) => each.name === name)];
}

/**
 * Checks that a reply is to the call with `expected`, be it a result or an error. A body that is no reply passes.
 *
 * @throws {ContractError} If it is to another call, so that it says nothing of this one.
 */
function checkId(body: unknown, expected: number, answer: Answer, context: ErrorContext): void {
  const { id, error, result } = (isObject(body) ? body : {}) as Readonly<Record<string, unknown>>;
  const code = isObject(error) ? error["code"] : undefined;
  if ((typeof code !== "number" && result === undefined) || id === expected) return;
  if (id === null && mayLackId(code, answer)) return;
  const message = `expected ${expected}, got ${showValue(id)}`;
  throw contractError(answer, context, message, "id");
}

/** Over the limit the service may read too little of the request to find its id. */
function mayLackId(code: unknown, { status }: Answer): boolean {
  if (isLimitStatus(status) && code === RPC_LIMIT_EXCEEDED) return true;
  return CODES_WITHOUT_ID.includes(code);
}

/**
 * Validates positional parameters by what the interface specifies of them, and encodes them for the wire. Those left
 * out at the end are not sent: the service's defaults hold.
 *
 * @param values The parameters, from `start` on: so the entries of a batch, which begin with the method, are not copied.
 * @throws {TypeError | RangeError} If one is missing or not allowed, an address of another chain, or there are too many.
 */
export function encodeParameters(
  method: string,
  { info: { parameters }, validators }: MethodCall,
  values: readonly unknown[],
  start: number,
  segment: Segment | undefined,
): readonly unknown[] {
  if (!Array.isArray(values)) {
    throw valueError(`Cannot call ${method}: params must be an array`, values, false);
  }
  const most = parameters.length;
  const count = values.length - start;
  if (count > most) {
    const message = `Cannot call ${method}: expected at most ${most} parameters`;
    throw valueError(message, count, false);
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
  if (isObject(reply.error)) throw errorOfReply(reply.error, answer, context);
  if ("result" in reply) return reply as unknown as Reply;
  if (open === "answer" && answer.ok) return { id: undefined, result: body };
  throw unexpectedAnswer(answer, context, REPLY);
}

function errorOfReply(
  { code, message, data }: Record<string, unknown>,
  answer: Answer,
  context: ErrorContext,
): Error {
  if (typeof code !== "number" || !Number.isInteger(code) || typeof message !== "string") {
    return answer.ok
      ? contractError(answer, context, "expected an object with code and message", "error")
      : unexpectedAnswer(answer, context, REPLY);
  }
  const detail = typeof data === "string" ? data : undefined;
  return new RpcError(code, message, detail, contextOf(answer, context));
}
