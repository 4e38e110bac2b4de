import type { Segment } from "../chains/mod.ts";
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
  type CallOptions,
  decodeAnswer,
  followSignal,
  readJson,
  showValue,
  type Transport,
} from "../transport/mod.ts";
import { checkName } from "./check_name.ts";
import { checkParameters } from "./check_parameters.ts";
import { readReply, type Reply } from "./read_reply.ts";

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
  ): Promise<Methods[Name]["result"]>;
  /** Sends a simplified call: a body of method and params alone (given by the interface). Errors as in `call`. */
  callSimplified<Name extends SimplifiedName>(
    method: Name,
    params: SimplifiedCalls[Name]["params"],
    options?: CallOptions,
  ): Promise<SimplifiedCalls[Name]["result"]>;
}

/** Makes the JSON-RPC interface of one segment; `url` is its endpoint. */
export function createRpc(segment: Segment, url: string | undefined, transport: Transport): Rpc {
  let lastId = 0;
  async function post(
    operation: string,
    body: object,
    options: CallOptions | undefined,
  ): Promise<Reply> {
    const context: ErrorContext = { segment, operation };
    return followSignal(operation, options?.signal, async (signal) => {
      const request = createRequest(url, body, options?.headers, signal);
      const response = await transport.send(request, context);
      return readReply(await readJson(response, context, signal), response, context);
    });
  }
  return {
    async call(method, params, options) {
      checkName(method, METHODS);
      checkParameters(method, METHODS[method], METHOD_VALIDATORS[method], params);
      const id = ++lastId;
      const body = { jsonrpc: "2.0", id, method, params: withoutTail(params) };
      const reply = await post(method, body, options);
      if (reply.id !== id) throw wrongId(id, reply);
      return decodeAnswer(METHOD_VALIDATORS[method].result, reply.result, reply.context) as never;
    },
    async callSimplified(method, params, options) {
      checkName(method, SIMPLIFIED_CALLS);
      checkParameters(method, SIMPLIFIED_CALLS[method], SIMPLIFIED_VALIDATORS[method], params);
      const { result, context } = await post(
        method,
        { method, params: withoutTail(params) },
        options,
      );
      return decodeAnswer(SIMPLIFIED_VALIDATORS[method].result, result, context) as never;
    },
  };
}

function createRequest(
  url: string | undefined,
  body: object,
  given: CallOptions["headers"],
  signal: AbortSignal | undefined,
): Request {
  if (url === undefined) {
    throw new TypeError(
      "Cannot call JSON-RPC: no endpoint is known, pass endpoints.rpcUrl or an origin",
    );
  }
  const headers = new Headers(given);
  headers.set("Content-Type", "application/json");
  return new Request(url, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
}

/** Parameters left out at the end are not sent: the service's defaults hold. */
function withoutTail(params: readonly unknown[]): readonly unknown[] {
  const last = params.findLastIndex((value) => value !== undefined);
  return params.slice(0, last + 1);
}

function wrongId(expected: number, { id, context }: Reply): ContractError {
  const message = `expected ${expected}, got ${showValue(id)}`;
  return new ContractError([{ path: "id", message }], context);
}
