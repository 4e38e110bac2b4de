import { METHODS, SIMPLIFIED_CALLS } from "../../../generated/service/methods.gen.ts";
import {
  METHOD_VALIDATORS,
  SIMPLIFIED_VALIDATORS,
} from "../../../generated/service/validator_tables.gen.ts";
import type { DeprecationInfo } from "../../../generated/tables.gen.ts";
import type { ChainContext } from "../context/mod.ts";
import {
  HANDLERS,
  type MethodHandler,
  type MethodName,
  SIMPLIFIED_HANDLERS,
  type SimplifiedHandlers,
} from "./methods/mod.ts";
import { readParameters } from "./read_parameters.ts";
import type { CallContext } from "./call_context.ts";
import { RpcServiceError } from "./rpc_service_error.ts";
import { isSocketMethod, runSocketMethod } from "./socket_methods.ts";

/**
 * Runs a method by name; on a WebSocket also the subscription methods. Returns its result or, usually, a promise of it.
 *
 * @throws {RpcServiceError} If the chain has no such method, its parameters are invalid, or the handler refuses.
 */
export function runMethod(
  name: string,
  params: unknown,
  { chain, session, further }: Pick<CallContext, "chain" | "session" | "further">,
): unknown {
  const { selection } = chain;
  if (isSocketMethod(name)) {
    if (session) return runSocketMethod(name, params, selection, session);
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
  const values = readParameters(name, info, METHOD_VALIDATORS[name], params, selection);
  const handler = HANDLERS[name] as MethodHandler<MethodName>;
  return handler(values as never, chain);
}

/** Runs a simplified call by name; throws as {@linkcode runMethod} does. */
export async function runSimplified(
  name: keyof SimplifiedHandlers,
  params: unknown,
  context: ChainContext,
): Promise<unknown> {
  const info = SIMPLIFIED_CALLS[name];
  const values = readParameters(name, info, SIMPLIFIED_VALIDATORS[name], params, context.selection);
  return SIMPLIFIED_HANDLERS[name](values as never, context);
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
export function deprecationOf(name: unknown, isPlain: boolean): DeprecationInfo | undefined {
  if (isPlain) return isSimplified(name) ? SIMPLIFIED_CALLS[name].deprecated : undefined;
  return typeof name === "string" && isMethod(name) ? METHODS[name].deprecated : undefined;
}

function isMethod(name: string): name is MethodName {
  return Object.hasOwn(METHODS, name);
}
