import {
  METHOD_VALIDATORS,
  METHODS,
  SIMPLIFIED_CALLS,
  SIMPLIFIED_VALIDATORS,
  SOCKET_METHODS,
} from "../../../generated/service/methods.gen.ts";
import type { DeprecationInfo } from "../../../tables.ts";
import {
  type ArgumentRules,
  type ChainAnswers,
  RpcServiceError,
  withIssue,
} from "../context/mod.ts";
import type { EventSession } from "../events/mod.ts";
import type { MethodName, SimplifiedHandlers } from "./_methods.ts";
import { readParameters } from "./read_call.ts";
import { runSocketMethod, type SocketMethodName } from "./_run_socket_method.ts";

/** Methods in addition to those of the specs, such as devnet control, for authorised callers. */
export interface FurtherMethods {
  /** Returns true if `name` is one of them. */
  has(name: string): boolean;
  /**
   * Runs one of them.
   *
   * @throws {RpcServiceError} If the caller is not authorised, the parameters are invalid, or the handler refuses.
   */
  run(name: string, params: unknown): Promise<unknown>;
}

/** The parts that answer the calls of a segment. */
type MethodAnswers = Pick<ChainAnswers, "callMethod" | "callSimplified"> & ArgumentRules;

/** Dependencies of JSON-RPC calls. */
export interface CallContext {
  readonly chain: MethodAnswers;
  /** Called with errors of a handler other than service errors. */
  readonly onError: (error: unknown) => void;
  /** Called after each call with its method, `unknown` if it does not exist, and the error code, 0 for success. */
  readonly onCall: (method: string, code: number) => void;
  /**
   * Charges requests beside the one that was charged; returns the message of a refusal, or undefined if they are admitted.
   */
  readonly chargeFurther: (requests: number) => Promise<string | undefined>;
  /** Session of the WebSocket that received the call; undefined over HTTP. */
  readonly session?: EventSession;
  /** Methods in addition to those of the specs. */
  readonly further?: FurtherMethods | undefined;
}

/**
 * Runs a method by name; on a WebSocket also the subscription methods. Returns its result.
 *
 * @throws {RpcServiceError} If the chain has no such method, its parameters are invalid, or the handler refuses.
 */
export async function runMethod(
  name: string,
  params: unknown,
  context: Pick<CallContext, "chain" | "session" | "further" | "chargeFurther">,
): Promise<unknown> {
  const { chain, session, further, chargeFurther } = context;
  const { selection } = chain;
  if (isSocketMethod(name)) {
    if (session) return runSocketMethod(name, params, { session, selection, chargeFurther });
    throw new RpcServiceError("MethodNotFound", `${name} exists only on WebSocket`);
  }
  if (further?.has(name)) return further.run(name, params);
  if (!isMethod(name))
    throw new RpcServiceError("MethodNotFound", `No method ${JSON.stringify(name.slice(0, 80))}`);
  const info = METHODS[name];
  if (!info.chains.includes(selection.chain)) {
    throw new RpcServiceError(
      "MethodNotFound",
      `${name} exists on ${info.chains.join(", ")}, this is ${selection.chain}`,
    );
  }
  const { values, issue } = readParameters(name, info, METHOD_VALIDATORS[name], params, chain);
  return withIssue(issue, chain.callMethod(name, values));
}

/** Runs a simplified call by name; throws as {@linkcode runMethod} does. */
export async function runSimplified(
  name: keyof SimplifiedHandlers,
  params: unknown,
  chain: MethodAnswers,
): Promise<unknown> {
  const info = SIMPLIFIED_CALLS[name];
  const { values, issue } = readParameters(name, info, SIMPLIFIED_VALIDATORS[name], params, chain);
  return withIssue(issue, chain.callSimplified(name, values));
}

/** Returns true for the name of a simplified call. */
export function isSimplified(name: unknown): name is keyof SimplifiedHandlers {
  return typeof name === "string" && Object.hasOwn(SIMPLIFIED_CALLS, name);
}

/** The name of an existing method or simplified call, otherwise `unknown`. */
export function knownName(name: string | undefined, further?: CallContext["further"]): string {
  if (name === undefined) return "unknown";
  const isUsual = isMethod(name) || isSocketMethod(name) || isSimplified(name);
  return isUsual || further?.has(name) ? name : "unknown";
}

/** Deprecation of a method or a simplified call; undefined if it is not deprecated. */
export function deprecationOf(name: unknown, asSimplified: boolean): DeprecationInfo | undefined {
  if (asSimplified) return isSimplified(name) ? SIMPLIFIED_CALLS[name].deprecated : undefined;
  return typeof name === "string" && isMethod(name) ? METHODS[name].deprecated : undefined;
}

/** Returns false for a call of a method that changes something, such as a submission. */
export function isRead(call: unknown): boolean {
  const { method } = (call ?? {}) as { readonly method?: unknown };
  return typeof method !== "string" || !isMethod(method) || METHODS[method].safe;
}

function isMethod(name: string): name is MethodName {
  return Object.hasOwn(METHODS, name);
}

/** Returns true for a method that is available on WebSocket only. */
function isSocketMethod(name: string): name is SocketMethodName {
  return Object.hasOwn(SOCKET_METHODS, name);
}
