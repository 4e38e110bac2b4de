import type {
  $ZodIssue,
  $ZodObjectDef,
  $ZodRawIssue,
  $ZodType,
  ParseContextInternal,
  ParsePayload,
} from "zod/v4/core";

/** A run that compares a value with the specs: it takes no more than they say. */
export interface ComparingContext extends ParseContextInternal {
  readonly compares?: boolean;
}

/** The result of reading a value: its data, or issues. */
type ReadResult =
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

/** Compares a value of the wire with its schema: a field or a value that the specs do not have is an issue too. */
export function safeCompare(schema: $ZodType, value: unknown): ReadResult {
  return read(schema, value, { async: false, compares: true });
}

/** The schema of a field of an object; undefined if it has none of that name. */
export function fieldOf(schema: $ZodType | undefined, name: string): $ZodType | undefined {
  const { shape } = (schema?._zod.def ?? {}) as Partial<$ZodObjectDef>;
  return shape?.[name];
}

function read(schema: $ZodType, from: unknown, context: ComparingContext): ReadResult {
  const { value, issues } = schema._zod.run({ value: from, issues: [] }, context) as ParsePayload;
  if (issues.length === 0) return { success: true, data: value };
  return { success: false, error: { issues: issues.map(finishIssue) } };
}

/** An issue as zod's errors hold it; there is no other message, since messages are written from what else it says. */
export function finishIssue(raw: $ZodRawIssue): $ZodIssue {
  const { inst: _, continue: __, input: ___, path = [], ...issue } = raw;
  return { ...issue, path, message: "Invalid input" };
}
