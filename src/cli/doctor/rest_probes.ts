import { REST_ERRORS } from "../../generated/errors.gen.ts";
import { OPERATION_COMMANDS } from "../../generated/commands.gen.ts";
import type { CommandInfo } from "../../tables.ts";
import { OPERATION_CALLS, type OperationId } from "../../generated/client/operations.gen.ts";
import { positionalsOf } from "../calls/call.ts";
import { fieldsOf } from "../../validation/mod.ts";
import { compareBody, differenceUnless, judgeRefusal, judgeStatus, OF_SET } from "./judge.ts";
import { type Check, listProbes } from "./list_probes.ts";
import {
  type Difference,
  isAbsent,
  type Probe,
  type ProbeAnswer,
  type ProbeContext,
  probesOf,
  type Untried,
} from "./probe.ts";
import { sampleFor, unknownSamples } from "./samples.ts";

const NOT_FOUND = [REST_ERRORS.NOT_FOUND.status, "NOT_FOUND"] as const;
const INVALID = [REST_ERRORS.INVALID_PARAM.status, "INVALID_PARAM"] as const;

/** Probes of every REST operation of the segment's chain that changes nothing. */
export function restProbes(context: ProbeContext): (Probe | Untried)[] {
  return probesOf<OperationId>(OPERATION_COMMANDS, context, (id, info, values) =>
    operationProbes({ id, info, context, values }),
  );
}

/** An operation and the inputs of its probes. */
interface Operation {
  readonly id: OperationId;
  readonly info: CommandInfo;
  readonly context: ProbeContext;
  /** Values for its path, taken from the service. */
  readonly values: readonly unknown[];
}

function operationProbes(operation: Operation): Probe[] {
  const { id, info, context, values } = operation;
  const { status } = OPERATION_CALLS[id].info;
  const url = urlOf(operation, values);
  const compare = (answer: ProbeAnswer): Difference[] =>
    compareBody(context.segment, id, { url }, answer);
  const plain = probeAt(id, "", url, (answer) =>
    isAbsent(answer) ? "missing" : [...judgeStatus(status, answer), ...compare(answer)],
  );
  const check: Check = (aspect, query, judge) =>
    probeAt(id, aspect, `${url}?${query}`, (answer) => {
      const wrong = judgeStatus(status, answer);
      if (wrong.length > 0) return wrong;
      const differences = judge(fieldsOf(fieldsOf(answer.body).data));
      return differences.length > 0 ? withSets(differences, compare(answer)) : differences;
    });
  return [
    plain,
    ...refusals(operation),
    ...(info.items === undefined ? hashProbes(operation) : listProbes(id, info, context, check)),
  ];
}

function probeAt(subject: OperationId, aspect: string, url: string, judge: Probe["judge"]): Probe {
  return { subject, aspect, request: { url }, judge };
}

/** A value that is of no set explains why a filter does not find it, so it takes that difference's place. */
function withSets(differences: readonly Difference[], all: readonly Difference[]): Difference[] {
  return differences.flatMap((one) => {
    const unknown = all.filter(({ path, expected }) => path === one.path && OF_SET.test(expected));
    return unknown.length > 0 ? unknown : [one];
  });
}

/** Values that are unknown, malformed or too large are refused. */
function refusals(operation: Operation): Probe[] {
  const { id, info, context, values } = operation;
  const inPath = positionalsOf(info);
  const names = inPath.map(({ name }) => name).join(", ");
  const nothing = { ...context.samples, ...unknownSamples(context.segment) };
  const unknown = inPath.map((parameter) => sampleFor(id, parameter, nothing));
  const malformed = inPath.map(() => "-x-");
  // The list of an unknown subject may be empty.
  const { identity, items } = OPERATION_CALLS[id].info;
  const isOfOne = identity !== undefined && items === undefined;
  const refused = (
    aspect: string,
    url: string,
    refusal: readonly [status: number, code: string],
    isSpecified: boolean,
  ): Probe => probeAt(id, aspect, url, (answer) => judgeRefusal(...refusal, answer, isSpecified));
  const ofPath = [
    refused(`unknown ${names}`, urlOf(operation, unknown), NOT_FOUND, info.specified && isOfOne),
    refused(`malformed ${names}`, urlOf(operation, malformed), INVALID, false),
  ];
  const url = urlOf(operation, values);
  const tooLarge = info.parameters.flatMap(({ name, maximum, in: place }) => {
    if (place !== "query" || maximum === undefined) return [];
    const query = `${name}=${maximum + 1}`;
    return refused(`${name} above ${maximum}`, `${url}?${query}`, INVALID, true);
  });
  return [...(inPath.length > 0 ? ofPath : []), ...tooLarge];
}

/** A block by its hash is the block by its height. */
function hashProbes(operation: Operation): Probe[] {
  const { id, info, context, values } = operation;
  const { height, status } = OPERATION_CALLS[id].info;
  const { height: number, blockHash } = context.samples;
  const [parameter] = positionalsOf(info);
  const isEither = parameter?.types.includes("integer") && parameter.types.includes("string");
  if (!isEither || height?.hash === undefined || blockHash === undefined) return [];
  return [
    probeAt(id, "by hash", urlOf(operation, [blockHash, ...values.slice(1)]), (answer) => {
      if (answer.status !== status) return judgeStatus(status, answer);
      const shownHeight = fieldsOf(fieldsOf(answer.body).data)[height.field];
      const isSame = Number(shownHeight) === number;
      return differenceUnless(isSame, `data.${height.field}`, String(number), shownHeight);
    }),
  ];
}

function urlOf({ id, info, context }: Operation, values: readonly unknown[]): string {
  const { endpoints } = context;
  const { path, server } = OPERATION_CALLS[id].info;
  const filled = positionalsOf(info).reduce(
    (text, { name }, index) => text.replace(`{${name}}`, encodeURIComponent(String(values[index]))),
    path,
  );
  return (endpoints.servers[server] ?? endpoints.rest) + filled;
}
