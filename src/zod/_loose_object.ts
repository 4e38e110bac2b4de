import { $constructor } from "zod/v4/core";
import type * as core from "zod/v4/core";
import { beginType } from "./_begin_type.ts";

type Internals = core.$ZodType["_zod"];

interface Field {
  readonly key: string;
  readonly schema: Internals;
}

type Properties = Record<string, unknown>;

/**
 * An object whose further properties are kept. zod's own class builds it property by property, which is most of the time
 * that a page takes; here a copy is made at once, and a property is written again only where its schema changes it.
 * Definition and issues are those of `$ZodObject`. Nothing waits: its schemas must not either.
 */
export const LooseObject: new (def: core.$ZodObjectDef) => core.$ZodObject =
  /* @__PURE__ */ $constructor("$ZodObject", (inst: core.$ZodObject, def) => {
    beginType(inst, def);
    Object.defineProperty(inst._zod, "propValues", { get: () => valuesOf(fieldsOf(def)) });
    let fields: readonly Field[] | undefined;
    inst._zod.parse = (payload, context) => {
      const input = payload.value;
      if (typeof input !== "object" || input === null || Array.isArray(input)) {
        payload.issues.push({ code: "invalid_type", expected: "object", input, inst });
        return payload;
      }
      fields ??= fieldsOf(def);
      const output: Properties = { ...input };
      if (Object.hasOwn(output, "__proto__")) delete output.__proto__;
      payload.value = output;
      let own = emptyPayload();
      for (const { key, schema } of fields) {
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

function fieldsOf({ shape }: core.$ZodObjectDef): Field[] {
  return Object.entries(shape).map(([key, schema]) => ({ key, schema: schema._zod }));
}

/** Known values by property, by which alternatives are told apart. */
function valuesOf(fields: readonly Field[]): core.util.PropValues {
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
