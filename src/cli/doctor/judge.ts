import { safeParse } from "zod/mini";
import type { Segment } from "../../chains/mod.ts";
import { createDriftReporter, type Drift } from "../../drift/mod.ts";
import { METHOD_CALLS, SIMPLIFIED_CALLS } from "../../generated/client/methods.gen.ts";
import { OPERATION_CALLS } from "../../generated/client/operations.gen.ts";
import { REST_ERRORS } from "../../generated/errors.gen.ts";
import { isObject, type Validator, valueAt } from "../../validation/mod.ts";
import { type Fields, rowOf } from "../json.ts";
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

/** Compares the code of a JSON-RPC error. */
export function judgeRpcError(code: number, { body }: ProbeAnswer, specified = true): Difference[] {
  const isReply = fieldsOf(body).result !== undefined;
  const got = codeOf(body) ?? (isReply ? "a result" : "not a JSON-RPC reply");
  return differenceUnless(got === code, "error.code", String(code), got, specified);
}

function codeOf(body: unknown): unknown {
  return fieldsOf(fieldsOf(body).error).code;
}

/** The value as an object; an empty one where it is none. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
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
  const report = createDriftReporter((drift) => drifts.push(drift));
  report({ segment, operation: subject, status, text, sent });
  const broken = brokenPaths(subject, sent, body);
  return drifts.map(({ path, expected, got, documented }) => ({
    path: path.replaceAll(/(?<=^|\.)\d+(?=\.|$)/g, "*"),
    expected,
    got,
    specified: !/^(?:data|result)/.test(path) || isBroken(path, broken),
    documented,
    value: valueAt(body, path.split(".")),
  }));
}

/** Paths at which the answer breaks what the interface specifies. */
function brokenPaths(subject: string, sent: string | undefined, body: unknown): string[] {
  const { data, result } = fieldsOf(body);
  if (!sent?.includes('"method"'))
    return issuePaths(rowOf<CallRow>(OPERATION_CALLS, subject)?.validators.data, data, "data");
  const methods = sent.includes('"jsonrpc"') ? METHOD_CALLS : SIMPLIFIED_CALLS;
  return issuePaths(rowOf<CallRow>(methods, subject)?.validators.result, result, "result");
}

interface CallRow {
  readonly validators: { readonly data?: Validator; readonly result?: Validator };
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
