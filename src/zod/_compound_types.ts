import type * as core from "zod/v4/core";
import { $constructor, $ZodObject } from "zod/v4/core";
import { type Fits, fitsOf, type Internals, schemaClass } from "./_schema_class.ts";
import { type ComparingContext, finishIssue } from "./read.ts";

interface Field {
  readonly key: string;
  readonly schema: Internals;
  readonly fits: Fits | undefined;
}

type Properties = Record<string, unknown>;

/**
 * An object whose further properties are kept. zod's own class builds it property by property, which is most of the time
 * that a page takes; here a copy is made at once, and a property is written again only where its schema changes it.
 * Definition and issues are those of `$ZodObject`. Nothing waits: its schemas must not either.
 */
export const LooseObject: new (def: core.$ZodObjectDef) => core.$ZodObject =
  /* @__PURE__ */ schemaClass("$ZodObject", (inst: core.$ZodObject, def) => {
    Object.defineProperty(inst._zod, "propValues", { get: () => valuesByKey(objectFields(def)) });
    let fields: readonly Field[] | undefined;
    inst._zod.parse = (payload, context) => {
      const input = payload.value;
      if (typeof input !== "object" || input === null || Array.isArray(input)) {
        payload.issues.push({ code: "invalid_type", expected: "object", input, inst });
        return payload;
      }
      fields ??= objectFields(def);
      const output: Properties = { ...input };
      if (Object.hasOwn(output, "__proto__")) delete output.__proto__;
      payload.value = output;
      let own = emptyPayload();
      for (const { key, schema, fits } of fields) {
        const copied = output[key];
        if (copied !== undefined && fits?.(copied)) continue;
        const value = (input as Properties)[key];
        const isAbsent = value === undefined && !(key in input);
        if (isAbsent && schema.optin === "optional") continue;
        // One payload serves all fields that are read without an issue; what is read of an object may leave more in it.
        if (typeof value === "object") own = emptyPayload();
        own.value = value;
        const read = schema.run(own, context) as core.ParsePayload;
        if (read.value !== output[key]) output[key] = read.value;
        if (isAbsent || own.issues.length > 0 || read.issues.length > 0) {
          addIssues(payload, key, isAbsent && schema.optin === undefined, read);
          own = emptyPayload();
        }
      }
      return payload;
    };
  });

function objectFields({ shape }: core.$ZodObjectDef): Field[] {
  return Object.entries(shape).map(([key, schema]) => ({
    key,
    schema: schema._zod,
    fits: fitsOf(schema),
  }));
}

/** Known values by property, by which alternatives are told apart. */
function valuesByKey(fields: readonly Field[]): core.util.PropValues {
  const known = fields.filter(({ schema: { values } }) => values);
  return Object.fromEntries(
    known.map(({ key, schema: { values = [], optin } }) => [
      key,
      new Set(optin ? [...values, undefined] : values),
    ]),
  );
}

function emptyPayload(): core.ParsePayload {
  return { value: undefined, issues: [] };
}

/** Adds the issues of a field to those of its object. */
function addIssues(
  payload: core.ParsePayload,
  key: string,
  isMissing: boolean,
  { value: input, issues }: core.ParsePayload,
): void {
  for (const issue of issues) {
    payload.issues.push({ ...issue, path: [key, ...(issue.path ?? [])] });
  }
  if (isMissing && issues.length === 0) {
    payload.issues.push({ code: "invalid_type", expected: "nonoptional", input, path: [key] });
  }
}

/** An object whose further fields are left out, or refused where it is compared. Else it is a `$ZodObject`. */
export const DocumentedObject: new (def: core.$ZodObjectDef) => $ZodObject =
  /* @__PURE__ */ $constructor("DocumentedObject", (inst: $ZodObject, def) => {
    $ZodObject.init(inst, def);
    const parse = inst._zod.parse.bind(inst._zod);
    inst._zod.parse = (payload, context: ComparingContext) => {
      const input = payload.value as Readonly<Record<string, unknown>>;
      const read = parse(payload, context) as core.ParsePayload;
      // A value that is no object stays as it is.
      if (!context.compares || read.value === input) return read;
      const keys = Object.keys(input).filter((key) => !Object.hasOwn(def.shape, key));
      if (keys.length > 0) read.issues.push({ code: "unrecognized_keys", keys, input, inst });
      return read;
    };
  });

/**
 * A value that follows one of several schemas, the first that takes it. None of them waits. Definition and issues are those
 * of `$ZodUnion`.
 */
export const Alternatives: new (def: core.$ZodUnionDef) => core.$ZodUnion =
  /* @__PURE__ */ schemaClass("$ZodUnion", (inst: core.$ZodUnion, def) => {
    const options = def.options.map((option) => option._zod);
    Object.defineProperties(inst._zod, {
      optin: { get: () => optinOf(options.map(({ optin }) => optin)) },
      optout: { get: () => options.find(({ optout }) => optout === "optional")?.optout },
      values: { get: () => allValues(options.map(({ values }) => values)) },
    });
    inst._zod.parse = (payload, context) => {
      const reads: core.ParsePayload[] = [];
      for (const option of options) {
        const read = option.run({ value: payload.value, issues: [] }, context) as core.ParsePayload;
        if (read.issues.length === 0) return read;
        reads.push(read);
      }
      const [closest, ...others] = reads.filter(isClose);
      if (closest && others.length === 0) return closest;
      const errors = reads.map(({ issues }) => issues.map(finishIssue));
      payload.issues.push({ code: "invalid_union", input: payload.value, inst, errors });
      return payload;
    };
    const tests = def.options.map(fitsOf);
    if (tests.includes(undefined)) return undefined;
    return (value) => tests.some((fits) => fits?.(value));
  });

function optinOf(all: readonly unknown[]): "defaulted" | "optional" | undefined {
  if (all.includes("defaulted")) return "defaulted";
  return all.some((optin) => optin !== undefined) ? "optional" : undefined;
}

function allValues(
  all: readonly (core.util.PrimitiveSet | undefined)[],
): core.util.PrimitiveSet | undefined {
  if (!all.every((values) => values !== undefined)) return undefined;
  return new Set(all.flatMap((values) => [...values]));
}

/** Only a check failed, after which the value is still of the type. */
function isClose({ aborted = false, issues }: core.ParsePayload): boolean {
  return !aborted && issues.every((issue) => issue.continue === true);
}

/** A value that is decoded and encoded by functions, none of which waits. Definition and issues are those of `$ZodCodec`. */
export const Codec: new (def: core.$ZodCodecDef) => core.$ZodCodec = /* @__PURE__ */ schemaClass(
  "$ZodCodec",
  (inst: core.$ZodCodec, def) => {
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

/** Definition of an open set: the schema of all its values, and that of those known. */
interface OpenSetDef extends core.$ZodTypeDef {
  readonly innerType: core.$ZodType;
  readonly known: core.$ZodType;
}

/** A value of a set that may grow; one that is not known is refused where it is compared. */
export const OpenSet: new (def: OpenSetDef) => core.$ZodType = /* @__PURE__ */ schemaClass(
  "OpenSet",
  (inst: core.$ZodType, def: OpenSetDef) => {
    inst._zod.parse = (payload, context: ComparingContext) => {
      const schema = context.compares ? def.known : def.innerType;
      return schema._zod.run(payload, context);
    };
  },
);
