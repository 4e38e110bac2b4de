import createFetchClient, { type Client as FetchClient } from "openapi-fetch";
import type { ResolvedEndpoints, Segment } from "../chains/mod.ts";
import { type ErrorContext, WrongChainError } from "../errors/mod.ts";
import {
  type OperationId,
  OPERATIONS,
  type Operations,
} from "../generated/client/operations.gen.ts";
import type { paths } from "../generated/client/paths.gen.ts";
import { OPERATION_VALIDATORS } from "../generated/client/validator_tables.gen.ts";
import { type Chain, SEGMENTS } from "../generated/segments.gen.ts";
import type { OperationInfo } from "../generated/tables.gen.ts";
import {
  type CallOptions,
  decodeAnswer,
  type Fetch,
  followSignal,
  readJson,
  type Transport,
} from "../transport/mod.ts";
import { type CallInput, readArguments } from "./read_arguments.ts";
import { serializePath } from "./serialize_path.ts";
import { type Answer, unwrapEnvelope } from "./unwrap_envelope.ts";

/** Typed fetch with wire types: amounts as text, the envelope as it came; any operation on any chain. */
export type RawRest = FetchClient<paths>;

/** The REST interface of one segment. */
export interface Rest {
  readonly segment: Segment;
  /** Typed fetch with wire types, as openapi-fetch has it. */
  readonly raw: RawRest;
  /**
   * Calls an operation by its id: path parameters in the path's order, then the body or query, then options.
   *
   * @throws {TypeError | RangeError} If an argument is wrong; nothing is sent.
   * @throws {WrongChainError} If the chain does not have the operation; nothing is sent.
   * @throws {RestError | TransportError | ContractError} If the service refuses, does not answer, or answers wrongly.
   */
  call<Id extends OperationId>(
    id: Id,
    args: Operations[Id]["args"],
    options?: CallOptions,
  ): Promise<Operations[Id]["data"]>;
  /** The same, with what errors found later in the data say of the call. */
  ask<Id extends OperationId>(
    id: Id,
    args: Operations[Id]["args"],
    options?: CallOptions,
  ): Promise<Answer<Operations[Id]["data"]>>;
}

/** Makes the REST interface of one segment. */
export function createRest(
  segment: Segment,
  endpoints: ResolvedEndpoints,
  transport: Transport,
): Rest {
  const raw = createFetchClient<paths>({
    baseUrl: endpoints.rest,
    pathSerializer: serializePath,
    fetch: (request) => transport.send(request, { segment }),
  });
  async function ask(
    id: OperationId,
    args: readonly unknown[],
    options?: CallOptions,
  ): Promise<Answer> {
    const context: ErrorContext = { segment, operation: id };
    const info = OPERATIONS[id];
    refuseForeignChain(info, SEGMENTS[segment].chain, context);
    const init = { baseUrl: endpoints[info.server], ...initOf(readArguments(id, args), options) };
    const answer = await followSignal(id, options?.signal, async (signal) => {
      const sender = (request: Request): Promise<Response> => transport.send(request, context);
      const response = await send(raw, info, { ...init, ...(signal ? { signal } : {}) }, sender);
      return unwrapEnvelope(await readJson(response, context, signal), response, context);
    });
    const data = decodeAnswer(OPERATION_VALIDATORS[id].data, answer.data, answer.context);
    return { data, context: answer.context };
  }
  return {
    segment,
    raw,
    ask: ask as Rest["ask"],
    call: async (id, args, options) => (await ask(id, args, options)).data as never,
  };
}

function refuseForeignChain(
  { chains }: OperationInfo<Chain>,
  chain: Chain,
  context: ErrorContext,
): void {
  if (!chains.includes(chain)) throw new WrongChainError(chains, context);
}

function initOf({ path, query, body }: CallInput, options: CallOptions | undefined): object {
  return { params: { path, query }, body, headers: new Headers(options?.headers) };
}

/**
 * The answer is left unread: whatever its status, it is read in one place. A rejection is kept, since openapi-fetch
 * loses one whose reason is falsy.
 */
async function send(
  raw: RawRest,
  { verb, path }: OperationInfo,
  init: object,
  sender: Fetch,
): Promise<Response> {
  let response: Response | undefined;
  let rejection: { readonly reason: unknown } | undefined;
  async function fetch(request: Request): Promise<Response> {
    try {
      response = await sender(request);
    } catch (reason) {
      rejection = { reason };
      throw reason;
    }
    return new Response(null, { status: 204 });
  }
  try {
    await raw.request(verb, path as never, { ...init, parseAs: "stream", fetch } as never);
  } catch (error) {
    throw rejection && !rejection.reason ? rejection.reason : error;
  }
  return response as Response;
}
