import { REST_ERRORS } from "../../generated/errors.gen.ts";
import { SEGMENTS } from "../../generated/segments.gen.ts";
import { type CommandInfo, OPERATION_COMMANDS } from "../../generated/commands.gen.ts";
import { OPERATION_CALLS, type OperationId } from "../../generated/client/operations.gen.ts";
import { argumentsOf } from "../calls/call_flags.ts";
import { compareBody, difference, fieldsOf, judgeRefusal, judgeStatus } from "./judge.ts";
import { type Check, listProbes } from "./list_probes.ts";
import {
  type Difference,
  isAbsent,
  type Probe,
  type ProbeAnswer,
  type ProbeContext,
  type Untried,
} from "./probe.ts";
import { sampleFor, type Samples, samplesFor, unknownSamples } from "./samples.ts";

const NOT_FOUND = [REST_ERRORS.NOT_FOUND.status, "NOT_FOUND"] as const;
const INVALID = [REST_ERRORS.INVALID_PARAM.status, "INVALID_PARAM"] as const;

/** Probes of every REST operation of the segment's chain that changes nothing. */
export function restProbes(context: ProbeContext): (Probe | Untried)[] {
  const { chain } = SEGMENTS[context.segment];
  return Object.entries(OPERATION_COMMANDS)
    .filter(([, info]) => info.chains.includes(chain))
    .flatMap(([id, info]) => operationProbes(id as OperationId, info, context));
}

function operationProbes(
  id: OperationId,
  info: CommandInfo,
  context: ProbeContext,
): (Probe | Untried)[] {
  if (!info.safe || info.body)
    return [{ subject: id, aspect: "", reason: "It changes state on the service." }];
  const { samples, segment } = context;
  const make = (
    aspect: string,
    url: string,
    judge: (answer: ProbeAnswer) => readonly Difference[] | "missing",
  ): Probe => ({ subject: id, aspect, request: { url }, judge });
  const values = samplesFor(id, argumentsOf(info), samples);
  if (!Array.isArray(values)) return [{ subject: id, aspect: "", reason: values }];
  const url = urlOf(id, info, context, samples);
  const compare = (answer: ProbeAnswer): Difference[] => [
    ...judgeStatus(OPERATION_CALLS[id].info.status, answer),
    ...compareBody(segment, id, { url }, answer),
  ];
  const plain = make("", url, (answer) => (isAbsent(answer) ? "missing" : compare(answer)));
  const check: Check = (aspect, query, judge) =>
    make(aspect, withQuery(url, query), (answer) => {
      const wrong = judgeStatus(OPERATION_CALLS[id].info.status, answer);
      return wrong.length > 0 ? wrong : judge(fieldsOf(fieldsOf(answer.body).data));
    });
  return [
    plain,
    ...refusals(id, info, context, make),
    ...(info.items === undefined
      ? hashProbes(id, info, context, make)
      : listProbes(id, info, context, check)),
  ];
}

type Make = (
  aspect: string,
  url: string,
  judge: (answer: ProbeAnswer) => readonly Difference[],
) => Probe;

/** Values that are unknown, malformed or too large are refused. */
function refusals(id: OperationId, info: CommandInfo, context: ProbeContext, make: Make): Probe[] {
  const unknown = { ...context.samples, ...unknownSamples(context.segment) };
  const probes: Probe[] = [];
  const inPath = argumentsOf(info);
  if (inPath.length > 0) {
    const names = inPath.map(({ name }) => name).join(", ");
    probes.push(
      make(`unknown ${names}`, urlOf(id, info, context, unknown), (answer) =>
        judgeRefusal(...NOT_FOUND, answer),
      ),
      make(`malformed ${names}`, urlOf(id, info, context, undefined), (answer) =>
        judgeRefusal(...INVALID, answer, false),
      ),
    );
  }
  for (const { name, maximum, in: place } of info.parameters) {
    if (place !== "query" || maximum === undefined) continue;
    const url = withQuery(urlOf(id, info, context, context.samples), `${name}=${maximum + 1}`);
    probes.push(
      make(`${name} above ${maximum}`, url, (answer) => judgeRefusal(...INVALID, answer)),
    );
  }
  return probes;
}

/** A block by its hash is the block by its height. */
function hashProbes(
  id: OperationId,
  info: CommandInfo,
  context: ProbeContext,
  make: Make,
): Probe[] {
  const { height, status } = OPERATION_CALLS[id].info;
  const { height: number, blockHash } = context.samples;
  const [parameter] = argumentsOf(info);
  const isEither = parameter?.types.includes("integer") && parameter.types.includes("string");
  if (!isEither || height?.hash === undefined || blockHash === undefined) return [];
  const url = baseOf(id, context) + OPERATION_CALLS[id].info.path.replace(/\{\w+\}/, blockHash);
  return [
    make("by hash", url, (answer) => {
      const { data } = fieldsOf(answer.body);
      const found = fieldsOf(data)[height.field];
      if (answer.status !== status) return judgeStatus(status, answer);
      return Number(found) === number
        ? []
        : [difference(`data.${height.field}`, String(number), found)];
    }),
  ];
}

/** The URL with samples in its path; malformed values where there are none. */
function urlOf(
  id: OperationId,
  info: CommandInfo,
  context: ProbeContext,
  samples: Samples | undefined,
): string {
  const path = argumentsOf(info).reduce((text, parameter) => {
    const value = samples ? sampleFor(id, parameter, samples) : "-x-";
    return text.replace(`{${parameter.name}}`, encodeURIComponent(String(value)));
  }, OPERATION_CALLS[id].info.path);
  return baseOf(id, context) + path;
}

function baseOf(id: OperationId, { endpoints }: ProbeContext): string {
  return endpoints.servers[OPERATION_CALLS[id].info.server] ?? endpoints.rest;
}

function withQuery(url: string, query: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}${query}`;
}
