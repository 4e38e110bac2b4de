import type * as z from "zod/mini";
import type { ResolvedEndpoints, Segment } from "../chains/mod.ts";
import { ContractError, type ErrorContext } from "../errors/mod.ts";
import {
  type MethodName,
  METHODS,
  type Methods,
  SIMPLIFIED_CALLS,
  type SimplifiedCalls,
  type SimplifiedName,
} from "../generated/client/methods.gen.ts";
import {
  METHOD_VALIDATORS,
  SIMPLIFIED_VALIDATORS,
} from "../generated/client/validator_tables.gen.ts";
import {
  type Answer,
  type CallOptions,
  type CallPromise,
  callPromise,
  contextOf,
  decodeAnswer,
  mergeHeaders,
  parseJson,
  showValue,
  type Transport,
  type WithResponse,
} from "../transport/mod.ts";
import { checkName } from "./check_name.ts";
import { checkParameters } from "./check_parameters.ts";
import { readReply } from "./read_reply.ts";
import { redact } from "./_redact.ts";

/** The JSON-RPC interface of one segment: any method on any chain. */
export interface Rpc {
  /**
   * Calls a method by name.
   *
   * @throws {TypeError | RangeError} If the name or a parameter is wrong, or no endpoint is known; nothing is sent.
   * @throws {RpcError | TransportError | ContractError} If the service refuses, does not answer, or answers wrongly.
   */
  call<Name extends MethodName>(
    method: Name,
    params: Methods[Name]["params"],
    options?: CallOptions,
  ): CallPromise<Methods[Name]["result"]>;
  /** Sends a simplified call: a body of method and params alone (given by the interface). Errors as in `call`. */
  callSimplified<Name extends SimplifiedName>(
    method: Name,
    params: SimplifiedCalls[Name]["params"],
    options?: CallOptions,
  ): CallPromise<SimplifiedCalls[Name]["result"]>;
}

const HEADERS = { "content-type": "application/json" };

/** A call as it goes out: its body, and how the result is checked. */
interface Outgoing {
  readonly method: string;
  readonly body: string;
  /** Equal for calls that ask for the same. */
  readonly key: string;
  /** What the reply must carry; undefined where it need not be checked. */
  readonly id: number | undefined;
  readonly safe: boolean;
  readonly result: z.ZodMiniType;
}

/** Makes the JSON-RPC interface of one segment. */
export function createRpc(
  segment: Segment,
  endpoints: ResolvedEndpoints,
  transport: Transport,
): Rpc {
  const host = new URL(endpoints.rest).origin;
  let lastId = 0;

  function post(out: Outgoing, options: CallOptions | undefined): Promise<WithResponse<never>> {
    const context: ErrorContext = { segment, operation: out.method };
    return transport.call(
      {
        url: urlOf(endpoints),
        method: "POST",
        headers: mergeHeaders(HEADERS, options?.headers),
        body: out.body,
        context,
        safe: out.safe,
        onSend: options?.onSend,
        host,
        key: out.safe ? out.key : undefined,
        read: (answer, isShared) => {
          if (!out.safe) return readSecretly(out, answer, context);
          return readResult(isShared ? { ...out, id: undefined } : out, answer, context);
        },
      },
      options,
    );
  }
  return {
    call: (method, params, options) =>
      callPromise(() => {
        checkName(method, METHODS);
        const { result } = METHOD_VALIDATORS[method];
        checkParameters(method, METHODS[method], METHOD_VALIDATORS[method], params);
        const id = ++lastId;
        const call = `"method":"${method}","params":${textOf(params)}`;
        const body = `{"jsonrpc":"2.0","id":${id},${call}}`;
        const { safe } = METHODS[method];
        return post({ method, body, key: `${endpoints.rpc} ${call}`, id, safe, result }, options);
      }),
    callSimplified: (method, params, options) =>
      callPromise(() => {
        checkName(method, SIMPLIFIED_CALLS);
        const { result } = SIMPLIFIED_VALIDATORS[method];
        checkParameters(method, SIMPLIFIED_CALLS[method], SIMPLIFIED_VALIDATORS[method], params);
        const body = `{"method":"${method}","params":${textOf(params)}}`;
        const { safe } = SIMPLIFIED_CALLS[method];
        const out = { method, body, key: `${endpoints.rpc} ${body}`, id: undefined, safe, result };
        return post(out, options);
      }),
  };
}

function urlOf({ rpc }: ResolvedEndpoints): string {
  if (rpc !== undefined) return rpc;
  throw new TypeError(
    "Cannot call JSON-RPC: no endpoint is known, pass endpoints.rpcUrl or an origin",
  );
}

function readResult(out: Outgoing, answer: Answer, context: ErrorContext): WithResponse<never> {
  const reply = readReply(parseJson(answer, context), answer, context);
  if (out.id !== undefined && reply.id !== out.id) {
    const message = `expected ${out.id}, got ${showValue(reply.id)}`;
    throw new ContractError([{ path: "id", message }], contextOf(answer, context));
  }
  const data = decodeAnswer(out.result, reply.result, answer, context);
  return { data: data as never, response: answer };
}

/** What changes something may be a signed transaction, whose bytes stand in no error. */
function readSecretly(out: Outgoing, answer: Answer, context: ErrorContext): WithResponse<never> {
  try {
    return readResult(out, answer, context);
  } catch (error) {
    redact(error, out.body);
    throw error;
  }
}

/** Parameters left out at the end are not sent: the service's defaults hold. */
function textOf(params: readonly unknown[]): string {
  const last = params.findLastIndex((value) => value !== undefined);
  return JSON.stringify(last + 1 === params.length ? params : params.slice(0, last + 1));
}
