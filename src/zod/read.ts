import { _safeEncode, _safeParse, type $ZodErrorClass, type util } from "zod/v4/core";
import type { $ZodIssue, $ZodType, ParsePayload } from "zod/v4/core";

/** The result of reading a value: its data, or issues. */
export type ReadResult = util.SafeParseResult<unknown>;

/** Stands in for zod's error, whose message and stack nobody reads: the issues become errors of the client's own. */
class Issues {
  readonly issues: readonly $ZodIssue[];

  constructor(issues: readonly $ZodIssue[]) {
    this.issues = issues;
  }
}

const AsError = Issues as unknown as $ZodErrorClass;

const parse = /* @__PURE__ */ _safeParse(AsError);

/**
 * Validates a value of the wire and decodes it; an error of the result has issues alone. None of the schemas may wait.
 * zod's own function, which takes longer, reads what is invalid once more for its issues.
 */
export function safeParse(schema: $ZodType, value: unknown): ReadResult {
  const read = schema._zod.run({ value, issues: [] }, { async: false }) as ParsePayload;
  return read.issues.length === 0 ? { success: true, data: read.value } : parse(schema, value);
}

/** Validates a value and encodes it for the wire; an error of the result has issues alone. */
export const safeEncode: (schema: $ZodType, value: unknown) => ReadResult =
  /* @__PURE__ */ _safeEncode(AsError);
