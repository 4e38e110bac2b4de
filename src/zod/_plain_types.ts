import { $constructor } from "zod/v4/core";
import type * as core from "zod/v4/core";
import { beginType } from "./_begin_type.ts";

/** A schema class: its instances are made of a definition. */
type ClassOf<Schema extends core.$ZodType> = new (def: Schema["_zod"]["def"]) => Schema;

type Values = ReadonlySet<core.util.Primitive>;

/** A class of values of one type, which never coerces. */
function typed<Schema extends core.$ZodType>(
  name: string,
  expected: core.$ZodIssueInvalidType["expected"],
  isOfType: (value: unknown) => boolean,
  values?: Values,
): ClassOf<Schema> {
  return $constructor<core.$ZodType>(name, (inst, def) => {
    beginType(inst, def);
    if (values) inst._zod.values = values as core.util.PrimitiveSet;
    inst._zod.parse = (payload) => {
      const input = payload.value;
      if (!isOfType(input)) payload.issues.push({ code: "invalid_type", expected, input, inst });
      return payload;
    };
  }) as never;
}

export const PlainString: ClassOf<core.$ZodString> = /* @__PURE__ */ typed(
  "$ZodString",
  "string",
  (value) => typeof value === "string",
);

export const PlainNumber: ClassOf<core.$ZodNumber> = /* @__PURE__ */ typed(
  "$ZodNumber",
  "number",
  Number.isFinite,
);

export const PlainBoolean: ClassOf<core.$ZodBoolean> = /* @__PURE__ */ typed(
  "$ZodBoolean",
  "boolean",
  (value) => typeof value === "boolean",
);

export const PlainBigInt: ClassOf<core.$ZodBigInt> = /* @__PURE__ */ typed(
  "$ZodBigInt",
  "bigint",
  (value) => typeof value === "bigint",
);

export const PlainNull: ClassOf<core.$ZodNull> = /* @__PURE__ */ typed(
  "$ZodNull",
  "null",
  (value) => value === null,
  /* @__PURE__ */ new Set([null]),
);

export const PlainUnknown: ClassOf<core.$ZodUnknown> = /* @__PURE__ */ typed(
  "$ZodUnknown",
  "unknown",
  () => true,
);

export const PlainLiteral: ClassOf<core.$ZodLiteral> = /* @__PURE__ */ $constructor(
  "$ZodLiteral",
  (inst: core.$ZodLiteral, def) => {
    beginType(inst, def);
    const values = new Set<unknown>(def.values);
    inst._zod.values = values as never;
    inst._zod.parse = (payload) => {
      const input = payload.value;
      if (!values.has(input)) {
        payload.issues.push({ code: "invalid_value", values: def.values, input, inst });
      }
      return payload;
    };
  },
);

/** An array whose items are read one after another. zod's own class carries what schemas need that wait. Issues are its. */
export const PlainArray: new (def: core.$ZodArrayDef) => core.$ZodArray =
  /* @__PURE__ */ $constructor("$ZodArray", (inst: core.$ZodArray, def) => {
    beginType(inst, def);
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

/** A class whose schemas take one more value than another schema does. */
function extended<Schema extends core.$ZodOptional | core.$ZodNullable>(
  name: string,
  extra: undefined | null,
  init: (inst: Schema, inner: core.$ZodType["_zod"]) => void,
): ClassOf<Schema> {
  return $constructor<Schema>(name, (inst, def) => {
    beginType(inst, def);
    const inner = def.innerType._zod;
    init(inst, inner);
    const values = (): Values | undefined => inner.values && new Set([...inner.values, extra]);
    Object.defineProperty(inst._zod, "values", { get: values });
    inst._zod.parse = (payload, context) =>
      payload.value === extra ? payload : inner.run(payload, context);
  });
}

export const PlainOptional: ClassOf<core.$ZodOptional> = /* @__PURE__ */ extended(
  "$ZodOptional",
  undefined,
  (inst) => Object.assign(inst._zod, { optin: "optional", optout: "optional" }),
);

export const PlainNullable: ClassOf<core.$ZodNullable> = /* @__PURE__ */ extended(
  "$ZodNullable",
  null,
  (inst, inner) =>
    Object.defineProperties(inst._zod, {
      optin: { get: () => inner.optin },
      optout: { get: () => inner.optout },
    }),
);
