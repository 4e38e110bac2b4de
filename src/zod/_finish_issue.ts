import type * as core from "zod/v4/core";

/** An issue as zod's errors hold it; there is no other message, since messages are written from what else it says. */
export function finishIssue(raw: core.$ZodRawIssue): core.$ZodIssue {
  const { inst: _, continue: __, input: ___, path = [], ...issue } = raw;
  return { ...issue, path, message: "Invalid input" };
}
