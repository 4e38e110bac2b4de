import type { ChainSelection } from "../../src/chains/mod.ts";
import { RPC_ERRORS } from "../../src/generated/errors.gen.ts";
import {
  DEV_METHOD_VALIDATORS,
  DEV_METHODS,
  METHOD_VALIDATORS,
  METHODS,
  SIMPLIFIED_CALLS,
  SIMPLIFIED_VALIDATORS,
  SOCKET_METHOD_VALIDATORS,
  SOCKET_METHODS,
} from "../../src/generated/service/methods.gen.ts";
import {
  zRpcFailure,
  zRpcSuccess,
  zSimplifiedFailure,
  zSimplifiedSuccess,
} from "../../src/generated/wire/validators.gen.ts";
import type { MethodInfo } from "../../src/tables.ts";
import type { MethodValidators } from "../../src/validation/mod.ts";
import { checkSchema } from "./check_schema.ts";
import type { Contract } from "./contract.ts";
import { comparesParameters } from "./second_opinion.ts";

/** A JSON-RPC request and its answer; undefined where the body was not JSON or there was none. */
export interface RpcAnswer {
  readonly selection: ChainSelection;
  readonly request: unknown;
  readonly reply: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** Differences of the response to a call, a batch or a simplified call from the specs. */
export function checkRpcAnswer(answer: RpcAnswer, contract: Contract): string[] {
  const { selection, request, reply } = answer;
  if (reply === undefined) return [];
  if (!Array.isArray(reply)) return checkReply(selection, request, reply, contract);
  return reply.flatMap((one: unknown) =>
    checkReply(selection, requestOf(request, one), one, contract),
  );
}

/** The one call of a batch that has the reply's id; undefined if there is none, or more than one. */
function requestOf(batch: unknown, reply: unknown): unknown {
  if (!Array.isArray(batch) || !isFields(reply)) return undefined;
  const same = batch.filter((call) => isFields(call) && call["id"] === reply["id"]);
  return same.length === 1 ? same[0] : undefined;
}

function checkReply(
  selection: ChainSelection,
  request: unknown,
  reply: unknown,
  contract: Contract,
): string[] {
  if (!isFields(reply)) return ["a reply must be an object"];
  const isSimplified = !("jsonrpc" in reply);
  const isFailure = "error" in reply;
  const envelope = isSimplified
    ? { success: zSimplifiedSuccess, failure: zSimplifiedFailure }
    : { success: zRpcSuccess, failure: zRpcFailure };
  const problems = checkSchema("reply", isFailure ? envelope.failure : envelope.success, reply);
  if (problems.length > 0 || !isFields(request)) return problems;
  const method = String(request["method"]);
  const kind = isSimplified ? simplifiedKind(method) : methodKind(method);
  if (!kind?.info.chains.some((chain) => chain === selection.chain)) {
    return isFailure ? checkMessage(reply) : [`${method} is no method of ${selection.chain}`];
  }
  const { info, validators } = kind;
  return [
    ...(isFailure
      ? [...checkMessage(reply), ...checkCode(method, reply, contract)]
      : checkSchema("result", validators.result, reply["result"])),
    ...comparesParameters({ selection, method, info, request, reply, contract }),
  ];
}

function methodKind(name: string): Kind | undefined {
  if (Object.hasOwn(DEV_METHODS, name)) {
    const key = name as keyof typeof DEV_METHODS;
    return { info: DEV_METHODS[key], validators: DEV_METHOD_VALIDATORS[key] };
  }
  if (Object.hasOwn(SOCKET_METHODS, name)) {
    const key = name as keyof typeof SOCKET_METHODS;
    return { info: SOCKET_METHODS[key], validators: SOCKET_METHOD_VALIDATORS[key] };
  }
  if (!Object.hasOwn(METHODS, name)) return undefined;
  const key = name as keyof typeof METHODS;
  return { info: METHODS[key], validators: METHOD_VALIDATORS[key] };
}

function simplifiedKind(name: string): Kind | undefined {
  if (!Object.hasOwn(SIMPLIFIED_CALLS, name)) return undefined;
  const key = name as keyof typeof SIMPLIFIED_CALLS;
  return { info: SIMPLIFIED_CALLS[key], validators: SIMPLIFIED_VALIDATORS[key] };
}

interface Kind {
  readonly info: MethodInfo;
  readonly validators: MethodValidators;
}

function checkMessage({ error }: Fields): string[] {
  const { code, message } = error as { readonly code: number; readonly message: string };
  const known = Object.values(RPC_ERRORS).find((one) => one.code === code);
  return known?.message === message ? [] : [`message of ${code} must be "${known?.message}"`];
}

function checkCode(method: string, { error }: Fields, contract: Contract): string[] {
  const { code } = error as { readonly code: number };
  return contract.errorCodesOf(method).includes(code)
    ? []
    : [`the specs do not have error ${code} for ${method}`];
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
