import type * as core from "zod/v4/core";
import { $constructor } from "zod/v4/core";

type Payload = core.ParsePayload;

/**
 * Begins a schema of a class of our own: it parses a value, then runs the checks of its definition. zod's own beginning
 * carries what schemas need that wait, and those that other libraries read, which `alphadelta/schemas` wraps in zod's.
 */
export function beginType(inst: core.$ZodType, def: core.$ZodTypeDef): void {
  const internals = inst._zod;
  internals.traits.add("$ZodType");
  internals.def = def;
  internals.bag = {};
  const { checks = [] } = def;
  for (const check of checks) for (const attach of check._zod.onattach) attach(inst);
  const parse = (payload: Payload, context: core.ParseContextInternal): Payload =>
    internals.parse(payload, context) as Payload;
  if (checks.length === 0) {
    // oxlint-disable-next-line typescript/unbound-method -- each class sets a function that needs no `this`
    (internals.deferred ??= []).push(() => (internals.run = internals.parse));
    return;
  }
  internals.run = (payload, context) => {
    if (context.skipChecks) return parse(payload, context);
    if (context.direction !== "backward") return withChecks(parse(payload, context), checks);
    // Checks are of the value, and so come before it is encoded; a value of another type has none.
    const trial = { value: payload.value, issues: [] };
    const read = parse(trial, { ...context, skipChecks: true });
    if (isAborted(read)) return Object.assign(read, { aborted: true });
    return parse(withChecks(payload, checks), context);
  };
}

function withChecks(payload: Payload, checks: readonly core.$ZodCheck[]): Payload {
  for (const { _zod: check } of checks) {
    const { when } = check.def;
    if (when ? isRefused(payload) || !when(payload) : isAborted(payload)) continue;
    void check.check(payload as never);
  }
  return payload;
}

function isAborted({ aborted = false, issues }: Payload): boolean {
  return aborted || issues.some((issue) => issue.continue !== true);
}

function isRefused({ aborted = false, issues }: Payload): boolean {
  return aborted || issues.some((issue) => issue.continue === false);
}

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
