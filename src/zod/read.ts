import type { $ZodIssue, $ZodType, ParseContextInternal, ParsePayload } from "zod/v4/core";
import { finishIssue } from "./_finish_issue.ts";

/** The result of reading a value: its data, or issues. */
export type ReadResult =
  | { readonly success: true; readonly data: unknown; readonly error?: undefined }
  | {
      readonly success: false;
      readonly data?: undefined;
      readonly error: { readonly issues: readonly $ZodIssue[] };
    };

/** Validates a value of the wire and decodes it. None of the schemas may wait. */
export function safeParse(schema: $ZodType, value: unknown): ReadResult {
  return read(schema, value, { async: false });
}

/** Validates a value and encodes it for the wire. */
export function safeEncode(schema: $ZodType, value: unknown): ReadResult {
  return read(schema, value, { async: false, direction: "backward" });
}

function read(schema: $ZodType, from: unknown, context: ParseContextInternal): ReadResult {
  const { value, issues } = schema._zod.run({ value: from, issues: [] }, context) as ParsePayload;
  if (issues.length === 0) return { success: true, data: value };
  return { success: false, error: { issues: issues.map(finishIssue) } };
}
