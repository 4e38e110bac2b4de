import type * as core from "zod/v4/core";
import {
  type ClassOf,
  type Fits,
  fitsOf,
  leafClass,
  type LeafIssue,
  schemaClass,
} from "./_schema_class.ts";

type Values = ReadonlySet<core.util.Primitive>;

/** A class of values of one type, which never coerces. */
function typed<Schema extends core.$ZodType>(
  name: string,
  expected: core.$ZodIssueInvalidType["expected"],
  fits: Fits,
  values?: Values,
): ClassOf<Schema> {
  return leafClass<core.$ZodType>(name, (inst) => {
    if (values) inst._zod.values = values as core.util.PrimitiveSet;
    return { fits, issueOf: () => ({ code: "invalid_type", expected }) };
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

export const PlainLiteral: ClassOf<core.$ZodLiteral> = /* @__PURE__ */ leafClass(
  "$ZodLiteral",
  (inst: core.$ZodLiteral, def) => {
    const values = new Set<unknown>(def.values);
    inst._zod.values = values as never;
    const issueOf = () => ({ code: "invalid_value", values: def.values }) as const;
    return { fits: (value) => values.has(value), issueOf };
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
    const fits = fitsOf(def.innerType);
    init(inst as never, inner);
    const values = (): Values | undefined => inner.values && new Set([...inner.values, extra]);
    Object.defineProperty(inst._zod, "values", { get: values });
    inst._zod.parse = (payload, context) =>
      payload.value === extra ? payload : inner.run(payload, context);
    return fits && ((value) => value === extra || fits(value));
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

/** A string of a pattern. Issues are those of `z.regex()`. */
export const PatternString: new (def: core.$ZodStringFormatDef) => core.$ZodStringFormat =
  /* @__PURE__ */ leafClass("$ZodStringFormat", (inst: core.$ZodStringFormat, def) => {
    inst._zod.traits.add("$ZodCheck");
    const { pattern = /(?:)/ } = def;
    inst._zod.pattern = pattern;
    const wrong = { code: "invalid_format", format: "regex", pattern: `${pattern}` } as const;
    return {
      fits: (value) => typeof value === "string" && pattern.test(value),
      issueOf: (input) =>
        typeof input === "string"
          ? { ...wrong, origin: "string" }
          : { code: "invalid_type", expected: "string" },
    };
  });

/**
 * An integer that a number holds exactly. zod runs such a format as a check, in a loop that takes longer than the check.
 * Definition and issues are those of `z.int()`.
 */
export const SafeInteger: new (def: core.$ZodNumberFormatDef) => core.$ZodNumberFormat =
  /* @__PURE__ */ leafClass("$ZodNumberFormat", (inst: core.$ZodNumberFormat) => {
    inst._zod.traits.add("$ZodCheck");
    return { fits: Number.isSafeInteger, issueOf: integerIssue };
  });

function integerIssue(input: unknown): LeafIssue {
  if (!Number.isInteger(input)) {
    return { code: "invalid_type", expected: Number.isFinite(input) ? "int" : "number" };
  }
  return (input as number) > 0
    ? { code: "too_big", maximum: Number.MAX_SAFE_INTEGER, origin: "int", continue: true }
    : { code: "too_small", minimum: Number.MIN_SAFE_INTEGER, origin: "int", continue: true };
}
