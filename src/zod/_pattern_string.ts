import { $constructor } from "zod/v4/core";
import type * as core from "zod/v4/core";
import { beginType } from "./_begin_type.ts";

/** A string of a pattern, which the schema tests itself, as `SafeInteger` does. Issues are those of `z.regex()`. */
export const PatternString: new (def: core.$ZodStringFormatDef) => core.$ZodStringFormat =
  /* @__PURE__ */ $constructor("$ZodStringFormat", (inst: core.$ZodStringFormat, def) => {
    beginType(inst, def);
    inst._zod.traits.add("$ZodCheck");
    const { pattern = /(?:)/ } = def;
    inst._zod.pattern = pattern;
    inst._zod.parse = (payload) => {
      const input = payload.value;
      if (typeof input !== "string") {
        payload.issues.push({ code: "invalid_type", expected: "string", input, inst });
      } else if (!pattern.test(input)) {
        payload.issues.push({
          code: "invalid_format",
          format: "regex",
          pattern: `${pattern}`,
          origin: "string",
          input,
          inst,
        });
      }
      return payload;
    };
  });
