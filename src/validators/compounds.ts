import type * as mini from "zod/mini";
import { isObject, type Payload, type RunContext } from "../validation/mod.ts";
import { Kind, type Part, refuse, refuseKind, runPart } from "./_kind.ts";

type Shape = Readonly<Record<string, Part>>;

/** An object with known fields; others are kept as they are. */
export const looseObject = ((shape: Shape) => {
  // A schema that contains itself stands in a getter, so fields are read when a value comes.
  let fields: readonly (readonly [string, Part])[] | undefined;
  return new Kind({
    def: { type: "object", shape },
    get propValues() {
      const known = Object.entries(shape).flatMap(([name, { _zod }]) =>
        _zod.values ? [[name, _zod.values]] : [],
      );
      return Object.fromEntries(known);
    },
    run(payload, context) {
      const { value } = payload;
      if (!isObject(value)) return refuseKind(payload, "object");
      const read: Record<string, unknown> = {};
      for (const [name, part] of (fields ??= Object.entries(shape))) {
        readField(value, name, part, read, payload, context);
      }
      for (const name in value) {
        if (!Object.hasOwn(shape, name) && name !== "__proto__") read[name] = value[name];
      }
      payload.value = read;
      return payload;
    },
  });
}) as never as typeof mini.looseObject;

/** A field that may be absent stays so. */
function readField(
  value: Readonly<Record<string, unknown>>,
  name: string,
  part: Part,
  read: Record<string, unknown>,
  payload: Payload,
  context: RunContext,
): void {
  const { optin, optout } = part._zod;
  const isAbsent = !(name in value);
  if (isAbsent && optin && optout) return;
  const before = payload.issues.length;
  const field = runPart(part, value[name], name, payload, context);
  if (payload.issues.length > before) return;
  if (isAbsent && !optin) {
    refuse(payload, { code: "invalid_type", expected: "nonoptional", path: [name] });
  } else read[name] = field;
}

/** A list. */
export const array = ((element: Part) =>
  new Kind({
    def: { type: "array" },
    run(payload, context) {
      const { value } = payload;
      if (!Array.isArray(value)) return refuseKind(payload, "array");
      payload.value = value.map((item, index) => runPart(element, item, index, payload, context));
      return payload;
    },
  })) as never as typeof mini.array;

/** An object of values by names that it does not know. */
export const record = ((key: Part, item: Part) =>
  new Kind({
    def: { type: "record" },
    run(payload, context) {
      const { value } = payload;
      if (!isObject(value)) return refuseKind(payload, "record");
      const read: Record<string, unknown> = {};
      for (const name of Object.keys(value)) {
        if (name === "__proto__") continue;
        runPart(key, name, name, payload, context);
        read[name] = runPart(item, value[name], name, payload, context);
      }
      payload.value = read;
      return payload;
    },
  })) as never as typeof mini.record;

/** A value of the first of several kinds that fits. */
export const union = ((options: readonly Part[]) =>
  new Kind({
    def: { type: "union" },
    run(payload, context) {
      const results: Payload[] = [];
      for (const { _zod } of options) {
        const result = _zod.run({ value: payload.value, issues: [] }, context);
        if (result.issues.length === 0) return result;
        results.push(result);
      }
      // Of the right kind and refused by a check: that is said alone.
      const [near, ...others] = results.filter((result) => !isAborted(result));
      if (near && others.length === 0) return near;
      return refuse(payload, {
        code: "invalid_union",
        errors: results.map(({ issues }) => issues.map((issue) => ({ path: [], ...issue }))),
      });
    },
  })) as never as typeof mini.union;

function isAborted({ aborted, issues }: Payload): boolean {
  return aborted === true || issues.some((issue) => issue.continue !== true);
}

/** A value that may be absent. */
export const optional = ((inner: Part) =>
  new Kind({
    def: { type: "optional" },
    optin: "optional",
    optout: "optional",
    get values() {
      const { values } = inner._zod;
      return values && new Set([...values, undefined]);
    },
    run: (payload, context) =>
      payload.value === undefined ? payload : inner._zod.run(payload, context),
  })) as never as typeof mini.optional;

/** A value that may be null. */
export const nullable = ((inner: Part) =>
  new Kind({
    def: { type: "nullable" },
    get optin() {
      return inner._zod.optin;
    },
    get optout() {
      return inner._zod.optout;
    },
    get values() {
      const { values } = inner._zod;
      return values && new Set([...values, null]);
    },
    run: (payload, context) =>
      payload.value === null ? payload : inner._zod.run(payload, context),
  })) as never as typeof mini.nullable;

/** A value that may be absent or null. */
export const nullish = ((inner: never) =>
  optional(nullable(inner))) as never as typeof mini.nullish;

interface Change {
  decode(value: unknown, payload: Payload): unknown;
  encode(value: unknown, payload: Payload): unknown;
}

/** A value that stands for another on the wire. */
export const codec = ((wire: Part, value: Part, { decode, encode }: Change) =>
  new Kind({
    def: { type: "pipe" },
    run(payload, context) {
      const isEncoding = context.direction === "backward";
      const [first, last] = isEncoding ? [value, wire] : [wire, value];
      const result = first._zod.run(payload, context);
      if (result.issues.length === 0) {
        result.value = (isEncoding ? encode : decode)(result.value, result);
        if (result.issues.length === 0) return last._zod.run(result, context);
      }
      result.aborted = true;
      return result;
    },
  })) as never as typeof mini.codec;
