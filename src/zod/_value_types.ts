import type * as core from "zod/v4/core";
import { type ClassOf, schemaClass } from "./_schema_class.ts";

type Values = ReadonlySet<core.util.Primitive>;

/** A class of values of one type, which never coerces. */
function typed<Schema extends core.$ZodType>(
  name: string,
  expected: core.$ZodIssueInvalidType["expected"],
  isOfType: (value: unknown) => boolean,
  values?: Values,
): ClassOf<Schema> {
  return schemaClass<core.$ZodType>(name, (inst) => {
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

export const PlainLiteral: ClassOf<core.$ZodLiteral> = /* @__PURE__ */ schemaClass(
  "$ZodLiteral",
  (inst: core.$ZodLiteral, def) => {
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

/** Issues of an array after which no further item is read: nobody reads more, and there may be as many as items. */
const MOST_ISSUES = 100;

/** An array whose items are read one after another. zod's own class carries what schemas need that wait. Issues are its. */
export const PlainArray: new (def: core.$ZodArrayDef) => core.$ZodArray =
  /* @__PURE__ */ schemaClass("$ZodArray", (inst: core.$ZodArray, def) => {
    inst._zod.parse = (payload, context) => {
      const input = payload.value;
      if (!Array.isArray(input)) {
        payload.issues.push({ code: "invalid_type", expected: "array", input, inst });
        return payload;
      }
      const output: unknown[] = [];
      for (const [index, value] of input.entries()) {
        if (payload.issues.length >= MOST_ISSUES) break;
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
  return schemaClass<core.$ZodOptional>(name, (inst, def) => {
    const inner = def.innerType._zod;
    init(inst as never, inner);
    const values = (): Values | undefined => inner.values && new Set([...inner.values, extra]);
    Object.defineProperty(inst._zod, "values", { get: values });
    inst._zod.parse = (payload, context) =>
      payload.value === extra ? payload : inner.run(payload, context);
  }) as never;
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

/** A string of a pattern, which the schema tests itself, as `SafeInteger` does. Issues are those of `z.regex()`. */
export const PatternString: new (def: core.$ZodStringFormatDef) => core.$ZodStringFormat =
  /* @__PURE__ */ schemaClass("$ZodStringFormat", (inst: core.$ZodStringFormat, def) => {
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

/**
 * An integer that a number holds exactly. zod runs such a format as a check, in a loop that takes longer than the check;
 * here the schema looks for itself. Definition and issues are those of `z.int()`.
 */
export const SafeInteger: new (def: core.$ZodNumberFormatDef) => core.$ZodNumberFormat =
  /* @__PURE__ */ schemaClass("$ZodNumberFormat", (inst: core.$ZodNumberFormat) => {
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
