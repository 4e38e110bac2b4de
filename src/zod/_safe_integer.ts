import { $constructor } from "zod/v4/core";
import type * as core from "zod/v4/core";
import { beginType } from "./_begin_type.ts";

/**
 * An integer that a number holds exactly. zod runs such a format as a check, in a loop that takes longer than the check;
 * here the schema looks for itself. Definition and issues are those of `z.int()`.
 */
export const SafeInteger: new (def: core.$ZodNumberFormatDef) => core.$ZodNumberFormat =
  /* @__PURE__ */ $constructor("$ZodNumberFormat", (inst: core.$ZodNumberFormat, def) => {
    beginType(inst, def);
    inst._zod.traits.add("$ZodCheck");
    inst._zod.parse = (payload) => {
      const input = payload.value;
      if (!Number.isSafeInteger(input)) payload.issues.push({ ...issueOf(input), inst });
      return payload;
    };
  });

function issueOf(input: unknown): core.$ZodRawIssue {
  if (!Number.isInteger(input)) {
    return { code: "invalid_type", expected: Number.isFinite(input) ? "int" : "number", input };
  }
  return (input as number) > 0
    ? { code: "too_big", maximum: Number.MAX_SAFE_INTEGER, origin: "int", continue: true, input }
    : { code: "too_small", minimum: Number.MIN_SAFE_INTEGER, origin: "int", continue: true, input };
}
