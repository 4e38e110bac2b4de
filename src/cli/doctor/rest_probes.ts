import { REST_ERRORS } from "../../generated/errors.gen.ts";
import { SEGMENTS } from "../../generated/segments.gen.ts";
import { OPERATION_COMMANDS } from "../../generated/commands.gen.ts";
import type { CommandInfo } from "../../tables.ts";
import { OPERATION_CALLS, type OperationId } from "../../generated/client/operations.gen.ts";
import { argumentsOf } from "../calls/call_flags.ts";
import {
  compareBody,
  differenceUnless,
  fieldsOf,
  judgeRefusal,
  judgeStatus,
  OF_SET,
} from "./judge.ts";
import { type Check, listProbes } from "./list_probes.ts";
import { type Difference, isAbsent, type Probe, type ProbeContext, type Untried } from "./probe.ts";
import { sampleFor, samplesFor, unknownSamples } from "./samples.ts";

const NOT_FOUND = [REST_ERRORS.NOT_FOUND.status, "NOT_FOUND"] as const;
const INVALID = [REST_ERRORS.INVALID_PARAM.status, "INVALID_PARAM"] as const;

/** Probes of every REST operation of the segment's chain that changes nothing. */
export function restProbes(context: ProbeContext): (Probe | Untried)[] {
  const { chain } = SEGMENTS[context.segment];
  return Object.entries(OPERATION_COMMANDS)
    .filter(([, info]) => info.chains.includes(chain))
    .flatMap(([id, info]) => operationProbes(id as OperationId, info, context));
}

/** An operation, and what its probes are made with. */
interface Operation {
  readonly id: OperationId;
  readonly info: CommandInfo;
  readonly context: ProbeContext;
  /** Values that the service has for its path. */
  readonly values: readonly unknown[];
  readonly urlWith: (values: readonly unknown[]) => string;
  readonly probe: (aspect: string, url: string, judge: Probe["judge"]) => Probe;
}

function operationProbes(
  id: OperationId,
  info: CommandInfo,
  context: ProbeContext,
): (Probe | Untried)[] {
  if (!info.safe || info.body)
    return [{ subject: id, aspect: "", reason: "It changes state on the service." }];
  const { samples, segment } = context;
  const values = samplesFor(id, argumentsOf(info), samples);
  if (!Array.isArray(values)) return [{ subject: id, aspect: "", reason: values }];
  const operation: Operation = {
    ...{ id, info, context, values },
    urlWith: (given) => urlOf(id, info, context, given),
    probe: (aspect, url, judge) => ({ subject: id, aspect, request: { url }, judge }),
  };
  const { status } = OPERATION_CALLS[id].info;
  const url = operation.urlWith(values);
  const plain = operation.probe("", url, (answer) =>
    isAbsent(answer)
      ? "missing"
      : [...judgeStatus(status, answer), ...compareBody(segment, id, { url }, answer)],
  );
  const check: Check = (aspect, query, judge) =>
    operation.probe(aspect, withQuery(url, query), (answer) => {
      const wrong = judgeStatus(status, answer);
      if (wrong.length > 0) return wrong;
      const differences = judge(fieldsOf(fieldsOf(answer.body).data));
      return differences.length > 0
        ? withSets(differences, compareBody(segment, id, { url }, answer))
        : differences;
    });
  return [
    plain,
    ...refusals(operation),
    ...(info.items === undefined ? hashProbes(operation) : listProbes(id, info, context, check)),
  ];
}

/** A value that is of no set explains why a filter does not find it, so it takes that difference's place. */
function withSets(differences: readonly Difference[], all: readonly Difference[]): Difference[] {
  return differences.flatMap((one) => {
    const unknown = all.filter(({ path, expected }) => path === one.path && OF_SET.test(expected));
    return unknown.length > 0 ? unknown : [one];
  });
}

/** Values that are unknown, malformed or too large are refused. */
function refusals({ id, info, context, values, urlWith, probe }: Operation): Probe[] {
  const inPath = argumentsOf(info);
  const names = inPath.map(({ name }) => name).join(", ");
  const nothing = { ...context.samples, ...unknownSamples(context.segment) };
  const unknown = urlWith(inPath.map((parameter) => sampleFor(id, parameter, nothing)));
  const malformed = urlWith(inPath.map(() => "-x-"));
  // The list of an unknown subject may be empty.
  const { identity, items } = OPERATION_CALLS[id].info;
  const isOfOne = identity !== undefined && items === undefined;
  const ofPath = [
    probe(`unknown ${names}`, unknown, (answer) =>
      judgeRefusal(...NOT_FOUND, answer, info.specified && isOfOne),
    ),
    probe(`malformed ${names}`, malformed, (answer) => judgeRefusal(...INVALID, answer, false)),
  ];
  const tooLarge = info.parameters.flatMap(({ name, maximum, in: place }) => {
    if (place !== "query" || maximum === undefined) return [];
    const url = withQuery(urlWith(values), `${name}=${maximum + 1}`);
    return probe(`${name} above ${maximum}`, url, (answer) => judgeRefusal(...INVALID, answer));
  });
  return [...(inPath.length > 0 ? ofPath : []), ...tooLarge];
}

/** A block by its hash is the block by its height. */
function hashProbes({ id, info, context, values, urlWith, probe }: Operation): Probe[] {
  const { height, status } = OPERATION_CALLS[id].info;
  const { height: number, blockHash } = context.samples;
  const [parameter] = argumentsOf(info);
  const isEither = parameter?.types.includes("integer") && parameter.types.includes("string");
  if (!isEither || height?.hash === undefined || blockHash === undefined) return [];
  return [
    probe("by hash", urlWith([blockHash, ...values.slice(1)]), (answer) => {
      const { data } = fieldsOf(answer.body);
      const shownHeight = fieldsOf(data)[height.field];
      if (answer.status !== status) return judgeStatus(status, answer);
      const isSame = Number(shownHeight) === number;
      return differenceUnless(isSame, `data.${height.field}`, String(number), shownHeight);
    }),
  ];
}

function urlOf(
  id: OperationId,
  info: CommandInfo,
  { endpoints }: ProbeContext,
  values: readonly unknown[],
): string {
  const { path, server } = OPERATION_CALLS[id].info;
  const filled = argumentsOf(info).reduce(
    (text, { name }, index) => text.replace(`{${name}}`, encodeURIComponent(String(values[index]))),
    path,
  );
  return (endpoints.servers[server] ?? endpoints.rest) + filled;
}

function withQuery(url: string, query: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}${query}`;
}
