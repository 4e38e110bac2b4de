import { parseJson } from "../argument_text.ts";
import type { Segment } from "../chains/mod.ts";
import { REST_ANSWERS, RPC_ERROR, RPC_RESULTS } from "../generated/wire/answers.gen.ts";
import { notify } from "../notify.ts";
import type { AnswerWatcher, WatchedAnswer } from "../transport/mod.ts";
import { compareValue, type Deviation } from "./compare_value.ts";

/** A difference between a response and the specs. */
export interface Drift extends Deviation {
  /** Segment of the call; undefined for a request of another client through `fetch`. */
  readonly segment: Segment | undefined;
  /** Operation id or method name. */
  readonly operation: string;
}

/** Options of {@linkcode createDriftReporter}. */
export interface DriftOptions {
  /** Reports every occurrence of a difference, not only the first of each operation and field. @default {false} */
  readonly repeat?: boolean;
}

/**
 * Creates the `onDrift` option of `createClient`: it compares every response with the specs, extensions included, and
 * calls the callback for each difference. The response is neither changed nor delayed.
 *
 * Errors and rejections of the callback are ignored.
 *
 * @example
 * ```ts
 * import { createClient } from "alphadelta";
 * import { createDriftReporter } from "alphadelta/drift";
 *
 * const onDrift = createDriftReporter(({ operation, path, got }) => console.log(operation, path, got));
 * const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645", onDrift });
 * await delta.getBlock(7);
 * ```
 */
export function createDriftReporter(
  onDrift: (drift: Drift) => unknown,
  { repeat = false }: DriftOptions = {},
): AnswerWatcher {
  if (typeof onDrift !== "function") {
    throw new TypeError("Cannot report drift: expected a function");
  }
  const reported = new Set<string>();
  return (answer) => {
    for (const drift of driftsOf(answer)) {
      const key = `${drift.operation} ${drift.path.replace(/\b\d+\b/g, "*")} ${drift.expected}`;
      if (!repeat && reported.has(key)) continue;
      reported.add(key);
      notify(() => onDrift(drift));
    }
  };
}

function driftsOf(answer: WatchedAnswer): Drift[] {
  const body = parseJson(answer.text);
  if (body === undefined) return [];
  return Array.isArray(body)
    ? body.flatMap((reply) => ofReply(reply, answer))
    : ofOne(body, answer);
}

function ofOne(body: unknown, answer: WatchedAnswer): Drift[] {
  const { operation = "", status } = answer;
  const statuses = REST_ANSWERS[operation];
  // A simplified call may have the name of a REST operation; only its request body has a `method`.
  if (!statuses || answer.sent?.includes('"method"')) return ofReply(body, answer);
  const placed = statuses[String(status)];
  if (placed) return report(compareValue(body, placed, []), operation, answer);
  const documented = `openapi.yaml#/paths`;
  const expected = `one of the statuses ${Object.keys(statuses).join(", ")}`;
  return report([{ path: "", expected, got: String(status), documented }], operation, answer);
}

/** Compares one JSON-RPC response; in a batch, its id identifies the method. */
function ofReply(body: unknown, answer: WatchedAnswer): Drift[] {
  if (typeof body !== "object" || body === null) return [];
  const { id, result, error } = body as Readonly<Record<string, unknown>>;
  const method = methodOf(answer, id);
  const placed = RPC_RESULTS[method];
  if (error !== undefined) return report(compareValue(error, RPC_ERROR, ["error"]), method, answer);
  return placed ? report(compareValue(result, placed, ["result"]), method, answer) : [];
}

function methodOf({ operation = "", sent }: WatchedAnswer, id: unknown): string {
  if (operation in RPC_RESULTS) return operation;
  const calls = parseJson(sent ?? "");
  if (!Array.isArray(calls)) return operation;
  const call = (calls as { id?: unknown; method?: string }[]).find((one) => one.id === id);
  return call?.method ?? operation;
}

function report(
  deviations: readonly Deviation[],
  operation: string,
  { segment }: WatchedAnswer,
): Drift[] {
  return deviations.map((deviation) => ({ segment, operation, ...deviation }));
}
