import { safeParse } from "zod/mini";
import { SEGMENTS } from "../../generated/segments.gen.ts";
import {
  RPC_INVALID_PARAMS,
  RPC_INVALID_REQUEST,
  RPC_METHOD_NOT_FOUND,
  RPC_PARSE_ERROR,
} from "../../generated/errors.gen.ts";
import { METHOD_COMMANDS, SIMPLIFIED_COMMANDS } from "../../generated/commands.gen.ts";
import type { CommandInfo, CommandParameter } from "../../tables.ts";
import { METHOD_CALLS, type MethodName } from "../../generated/client/methods.gen.ts";
import { RPC_RESULTS } from "../../generated/wire/answers.gen.ts";
import { compareBody, difference, fieldsOf, judgeRpcError, judgeStatus } from "./judge.ts";
import {
  type Difference,
  isAbsent,
  type Probe,
  type ProbeAnswer,
  type ProbeContext,
  type Untried,
} from "./probe.ts";
import { type Samples, samplesFor, unknownSamples } from "./samples.ts";

/** The method that every chain has. */
export const CHAIN_INFO: MethodName = "chain_getInfo";

/** Name under which probes of JSON-RPC itself are reported. */
const PROTOCOL = "JSON-RPC";

/** Probes of every JSON-RPC method of the segment's chain that changes nothing, and of the protocol. */
export function rpcProbes(context: ProbeContext): (Probe | Untried)[] {
  const { chain } = SEGMENTS[context.segment];
  const methods = Object.entries(METHOD_COMMANDS).filter(([, info]) => info.chains.includes(chain));
  const simplified = Object.entries(SIMPLIFIED_COMMANDS).filter(([, info]) =>
    info.chains.includes(chain),
  );
  return [
    ...methods.flatMap(([name, info]) => methodProbes(name as MethodName, info, context)),
    ...simplified.map(([name, info]) => simplifiedProbe(name, info.parameters, context)),
    ...protocolProbes(context),
  ];
}

function methodProbes(
  name: MethodName,
  info: CommandInfo,
  context: ProbeContext,
): (Probe | Untried)[] {
  if (!info.safe)
    return [{ subject: name, aspect: "", reason: "It changes state on the service." }];
  const { samples, segment } = context;
  const params = samplesFor(name, info.parameters, samples);
  if (!Array.isArray(params)) return [{ subject: name, aspect: "", reason: params }];
  const probes = [
    probe(context, name, "", params, (answer, request) => {
      const { error, result } = fieldsOf(answer.body);
      if (fieldsOf(error).code === RPC_METHOD_NOT_FOUND || isAbsent(answer)) return "missing";
      const refused = error === undefined ? [] : [difference("error", "a result", error)];
      return [
        ...judgeStatus(200, answer),
        ...judgeReply(answer),
        ...refused,
        ...(refused.length > 0 ? [] : compareBody(segment, name, request, answer)),
        ...sameBlock(name, result, samples),
      ];
    }),
  ];
  if (params.length > 0) {
    probes.push(
      probe(context, name, "a wrong parameter", [{ wrong: true }, ...params.slice(1)], (answer) =>
        judgeRpcError(RPC_INVALID_PARAMS, answer),
      ),
    );
    if (isNullable(name)) {
      const unknown = samplesFor(name, info.parameters, { ...samples, ...unknownSamples(segment) });
      probes.push(probe(context, name, "unknown values", unknown as unknown[], judgeNull));
    }
  }
  return probes;
}

function probe(
  { endpoints }: ProbeContext,
  method: MethodName,
  aspect: string,
  given: readonly unknown[],
  judge: (answer: ProbeAnswer, request: Probe["request"]) => readonly Difference[] | "missing",
): Probe {
  const { paramStructure, parameters } = METHOD_CALLS[method].info;
  const required = parameters.filter((parameter) => parameter.required);
  const byName = required.map(({ name }, index) => [name, given[index]]);
  const params = paramStructure === "by-name" ? Object.fromEntries(byName) : given;
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const request = { url: endpoints.rpc ?? "", body };
  return { subject: method, aspect, request, judge: (answer) => judge(answer, request) };
}

function isNullable(name: MethodName): boolean {
  const { validator } = RPC_RESULTS[name] ?? {};
  if (!validator) return false;
  return safeParse(validator, null).success && !safeParse(validator, {}).success;
}

/** A reply has the version and the id of its request. */
function judgeReply({ body }: ProbeAnswer): Difference[] {
  const { jsonrpc, id } = fieldsOf(body);
  return [
    ...(jsonrpc === "2.0" ? [] : [difference("jsonrpc", '"2.0"', jsonrpc)]),
    ...(id === 1 ? [] : [difference("id", "1", id)]),
  ];
}

function judgeNull({ body }: ProbeAnswer): Difference[] {
  const { result, error } = fieldsOf(body);
  return result === null ? [] : [difference("result", "null", error ?? result)];
}

/** JSON-RPC and REST show the same block at a height. */
function sameBlock(
  name: MethodName,
  result: unknown,
  { height, blockHash }: Samples,
): Difference[] {
  const { number, hash } = fieldsOf(result);
  const isSame = name !== "chain_getBlockByNumber" || number !== height || hash === blockHash;
  return isSame ? [] : [difference("result.hash", "the hash that REST shows", hash)];
}

function simplifiedProbe(
  name: string,
  parameters: readonly CommandParameter[],
  { segment, endpoints, samples }: ProbeContext,
): Probe | Untried {
  const subject = `${name} (simplified)`;
  const params = samplesFor(name, parameters, samples);
  if (!Array.isArray(params)) return { subject, aspect: "", reason: params };
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
  const of = (aspect: string, body: string, judge: Probe["judge"]): Probe => ({
    subject: PROTOCOL,
    aspect,
    request: { url, body },
    judge,
  });
  return [
    of("an unknown method", JSON.stringify(call(1, "chain_noSuchMethod")), (answer) =>
      judgeRpcError(RPC_METHOD_NOT_FOUND, answer),
    ),
    of("no JSON", "{", (answer) => judgeRpcError(RPC_PARSE_ERROR, answer)),
    of("no request", JSON.stringify({ jsonrpc: "2.0", id: 1 }), (answer) =>
      judgeRpcError(RPC_INVALID_REQUEST, answer),
    ),
    of("a batch of two", JSON.stringify([call(1, CHAIN_INFO), call(2, CHAIN_INFO)]), judgeBatch),
    ...(foreign
      ? [
          of("a method of the other chain", JSON.stringify(call(1, foreign[0])), (answer) =>
            judgeRpcError(RPC_METHOD_NOT_FOUND, answer, false),
          ),
        ]
      : []),
  ];
}

function judgeBatch({ body }: ProbeAnswer): Difference[] {
  const ids = Array.isArray(body) ? body.map((reply) => fieldsOf(reply).id) : [];
  const isWhole = ids.length === 2 && ids.includes(1) && ids.includes(2);
  return isWhole ? [] : [difference("", "a reply for each call", body, false)];
}
