import { safeParse } from "zod/mini";
import type { Segment } from "../../chains/mod.ts";
import { createDriftReporter, type Deviation, type Drift } from "../../drift/mod.ts";
import { METHOD_CALLS, SIMPLIFIED_CALLS } from "../../generated/client/methods.gen.ts";
import { OPERATION_CALLS } from "../../generated/client/operations.gen.ts";
import { REST_ERRORS } from "../../generated/errors.gen.ts";
import type { AnswerMarks } from "../../tables.ts";
import { fieldsOf, type Validator, valueAt } from "../../validation/mod.ts";
import { rowOf } from "../json.ts";
import type { Difference, ProbeAnswer, ProbeRequest } from "./probe.ts";

/** A difference that the judge of a probe found itself. */
export function difference(
  path: string,
  expected: string,
  got: unknown,
  specified = true,
): Difference {
  return { path, expected, got: shown(got), specified };
}

/** The same where something is not right; else none. */
export function differenceUnless(
  isRight: boolean,
  ...parts: Parameters<typeof difference>
): Difference[] {
  return isRight ? [] : [difference(...parts)];
}

export function judgeStatus(expected: number, { status, text }: ProbeAnswer): Difference[] {
  const got = `${status} ${text.slice(0, 80)}`.trim();
  return differenceUnless(status === expected, "status", String(expected), got);
}

/** Compares the status and the code of a refusal in the envelope; the specs may know further codes with the status. */
export function judgeRefusal(
  status: number,
  code: string,
  answer: ProbeAnswer,
  specified = true,
): Difference[] {
  const got = codeOf(answer.body);
  const isKnown = got === code || rowOf(REST_ERRORS, String(got))?.status === status;
  const text = `${answer.status} ${shown(got ?? "without a code")}`;
  const isRight = answer.status === status && isKnown;
  return differenceUnless(isRight, "error.code", `${status} ${code}`, text, specified);
}

export function judgeRpcError(code: number, { body }: ProbeAnswer, specified = true): Difference[] {
  const isReply = fieldsOf(body).result !== undefined;
  const got = codeOf(body) ?? (isReply ? "a result" : "not a JSON-RPC reply");
  return differenceUnless(got === code, "error.code", String(code), got, specified);
}

function codeOf(body: unknown): unknown {
  return fieldsOf(fieldsOf(body).error).code;
}

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** Differences of a response from the specs, by the generated validators. */
export function compareBody(
  segment: Segment,
  subject: string,
  { body: sent }: ProbeRequest,
  { status, text, body }: ProbeAnswer,
): Difference[] {
  const drifts: Drift[] = [];
  const report = createDriftReporter((drift) => drifts.push(drift), { repeat: true });
  report({ segment, operation: subject, status, text, sent });
  const { info, validators } = rowFor(subject, sent);
  const { data, result } = fieldsOf(body);
  const broken = [
    ...issuePaths(validators.data, data, "data"),
    ...issuePaths(validators.result, result, "result"),
  ];
  const isOpen = (path: string): boolean =>
    info.open === "answer" || (info.open === "content" && /^(?:data|result)/.test(path));
  const isSpecified = (path: string): boolean =>
    !/^(?:data|result)/.test(path) || isBroken(path, broken);
  return differencesOf(drifts, body, (path) => !isOpen(path) && isSpecified(path));
}

/** Deviations as differences: of a place in a list the first, and of a set each value that is none of it. */
export function differencesOf(
  deviations: readonly Deviation[],
  body: unknown,
  isSpecified: (path: string) => boolean,
): Difference[] {
  const differences = new Map<string, Difference>();
  for (const deviation of deviations) {
    const { path: own, expected, got, documented } = deviation;
    const path = own.replaceAll(/(?<=^|\.)\d+(?=\.|$)/g, "*");
    const id = JSON.stringify([path, expected, OF_SET.test(expected) && got]);
    if (differences.has(id)) continue;
    const remedy = remedyOf(deviation, valueAt(body, own.split(".")));
    differences.set(id, { path, expected, got, specified: isSpecified(own), documented, remedy });
  }
  return [...differences.values()];
}

/** The expectation of a set of values, unlike one of a type. */
export const OF_SET = /^["\d]/;

/** The edit at a deviation's place in the specs with which they describe `value`. */
function remedyOf({ path, expected, got }: Deviation, value: unknown): string {
  const name = path.slice(path.lastIndexOf(".") + 1);
  if (value === undefined) return `take ${name} out of its "required"`;
  if (expected === "no such field") return `add ${name}, ${typeOf(value)}, to its "properties"`;
  const isOfNames = expected.startsWith('"');
  if (OF_SET.test(expected) && typeof value === (isOfNames ? "string" : "number"))
    return `add ${got.replace(/ \(\d+ characters\)$/, "")} to its values`;
  return `allow ${typeOf(value)} beside it, with "anyOf"`;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (Number.isInteger(value)) return "an integer";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

interface CallRow {
  readonly info: AnswerMarks;
  readonly validators: { readonly data?: Validator; readonly result?: Validator };
}

/** The row of the call that a request is of. */
function rowFor(subject: string, sent: string | undefined): CallRow {
  const methods = sent?.includes('"jsonrpc"') ? METHOD_CALLS : SIMPLIFIED_CALLS;
  const calls = sent?.includes('"method"') ? methods : OPERATION_CALLS;
  return rowOf<CallRow>(calls, subject) ?? { info: {}, validators: {} };
}

function issuePaths(validator: Validator | undefined, value: unknown, root: string): string[] {
  const issues = (validator && safeParse(validator, value).error?.issues) ?? [];
  return issues.map(({ path }) => [root, ...path.map(String)].join("."));
}

function isBroken(path: string, broken: readonly string[]): boolean {
  return broken.some(
    (one) => one === path || path.startsWith(`${one}.`) || one.startsWith(`${path}.`),
  );
}
