import { $constructor, $ZodType } from "zod/v4/core";
import type * as core from "zod/v4/core";

/** An array whose items are read one after another. zod's own class carries what schemas need that wait. Issues are its. */
export const PlainArray: new (def: core.$ZodArrayDef) => core.$ZodArray =
  /* @__PURE__ */ $constructor("$ZodArray", (inst: core.$ZodArray, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, context) => {
      const input = payload.value;
      if (!Array.isArray(input)) {
        payload.issues.push({ code: "invalid_type", expected: "array", input, inst });
        return payload;
      }
      const output: unknown[] = [];
      for (const [index, value] of input.entries()) {
        const read = def.element._zod.run({ value, issues: [] }, context) as core.ParsePayload;
        output.push(read.value);
        for (const issue of read.issues) {
          payload.issues.push({ ...issue, path: [index, ...(issue.path ?? [])] });
        }
      }
      payload.value = output;
      return payload;
    };
  });
