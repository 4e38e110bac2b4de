import { $constructor } from "zod/v4/core";
import type * as core from "zod/v4/core";
import { beginType } from "./_begin_type.ts";

/** A value that is decoded and encoded by functions, none of which waits. Definition and issues are those of `$ZodCodec`. */
export const Codec: new (def: core.$ZodCodecDef) => core.$ZodCodec = /* @__PURE__ */ $constructor(
  "$ZodCodec",
  (inst: core.$ZodCodec, def) => {
    beginType(inst, def);
    inst._zod.parse = (payload, context) => {
      const isEncoded = context.direction === "backward";
      const [from, to] = isEncoded ? [def.out, def.in] : [def.in, def.out];
      const convert = isEncoded ? def.reverseTransform : def.transform;
      const read = from._zod.run(payload, context) as core.ParsePayload;
      if (read.issues.length === 0) read.value = convert(read.value, read);
      if (read.issues.length > 0) return Object.assign(read, { aborted: true });
      return to._zod.run(read, context);
    };
  },
);
