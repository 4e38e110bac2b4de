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
import { type CallOptions, decodeAnswer, readJson, type Transport } from "../transport/mod.ts";
import { type CallInput, readArguments } from "./read_arguments.ts";
import { serializePath } from "./serialize_path.ts";
import { unwrapEnvelope } from "./unwrap_envelope.ts";

/** Typed fetch with wire types: amounts as text, the envelope as it came; any operation on any chain. */
export type RawRest = FetchClient<paths>;

/** The REST interface of one segment. */
export interface Rest {
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
  async function call(
    id: OperationId,
    args: readonly unknown[],
    options: CallOptions = {},
  ): Promise<unknown> {
    const context: ErrorContext = { segment, operation: id };
    const info = OPERATIONS[id];
    refuseForeignChain(info, SEGMENTS[segment].chain, context);
    const input = readArguments(id, args);
    const response = await send(
      raw,
      info,
      endpoints[info.server],
      input,
      options,
      transport,
      context,
    );
    const answer = await readJson(response, context, options.signal);
    const data = unwrapEnvelope(answer, response, context);
    return decodeAnswer(OPERATION_VALIDATORS[id].data, data, {
      ...context,
      status: response.status,
    });
  }
  return { raw, call: call as Rest["call"] };
}

function refuseForeignChain(
  { chains }: OperationInfo<Chain>,
  chain: Chain,
  context: ErrorContext,
): void {
  if (!chains.includes(chain)) throw new WrongChainError(chains, context);
}

/** The answer is left unread: whatever its status, it is read in one place. */
async function send(
  raw: RawRest,
  { verb, path }: OperationInfo,
  baseUrl: string,
  input: CallInput,
  options: CallOptions,
  transport: Transport,
  context: ErrorContext,
): Promise<Response> {
  let response: Response | undefined;
  const init = {
    baseUrl,
    params: { path: input.path, query: input.query },
    body: input.body,
    ...options,
    parseAs: "stream",
    fetch: async (request: Request): Promise<Response> => {
      response = await transport.send(request, context);
      return new Response(null, { status: 204 });
    },
  };
  await raw.request(verb, path as never, init as never);
  return response as Response;
}
