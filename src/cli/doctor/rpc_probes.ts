import { safeParse } from "zod/mini";
import { SEGMENTS } from "../../generated/segments.gen.ts";
import {
  RPC_INVALID_PARAMS,
  RPC_INVALID_REQUEST,
  RPC_METHOD_NOT_FOUND,
  RPC_PARSE_ERROR,
} from "../../generated/errors.gen.ts";
import { METHOD_COMMANDS, SIMPLIFIED_COMMANDS } from "../../generated/commands.gen.ts";
import type { CommandInfo } from "../../tables.ts";
import { METHOD_CALLS, type MethodName } from "../../generated/client/methods.gen.ts";
import { fieldsOf } from "../../validation/mod.ts";
import { RPC_RESULTS } from "../../generated/wire/answers.gen.ts";
import { compareBody, difference, differenceUnless, judgeRpcError, judgeStatus } from "./judge.ts";
import {
  type Difference,
  isAbsent,
  type Probe,
  type ProbeAnswer,
  type ProbeContext,
  probesOf,
  type Untried,
} from "./probe.ts";
import { type Samples, samplesFor, unknownSamples } from "./samples.ts";

/** The method that every chain has. */
export const CHAIN_INFO: MethodName = "chain_getInfo";

/** Name under which probes of JSON-RPC itself are reported. */
const PROTOCOL = "JSON-RPC";

/** Probes of every JSON-RPC method of the segment's chain that changes nothing, and of the protocol. */
export function rpcProbes(context: ProbeContext): (Probe | Untried)[] {
  const simplified = (name: string): string => `${name} (simplified)`;
  return [
    ...probesOf<MethodName>(METHOD_COMMANDS, context, (name, info, params) =>
      methodProbes(name, info, params, context),
    ),
    ...probesOf<string>(
      SIMPLIFIED_COMMANDS,
      context,
      (name, _, params) => [simplifiedProbe(name, simplified(name), params, context)],
      simplified,
    ),
    ...protocolProbes(context),
  ];
}

function methodProbes(
  name: MethodName,
  { parameters }: CommandInfo,
  params: readonly unknown[],
  context: ProbeContext,
): Probe[] {
  const { samples, segment } = context;
  const plain = probe(context, name, "", params, (answer, request) => {
    const { error, result } = fieldsOf(answer.body);
    if (fieldsOf(error).code === RPC_METHOD_NOT_FOUND || isAbsent(answer)) return "missing";
    return [
      ...judgeStatus(200, answer),
      ...judgeReply(answer),
      ...(error === undefined
        ? compareBody(segment, name, request, answer)
        : [difference("error", "a result", error)]),
      ...sameBlock(name, result, samples),
    ];
  });
  if (params.length === 0) return [plain];
  const wrong = [{ wrong: true }, ...params.slice(1)];
  const refused = probe(context, name, "a wrong parameter", wrong, (answer) =>
    judgeRpcError(RPC_INVALID_PARAMS, answer),
  );
  if (!isNullable(name)) return [plain, refused];
  const unknown = samplesFor(name, parameters, { ...samples, ...unknownSamples(segment) });
  return [
    ...[plain, refused],
    probe(context, name, "unknown values", unknown as unknown[], judgeNull),
  ];
}

function probe(
  { endpoints }: ProbeContext,
  method: MethodName,
  aspect: string,
  args: readonly unknown[],
  judge: (answer: ProbeAnswer, request: Probe["request"]) => readonly Difference[] | "missing",
): Probe {
  const { paramStructure, parameters } = METHOD_CALLS[method].info;
  const required = parameters.filter((parameter) => parameter.required);
  const byName = required.map(({ name }, index) => [name, args[index]]);
  const params = paramStructure === "by-name" ? Object.fromEntries(byName) : args;
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const request = { url: endpoints.rpc ?? "", body };
  return { subject: method, aspect, request, judge: (answer) => judge(answer, request) };
}

function isNullable(name: MethodName): boolean {
  const { validator } = RPC_RESULTS[name] ?? {};
  if (!validator) return false;
  return safeParse(validator, null).success && !safeParse(validator, {}).success;
}

/** Checks that a reply has the version and the id of its request. */
function judgeReply({ body }: ProbeAnswer): Difference[] {
  const { jsonrpc, id } = fieldsOf(body);
  return [
    ...differenceUnless(jsonrpc === "2.0", "jsonrpc", '"2.0"', jsonrpc),
    ...differenceUnless(id === 1, "id", "1", id),
  ];
}

/** The interface does not show the answer for an unknown value. */
function judgeNull({ body }: ProbeAnswer): Difference[] {
  const { result, error } = fieldsOf(body);
  return differenceUnless(result === null, "result", "null", error ?? result, false);
}

/** JSON-RPC and REST show the same block at a height. */
function sameBlock(
  name: MethodName,
  result: unknown,
  { height, blockHash }: Samples,
): Difference[] {
  const { number, hash } = fieldsOf(result);
  const isSame = name !== "chain_getBlockByNumber" || number !== height || hash === blockHash;
  return differenceUnless(isSame, "result.hash", "the hash that REST shows", hash);
}

function simplifiedProbe(
  name: string,
  subject: string,
  params: readonly unknown[],
  { segment, endpoints }: ProbeContext,
): Probe {
  const request = { url: endpoints.rpc ?? "", body: JSON.stringify({ method: name, params }) };
  const judge = (answer: ProbeAnswer): readonly Difference[] | "missing" => {
    const { error } = fieldsOf(answer.body);
    if (error !== undefined || answer.status === 404) return "missing";
    return [...judgeStatus(200, answer), ...compareBody(segment, name, request, answer)];
  };
  return { subject, aspect: "", request, judge };
}

function protocolProbes(context: ProbeContext): Probe[] {
  const { endpoints, segment } = context;
  const url = endpoints.rpc ?? "";
  const { chain } = SEGMENTS[segment];
  const foreign = Object.entries(METHOD_COMMANDS).find(([, info]) => !info.chains.includes(chain));
  const call = (id: number, method: string): object => ({ jsonrpc: "2.0", id, method, params: [] });
  const of = (aspect: string, sent: object | string, judge: Probe["judge"]): Probe => {
    const body = typeof sent === "string" ? sent : JSON.stringify(sent);
    return { subject: PROTOCOL, aspect, request: { url, body }, judge };
  };
  const refused = (aspect: string, sent: object | string, code: number, specified = true): Probe =>
    of(aspect, sent, (answer) => judgeRpcError(code, answer, specified));
  const probes = [
    refused("an unknown method", call(1, "chain_noSuchMethod"), RPC_METHOD_NOT_FOUND),
    refused("no JSON", "{", RPC_PARSE_ERROR),
    refused("no request", { jsonrpc: "2.0", id: 1 }, RPC_INVALID_REQUEST),
    of("a batch of two", [call(1, CHAIN_INFO), call(2, CHAIN_INFO)], judgeBatch),
  ];
  if (!foreign) return probes;
  const other = call(1, foreign[0]);
  return [...probes, refused("a method of the other chain", other, RPC_METHOD_NOT_FOUND, false)];
}

function judgeBatch({ body }: ProbeAnswer): Difference[] {
  const ids = Array.isArray(body) ? body.map((reply) => fieldsOf(reply).id) : [];
  const isWhole = ids.length === 2 && ids.includes(1) && ids.includes(2);
  return differenceUnless(isWhole, "", "a reply for each call", body, false);
}
