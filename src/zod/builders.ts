/**
 * The functions of `zod/mini` that generated validators call most, on the classes of zod's core.
 *
 * `zod/mini` gives each class of the core methods such as `parseAsync`, `check` and `clone`, whose code is in every bundle
 * though the client calls none of them: 1 kB after compression. Here a function returns the class of the core itself.
 * Checks are arguments, since `check` is one of those methods.
 *
 * The classes that answers are made of are our own, without what no schema of the specs needs, such as waiting: a page is
 * read in two thirds of the time, and 4 kB less is bundled. A test holds them against zod's.
 */
import * as core from "zod/v4/core";
import { regexes } from "zod/v4/core";
import { Alternatives, Codec, DocumentedObject, LooseObject, OpenSet } from "./_compound_types.ts";
import {
  PatternString,
  PlainArray,
  PlainBigInt,
  PlainBoolean,
  PlainLiteral,
  PlainNull,
  PlainNullable,
  PlainNumber,
  PlainOptional,
  PlainString,
  PlainUnknown,
  SafeInteger,
} from "./_value_types.ts";

type AnySchema = core.$ZodType;
type Check<T = never> = core.$ZodCheck<T>;

/**
 * Makes a schema of a class of zod's. zod's constructors run through the keys of tables and take an enumerable property of `Object.prototype`,
 * which some programs add, for one of them; so it is none until they are done.
 */
function make<Def, Made>(constructor: new (def: Def) => Made, def: Def): Made {
  const inherited = Object.keys(Object.prototype);
  if (inherited.length === 0) return new constructor(def);
  const show = (enumerable: boolean): void =>
    inherited.forEach((key) => Reflect.defineProperty(Object.prototype, key, { enumerable }));
  show(false);
  try {
    return new constructor(def);
  } finally {
    show(true);
  }
}

export function string(...checks: Check<string>[]): core.$ZodString {
  return new PlainString({ type: "string", checks });
}

export function pattern(source: RegExp): core.$ZodStringFormat {
  const format = { check: "string_format", format: "regex", pattern: source } as const;
  return new PatternString({ type: "string", ...format });
}

export function number(...checks: Check<number>[]): core.$ZodNumber {
  return new PlainNumber({ type: "number", checks });
}

export function int(...checks: Check<number>[]): core.$ZodNumberFormat {
  const format = { check: "number_format", format: "safeint", abort: false } as const;
  return new SafeInteger({ type: "number", ...format, checks });
}

export function boolean(): AnySchema {
  return new PlainBoolean({ type: "boolean" });
}

export function bigint(): core.$ZodBigInt {
  return new PlainBigInt({ type: "bigint" });
}

export function unknown(): AnySchema {
  return new PlainUnknown({ type: "unknown" });
}

export function never(): AnySchema {
  return make(core.$ZodNever, { type: "never" });
}

function nothing(): AnySchema {
  return new PlainNull({ type: "null" });
}

export function literal(...values: core.util.Literal[]): AnySchema {
  return new PlainLiteral({ type: "literal", values });
}

function oneOf(values: readonly string[]): AnySchema {
  return literal(...values);
}

export function array(element: AnySchema, ...checks: Check[]): AnySchema {
  return new PlainArray({ type: "array", element, checks });
}

export function object(shape: core.$ZodShape): core.$ZodObject {
  return make(DocumentedObject, { type: "object", shape });
}

export function looseObject(shape: core.$ZodShape): core.$ZodObject {
  return new LooseObject({ type: "object", shape, catchall: unknown() });
}

export function strictObject(shape: core.$ZodShape): core.$ZodObject {
  return make(core.$ZodObject, { type: "object", shape, catchall: never() });
}

export function catchall(shape: core.$ZodShape, others: AnySchema): core.$ZodObject {
  return make(core.$ZodObject, { type: "object", shape, catchall: others });
}

export function union(options: readonly AnySchema[]): AnySchema {
  return new Alternatives({ type: "union", options });
}

export function optional(innerType: AnySchema): AnySchema {
  return new PlainOptional({ type: "optional", innerType });
}

export function nullable(innerType: AnySchema): AnySchema {
  return new PlainNullable({ type: "nullable", innerType });
}

export function nullish(innerType: AnySchema): AnySchema {
  return optional(nullable(innerType));
}

/** A value that follows `schema`; those of them that are known. */
export function openSet(known: readonly core.util.Literal[], schema: AnySchema): AnySchema {
  return new OpenSet({ type: "custom", innerType: schema, known: literal(...known) });
}

export function regex(source: RegExp): Check<string> {
  return make(core.$ZodCheckRegex, { check: "string_format", format: "regex", pattern: source });
}

/** Definition and issues are those of `$ZodCheckLessThan`. */
export function lte(value: number): Check<number> {
  const inst = {
    _zod: {
      def: { check: "less_than", value, inclusive: true },
      traits: new Set(["$ZodCheckLessThan", "$ZodCheck"]),
      onattach: [],
      check({ value: input, issues }: core.ParsePayload<number>) {
        if (input <= value) return;
        const issue = {
          code: "too_big",
          origin: "number",
          maximum: value,
          inclusive: true,
        } as const;
        issues.push({ ...issue, input, inst, continue: true });
      },
    },
  };
  return inst;
}

interface Directions<Wire, Value> {
  readonly decode: (wire: Wire, payload: core.ParsePayload) => Value;
  readonly encode: (value: Value) => Wire;
}

export function codec<Wire, Value>(
  wire: core.$ZodType<Wire>,
  value: core.$ZodType<Value>,
  { decode, encode }: Directions<Wire, Value>,
): core.$ZodType<Value, Wire> {
  const directions = { transform: decode as never, reverseTransform: encode as never };
  return new Codec({ type: "pipe", in: wire, out: value, ...directions }) as never;
}

/** A schema of any kind with further checks. */
export function checked(schema: AnySchema, ...checks: Check[]): AnySchema {
  const { def } = schema._zod;
  return core.clone(schema, { ...def, checks: [...(def.checks ?? []), ...checks] });
}

export { nothing as null, oneOf as enum };

const TIME =
  /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:z|([+-])([01]\d|2[0-3]):([0-5]\d))$/i;

/** Tells whether `text` is a time of RFC 3339, with its offset. A leap second is the last of a day of UTC. */
export function isTime(text: string): boolean {
  const [, hour, minute, second, sign, ...offset] = TIME.exec(text) ?? [];
  if (second !== "60") return second !== undefined;
  const local = minutes(hour, minute);
  const ahead = sign ? minutes(...offset) : 0;
  return (local + (sign === "-" ? ahead : -ahead) + 1) % 1440 === 0;
}

/** Tells whether `text` is a date and time of RFC 3339. */
export function isDateTime(text: string): boolean {
  const [date = "", time = "", ...more] = text.split(/t/i);
  return more.length === 0 && regexes.date.test(date) && isTime(time);
}

function minutes(hour?: string, minute?: string): number {
  return Number(hour) * 60 + Number(minute);
}
