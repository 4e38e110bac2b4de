import { $constructor, $ZodObject, $ZodType } from "zod/v4/core";
import type * as core from "zod/v4/core";

/** A run that compares a value with the specs: it takes no more than they say. */
export interface ComparingContext extends core.ParseContextInternal {
  readonly compares?: boolean;
}

type Payload = core.ParsePayload;

/** An object whose further fields are left out, or refused where it is compared. Else it is a `$ZodObject`. */
export const DocumentedObject: new (def: core.$ZodObjectDef) => $ZodObject =
  /* @__PURE__ */ $constructor("DocumentedObject", (inst: $ZodObject, def) => {
    $ZodObject.init(inst, def);
    const parse = inst._zod.parse.bind(inst._zod);
    inst._zod.parse = (payload, context: ComparingContext) => {
      const input = payload.value as Readonly<Record<string, unknown>>;
      const read = parse(payload, context) as Payload;
      // What is no object is left as it is.
      if (!context.compares || read.value === input) return read;
      const keys = Object.keys(input).filter((key) => !Object.hasOwn(def.shape, key));
      if (keys.length > 0) read.issues.push({ code: "unrecognized_keys", keys, input, inst });
      return read;
    };
  });

/** Definition of an open set: the schema of all its values, and that of those known. */
interface OpenSetDef extends core.$ZodTypeDef {
  readonly innerType: core.$ZodType;
  readonly known: core.$ZodType;
}

/** A value of a set that may grow; one that is not known is refused where it is compared. */
export const OpenSet: new (def: OpenSetDef) => $ZodType = /* @__PURE__ */ $constructor(
  "OpenSet",
  (inst: $ZodType, def: OpenSetDef) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, context: ComparingContext) => {
      const schema = context.compares ? def.known : def.innerType;
      return schema._zod.run(payload, context);
    };
  },
);
