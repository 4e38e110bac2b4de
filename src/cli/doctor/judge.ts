import { REST_ERRORS, type RestErrorCode } from "../../generated/errors.gen.ts";
import type { Difference, ProbeAnswer } from "./probe.ts";

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
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Fields) : {};
}

function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
