import { safeParse } from "zod/mini";
import type { Segment } from "../../chains/mod.ts";
import { createDriftReporter, type Drift } from "../../drift/mod.ts";
import { METHOD_CALLS, SIMPLIFIED_CALLS } from "../../generated/client/methods.gen.ts";
import { OPERATION_CALLS } from "../../generated/client/operations.gen.ts";
import { REST_ERRORS, type RestErrorCode } from "../../generated/errors.gen.ts";
import { isObject, type Validator, valueAt } from "../../validation/mod.ts";
import type { Difference, ProbeAnswer, ProbeRequest } from "./probe.ts";

/** An object of JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** A difference that the judge of a probe found itself. */
export function difference(
  path: string,
  expected: string,
  got: unknown,
  specified = true,
): Difference {
  return { path, expected, got: shown(got), specified };
}

/** Compares the HTTP status. */
export function judgeStatus(expected: number, { status, text }: ProbeAnswer): Difference[] {
  if (status === expected) return [];
  return [difference("status", String(expected), `${status} ${text.slice(0, 80)}`.trim())];
}

/** Compares the status and the code of a refusal in the envelope; the specs may know further codes with the status. */
export function judgeRefusal(
  status: number,
  code: string,
  answer: ProbeAnswer,
  specified = true,
): Difference[] {
  const { error } = fieldsOf(answer.body);
  const got = fieldsOf(error).code;
  if (answer.status === status && (got === code || statusOf(got) === status)) return [];
  return [
    difference(
      "error.code",
      `${status} ${code}`,
      `${answer.status} ${shown(got ?? "without a code")}`,
      specified,
    ),
  ];
}

function statusOf(code: unknown): number | undefined {
  const name = String(code);
  return Object.hasOwn(REST_ERRORS, name) ? REST_ERRORS[name as RestErrorCode].status : undefined;
}

/** Compares the code of a JSON-RPC error. */
export function judgeRpcError(code: number, { body }: ProbeAnswer, specified = true): Difference[] {
  const { error, result } = fieldsOf(body);
  const got = fieldsOf(error).code;
  if (got === code) return [];
  const what = got ?? (result === undefined ? "not a JSON-RPC reply" : "a result");
  return [difference("error.code", String(code), what, specified)];
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
    specified:
      !path.startsWith("data") && !path.startsWith("result") ? true : isBroken(path, broken),
    documented,
    value: valueAt(body, path.split(".")),
  }));
}

/** Paths at which the answer breaks what the interface specifies. */
function brokenPaths(subject: string, sent: string | undefined, body: unknown): string[] {
  const { data, result } = (body ?? {}) as { readonly data?: unknown; readonly result?: unknown };
  const operation = sent?.includes('"method"')
    ? undefined
    : validatorIn(OPERATION_CALLS, subject)?.data;
  const methods = sent?.includes('"jsonrpc"') ? METHOD_CALLS : SIMPLIFIED_CALLS;
  const method = operation ? undefined : validatorIn(methods, subject)?.result;
  return [...issuePaths(operation, data, "data"), ...issuePaths(method, result, "result")];
}

/** A row of a table of calls. */
interface Row {
  readonly validators: { readonly data?: Validator; readonly result?: Validator };
}

function validatorIn(
  rows: Readonly<Record<string, Row>>,
  name: string,
): Row["validators"] | undefined {
  return Object.hasOwn(rows, name) ? rows[name]?.validators : undefined;
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
