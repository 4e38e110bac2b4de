import type * as mini from "zod/mini";
import { Kind, refuse, refuseKind } from "./_kind.ts";

/** Values of a JavaScript type. */
function typed(type: "string" | "boolean" | "bigint"): never {
  return new Kind({
    def: { type },
    run: (payload) => (typeof payload.value === type ? payload : refuseKind(payload, type)),
  }) as never;
}

/** Text. */
export const string: typeof mini.string = () => typed("string");

/** True or false. */
export const boolean: typeof mini.boolean = () => typed("boolean");

/** A `bigint`. */
export const bigint: typeof mini.bigint = () => typed("bigint");

/** A finite number. */
export const number: typeof mini.number = () =>
  new Kind({
    def: { type: "number" },
    run: (payload) => (Number.isFinite(payload.value) ? payload : refuseKind(payload, "number")),
  }) as never;

/** An integer that a number holds exactly. */
export const int: typeof mini.int = () =>
  new Kind({
    def: { type: "number" },
    run(payload) {
      const { value } = payload;
      if (Number.isSafeInteger(value)) return payload;
      if (!Number.isFinite(value)) return refuseKind(payload, "number");
      if (!Number.isInteger(value)) return refuseKind(payload, "int");
      const maximum = Number.MAX_SAFE_INTEGER;
      const bound =
        (value as number) > 0
          ? { code: "too_big", maximum }
          : { code: "too_small", minimum: -maximum };
      return refuse(payload, { ...bound, origin: "int", continue: true });
    },
  }) as never;

/** Any value. */
export const unknown: typeof mini.unknown = () =>
  new Kind({ def: { type: "unknown" }, run: (payload) => payload }) as never;

/** One of a few values. */
function oneOf(type: string, list: readonly unknown[]): never {
  const values = new Set(list);
  return new Kind({
    def: { type },
    values,
    run: (payload) =>
      values.has(payload.value)
        ? payload
        : refuse(payload, { code: "invalid_value", values: list }),
  }) as never;
}

/** A value of its own. */
export const literal: typeof mini.literal = (value: unknown) => oneOf("literal", [value].flat());

/** One of the texts of a list. */
export const enumOf = ((values: readonly string[]) => oneOf("enum", values)) as typeof mini.enum;

/** Null. */
export const nullOf: typeof mini.null = () =>
  new Kind({
    def: { type: "null" },
    values: new Set([null]),
    run: (payload) => (payload.value === null ? payload : refuseKind(payload, "null")),
  }) as never;
