import { safeParse } from "zod/mini";
import type { Segment } from "../../chains/mod.ts";
import { createDriftReporter, type Drift } from "../../drift/mod.ts";
import { METHOD_CALLS, SIMPLIFIED_CALLS } from "../../generated/client/methods.gen.ts";
import { OPERATION_CALLS } from "../../generated/client/operations.gen.ts";
import type { Validator } from "../../validation/mod.ts";
import type { Difference, ProbeAnswer, ProbeRequest } from "./probe.ts";

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
    value: valueAt(body, path),
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

function valueAt(root: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], root);
}
