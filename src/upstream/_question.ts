import { CHAIN_HEIGHT } from "../chains/internal.ts";
import type { ResolvedEndpoints } from "../chains/mod.ts";
import {
  METHOD_CALLS,
  type MethodName,
  SIMPLIFIED_CALLS,
  type SimplifiedName,
} from "../generated/client/methods.gen.ts";
import { OPERATION_CALLS, type OperationId } from "../generated/client/operations.gen.ts";
import type { Segment } from "../generated/segments.gen.ts";
import {
  METHODS,
  SIMPLIFIED_CALLS as SERVED_SIMPLIFIED,
} from "../generated/service/methods.gen.ts";
import { OPERATIONS } from "../generated/service/operations.gen.ts";
import { operationCall } from "../rest/internal.ts";
import { methodCall, paramsOf } from "../rpc/internal.ts";
import type { OperationInput, RpcServiceError } from "../service/internal.ts";
import { type Mutability, mutabilityOf } from "../transport/internal.ts";
import type { MethodInfo, OperationInfo } from "../tables.ts";
import type { TransportCall } from "../transport/mod.ts";
import type { MethodCall } from "../validation/mod.ts";
import { memberText } from "./_member_text.ts";
import { submissionRefusalIn } from "./_refusals.ts";

/** What an upstream answered, once that is validated. */
export interface Reply {
  /** JSON of the data or the result, as it came. */
  readonly text: string;
  /** The refusal of a submission, which has no text then. */
  readonly refusal?: RpcServiceError;
  readonly mutability: Mutability;
  /** A height that the chain has reached at least; undefined where nothing tells. */
  readonly height: number | undefined;
}

/** A read or a submission, as an upstream is asked it. */
export interface Question {
  /** Equal for questions that have the same answer. */
  readonly key: string;
  /** True if it may be asked again, and so answered from what is kept. */
  readonly safe: boolean;
  /** True if the answer also shows what is pending, and may so change between two blocks. */
  readonly showsPending: boolean;
  /** Makes the call for the endpoints of an upstream. */
  readonly call: (endpoints: ResolvedEndpoints) => TransportCall<Reply>;
}

/** The question of a REST operation. */
export function operationQuestion(
  id: OperationId,
  { path, query, headers, body }: OperationInput,
  segment: Segment,
): Question {
  const call = OPERATION_CALLS[id];
  const { safe } = call.info;
  const { pending }: OperationInfo = OPERATIONS[id];
  const text = body === undefined ? undefined : JSON.stringify(body);
  const input = { path, query, headers, body: text };
  const context = { segment, operation: id, safe };
  const args = [...Object.values(path), ...Object.values(query)];
  return {
    key: `${id} ${JSON.stringify([path, query, headers, text])}`,
    safe,
    showsPending: pending === true,
    call: (endpoints) => replyTo(operationCall(call, input, endpoints, context), "data", args),
  };
}

/** The question of a JSON-RPC method. */
export function methodQuestion(
  name: MethodName,
  params: readonly unknown[],
  segment: Segment,
): Question {
  return rpcQuestion(name, METHOD_CALLS[name], params, segment, METHODS[name], (sent) => ({
    ...{ jsonrpc: "2.0", id: 1, method: name, params: sent },
  }));
}

/** The question of a simplified call. */
export function simplifiedQuestion(
  name: SimplifiedName,
  params: readonly unknown[],
  segment: Segment,
): Question {
  const served = SERVED_SIMPLIFIED[name];
  return rpcQuestion(name, SIMPLIFIED_CALLS[name], params, segment, served, (sent) => ({
    ...{ method: name, params: sent },
  }));
}

function rpcQuestion(
  method: string,
  { info, validators }: MethodCall,
  params: readonly unknown[],
  segment: Segment,
  { pending }: MethodInfo,
  write: (params: unknown) => Parameters<typeof methodCall>[0]["request"],
): Question {
  const args = params.slice(0, params.findLastIndex((value) => value !== undefined) + 1);
  const request = write(paramsOf(info, args));
  const out = { method, args, info, result: validators.result, request, height: info.height };
  return {
    key: JSON.stringify(request),
    safe: info.safe,
    showsPending: pending === true,
    call({ rest, rpc }) {
      if (rpc === undefined) throw new TypeError("Cannot call JSON-RPC: the upstream has none");
      const at = { segment, url: rpc, host: new URL(rest).origin };
      return replyTo(methodCall(out, at), "result", args);
    },
  };
}

const MUTABLE: Mutability = { changedBy: "anything" };

/** The same call, resolving to the JSON of a part of its answer. */
function replyTo(
  call: TransportCall<unknown>,
  part: "data" | "result",
  args: readonly unknown[],
): TransportCall<Reply> {
  return {
    ...call,
    key: undefined,
    read(answer, isShared) {
      let value: unknown;
      try {
        value = call.read(answer, isShared);
      } catch (error) {
        // Read now: later the transport hides the bytes of a transaction, and so what a refusal says of them.
        const refusal = call.safe ? undefined : submissionRefusalIn(error);
        if (!refusal) throw error;
        return { text: "null", refusal, mutability: MUTABLE, height: undefined };
      }
      const mutability = mutabilityOf(call.height, args, value);
      const told = Number(answer.headers.get(CHAIN_HEIGHT) ?? -1);
      const height = Math.max(mutability.height ?? -1, Number.isSafeInteger(told) ? told : -1);
      const text = memberText(answer.text, part) ?? "null";
      return { text, mutability, height: height < 0 ? undefined : height };
    },
  };
}
