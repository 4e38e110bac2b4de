import type { ResolvedEndpoints } from "../chains/mod.ts";
import { isAlphadeltaError } from "../errors/mod.ts";
import {
  METHOD_CALLS,
  type MethodName,
  SIMPLIFIED_CALLS,
  type SimplifiedName,
} from "../generated/client/methods.gen.ts";
import { OPERATION_CALLS, type OperationId } from "../generated/client/operations.gen.ts";
import type { Segment } from "../generated/segments.gen.ts";
import { METHODS, SIMPLIFIED_CALLS as SIMPLIFIED } from "../generated/service/methods.gen.ts";
import { OPERATIONS } from "../generated/service/operations.gen.ts";
import { operationCall } from "../rest/internal.ts";
import { placeMethod, rpcCall } from "../rpc/internal.ts";
import type { OperationInput, RestServiceError, RpcServiceError } from "../service/internal.ts";
import type { MethodInfo, OperationInfo, ParameterInfo } from "../tables.ts";
import { mutabilityOf } from "../transport/internal.ts";
import type { Answer, TransportCall } from "../transport/mod.ts";
import { isObject, type MethodCall, otherSegment, type Validator } from "../validation/mod.ts";
import { fieldOf, safeParse } from "../zod/mod.ts";
import { ContradictionError, submissionRefusalIn } from "./_failures.ts";
import { claimsIn, type KnownChain } from "./_known_chain.ts";
import { heightIn } from "./_upstream_identity.ts";

/** Calls of JSON-RPC by their names, and what the service's tables tell of them beside. */
const RPC_CALLS = { ...METHOD_CALLS, ...SIMPLIFIED_CALLS };
const RPC_ROWS = { ...METHODS, ...SIMPLIFIED };

/** A validated answer of an upstream. */
export interface Reply {
  /** JSON of the data or the result. */
  readonly text: string;
  /** The refusal of a submission, which has no text then. */
  readonly refusal?: RpcServiceError | RestServiceError | undefined;
  /** Height of the block that it shows, where only a reorganisation can change it. */
  readonly settledAt: number | undefined;
  /** A height that the chain has reached at least; undefined where the answer does not tell. */
  readonly height: number | undefined;
}

/** What is known before an answer. */
export interface Known {
  /** Height of the head. */
  readonly leastHeight: number;
  readonly chain: KnownChain;
  /** Its removals of blocks. */
  readonly removals: number;
}

/** A read or a submission, as it is sent to an upstream. */
export interface UpstreamRequest {
  /** Equal for requests that have the same answer. */
  readonly key: string;
  /** True of a read, which may be repeated and cached. */
  readonly safe: boolean;
  /** True if the answer shows pending transactions too, and so may change between two blocks. */
  readonly showsPending: boolean;
  /** Makes the call for the endpoints of an upstream. An answer against what is known is a {@linkcode ContradictionError}. */
  readonly call: (endpoints: ResolvedEndpoints, known?: Known) => TransportCall<Reply>;
}

/** The request of a REST operation. */
export function operationRequest(
  id: OperationId,
  { path, query, headers, body }: OperationInput,
  segment: Segment,
): UpstreamRequest {
  const call = OPERATION_CALLS[id];
  const { safe } = call.info;
  const marks: OperationInfo = OPERATIONS[id];
  const input = { path, query, headers, body: body === undefined ? body : JSON.stringify(body) };
  return {
    key: `${id} ${JSON.stringify(input)}`,
    safe,
    showsPending: marks.pending === true,
    call(endpoints, known) {
      const context = { segment, operation: id, safe };
      const args = [...Object.values(path), ...Object.values(query)];
      const host = new URL(endpoints.rest).origin;
      const sent = operationCall(call, input, endpoints, context, host, args);
      return replyTo(sent, "data", marks, known);
    },
  };
}

/** The request of a JSON-RPC method or of a simplified call; no two have the same name. */
export function rpcRequest(
  method: MethodName | SimplifiedName,
  params: readonly unknown[],
  segment: Segment,
): UpstreamRequest {
  const called: MethodCall = RPC_CALLS[method];
  const marks: MethodInfo = RPC_ROWS[method];
  const args = params.slice(0, params.findLastIndex((value) => value !== undefined) + 1);
  const isSimplified = method in SIMPLIFIED_CALLS;
  return {
    key: `${method} ${JSON.stringify(args)}`,
    safe: called.info.safe,
    showsPending: marks.pending === true,
    call({ rest, rpc: url }, known) {
      if (url === undefined) throw new TypeError("Cannot call JSON-RPC: the upstream has none");
      const place = { segment, url, host: new URL(rest).origin };
      const placed = placeMethod(method, called, place, isSimplified);
      return replyTo(rpcCall(placed, args, 1), "result", marks, known);
    },
  };
}

/** Slashes, which something on the way may take for parts of the path. */
const SLASH = /[/\\]/;

/** True if the interface allows an argument: whatever else we decided, an upstream may have decided otherwise. */
export function isSpecified(
  call: string,
  { in: place, name, format }: ParameterInfo,
  value: unknown,
  segment: Segment,
): boolean {
  const validator = fieldOf(validatorOf(call, place), name);
  if (!validator || !safeParse(validator, value).success) return false;
  if (place === "path" && SLASH.test(String(value))) return false;
  return format !== "address" || otherSegment(value, "addressPrefix", segment) === undefined;
}

function validatorOf(call: string, place: ParameterInfo["in"]): Validator | undefined {
  if (place === "positional") return RPC_CALLS[call as keyof typeof RPC_CALLS].validators.params;
  const { path, query, headers } = OPERATION_CALLS[call as OperationId].validators;
  return { path, query, header: headers, body: undefined }[place];
}

const LACKS_KNOWN = "lacks a block that the chain is known to have";

/** The same call, resolving to the JSON of a member of its answer. */
function replyTo(
  call: TransportCall,
  member: "data" | "result",
  marks: OperationInfo | MethodInfo,
  known?: Known,
): TransportCall<Reply> {
  const contradiction = (issue: string, { status }: Answer): ContradictionError =>
    new ContradictionError(call.url, issue, { ...call.context, status });
  const olderThan = ({ leastHeight }: Known, height: number, answer: Answer): ContradictionError =>
    contradiction(`answered at height ${height}, behind ${leastHeight}`, answer);
  return {
    ...call,
    key: undefined,
    read(answer, isShared) {
      const told = heightIn(answer.headers);
      // Nothing that an older chain answers counts, not even that something is missing.
      if (known && told < known.leastHeight) throw olderThan(known, told, answer);
      let value: unknown;
      const isKnown = marks.block && known?.chain.has(call.args?.[0]);
      try {
        value = call.read(answer, isShared);
      } catch (error) {
        const isMissing = isAlphadeltaError(error, "RestError") && error.code === "NOT_FOUND";
        if (isKnown && isMissing) throw contradiction(LACKS_KNOWN, answer);
        // Read now: later the transport hides the bytes of a transaction, and so what a refusal says of them.
        const refusal = call.safe ? undefined : submissionRefusalIn(error);
        if (!refusal) throw error;
        return { text: "null", refusal, settledAt: undefined, height: undefined };
      }
      const { height: shown = -1, changedBy } = mutabilityOf(call.height, call.args ?? [], value);
      const isHead = shown >= 0 && changedBy === "anything";
      if (isKnown && value === null) throw contradiction(LACKS_KNOWN, answer);
      if (known && isHead && shown < known.leastHeight) throw olderThan(known, shown, answer);
      const claims = claimsIn(marks, value);
      const issue = known?.chain.take(claims, known.removals);
      if (issue !== undefined) throw contradiction(issue, answer);
      const height = Math.max(shown, told >= 0 ? told : -1, ...claims.map((claim) => claim.height));
      const whole: unknown = JSON.parse(answer.text);
      // An answer that the interface does not show may be none with that member.
      const { [member]: part = value === undefined ? null : whole } = isObject(whole) ? whole : {};
      return {
        text: JSON.stringify(part),
        settledAt: isHead || shown < 0 ? undefined : shown,
        height: height < 0 ? undefined : height,
      };
    },
  };
}
