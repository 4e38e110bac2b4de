import type { Plugins } from "@hey-api/openapi-ts";
import { isObject } from "../../specs/json.ts";
import {
  AMOUNT_FORMAT,
  AMOUNT_PATTERN,
  NUMBER_FORMATS,
  STANDARD_FORMATS,
} from "../../specs/formats.ts";
import { OPEN, OTHER_TYPES } from "../../specs/layer.ts";
import { DISCRIMINATOR, ITEM_BOUNDS, MULTIPLE } from "./run_hey_api.ts";

type Resolvers = Plugins.Zod.Resolvers;
type Context<Kind extends "array" | "number" | "object" | "string" | "union"> = Parameters<
  NonNullable<Resolvers[Kind]>
>[0];
type ObjectContext = Context<"object">;
type Walk = ObjectContext["walk"];
type Chain = ReturnType<Walk>["chain"];

/** Validators of the client: they decode amounts, keep unknown fields, and admit other shapes of extensions. */
export const DECODING_VALIDATORS: Resolvers = {
  array: resolveArray,
  number: numberOf,
  object: (context) => resolveObject(context, "looseObject"),
  string: (context) => stringOf(context, true),
  union: resolveUnion,
};

/** Validators of the wire: for the service, and to compare answers with the specs. */
export const WIRE_VALIDATORS: Resolvers = {
  array: resolveArray,
  number: (context) => openSet(context, numberOf(context)),
  object: (context) => resolveObject(context, "object"),
  string: (context) => openSet(context, stringOf(context, false)),
  union: resolveUnion,
};

type Values = Readonly<Record<string, unknown>>;

type Writer = Pick<ObjectContext, "$" | "plugin">;

/** A call of the function `name` of `src/zod`. */
function call({ $, plugin }: Writer, name: string, ...args: Parameters<Chain["call"]>): Chain {
  return $(plugin.imports.z)
    .attr(name)
    .call(...args);
}

/** Calls of the checks that have a value. */
function callsOf(context: Writer, checks: Values): Chain[] {
  const present = Object.entries(checks).filter(([, value]) => value !== undefined);
  return present.map(([name, value]) => call(context, name, context.$.fromValue(value)));
}

/** The schema of the function `name`, which may take checks itself. */
function made(context: Writer, name: string, checks: Chain[]): Chain {
  const takesChecks = ["string", "int", "number"].includes(name);
  return takesChecks
    ? call(context, name, ...checks)
    : checked(context, call(context, name), checks);
}

function checked(context: Writer, chain: Chain, checks: Chain[]): Chain {
  return checks.length === 0 ? chain : call(context, "checked", chain, ...checks);
}

/** Names the known values of a set that may grow. */
function openSet(
  context: Context<"number" | "string">,
  chain: Chain | undefined,
): Chain | undefined {
  const known = context.schema["x-extensible-enum"];
  if (!chain || !Array.isArray(known)) return chain;
  return call(context, "openSet", context.$.fromValue(known), chain);
}

function resolveArray(context: Context<"array">): Chain {
  const bounds = context.schema[ITEM_BOUNDS];
  const { minItems, maxItems } = (isObject(bounds) ? bounds : {}) as Values;
  const checks = callsOf(context, { minLength: minItems, maxLength: maxItems });
  return checked(context, context.nodes.base(context), checks);
}

function numberOf(context: Context<"number">): Chain | undefined {
  const { schema } = context;
  if (schema.const !== undefined) return undefined;
  const name =
    NUMBER_FORMATS[schema.format ?? ""] ?? (schema.type === "integer" ? "int" : "number");
  const checks = callsOf(context, {
    gte: schema.minimum,
    gt: schema.exclusiveMinimum,
    lte: schema.maximum,
    lt: schema.exclusiveMaximum,
    multipleOf: schema[MULTIPLE],
  });
  return made(context, name, checks);
}

function stringOf(context: Context<"string">, decodes: boolean): Chain | undefined {
  const { $, plugin, schema } = context;
  if (schema.const !== undefined) return undefined;
  const { format = "", pattern, minLength, maxLength } = schema;
  const isAmount = format === AMOUNT_FORMAT;
  const isPlain = pattern === AMOUNT_PATTERN && (minLength ?? maxLength) === undefined;
  if (isAmount && decodes && isPlain) return $($(plugin.imports.z).attr("amountCodec"));

  const patterns = [...new Set([pattern, isAmount ? AMOUNT_PATTERN : undefined])].filter(
    (source) => source !== undefined,
  );
  const ofName = standardFormat(context, format);
  // A text that is too long is not matched, which may take as long as it is.
  const ends = patterns.length === 0 ? [] : [$.fromValue({ abort: true })];
  const most = maxLength === undefined ? [] : [$.literal(maxLength), ...ends];
  const checks = [
    ...callsOf(context, { minLength }),
    ...(most.length > 0 ? [call(context, "maxLength", ...most)] : []),
    ...patterns.map((source) => call(context, "regex", expressionOf(context, source))),
  ];
  const [only] = patterns;
  const isPattern = only !== undefined && checks.length === 1 && !ofName;
  if (isPattern) return call(context, "pattern", expressionOf(context, only));
  const text = ofName ? checked(context, ofName, checks) : made(context, "string", checks);
  return isAmount && decodes ? call(context, "amountOf", text) : text;
}

/** A string of a format of the standard; undefined for others. */
function standardFormat(context: Writer, format: string): Chain | undefined {
  const { $, plugin } = context;
  const test = STANDARD_FORMATS[format];
  if (test === undefined) return undefined;
  const how =
    typeof test === "string" ? expressionOf(context, test) : $(plugin.imports.z).attr(test.name);
  return call(context, "stringFormat", $.literal(format), how);
}

/** `pattern` as a literal on one line. */
function expressionOf({ $ }: Writer, pattern: string): ReturnType<Writer["$"]["regexp"]> {
  return $.regexp(new RegExp(pattern, "u").source, flagsOf(pattern));
}

/** The flag u, by which the specs are read, where a pattern means something else without it. */
function flagsOf(pattern: string): "u" | undefined {
  // Two backslashes are one in the text, and escape nothing.
  const escapes = pattern.replaceAll("\\\\", "");
  return /[^ -~]|\\[DPSWpu]|\[\^|(?<!\\)\./.test(escapes) ? "u" : undefined;
}

/** An object, by the function `named` where the schema says nothing of other fields. */
function resolveObject(context: ObjectContext, named: "looseObject" | "object"): Chain {
  const { nodes, schema } = context;
  const inner = { ...context, walk: openWalk(context) };
  const chain = objectOf(inner, nodes.shape(inner), named);
  return schema[OPEN] ? admitAny(context, chain, schema[OPEN]) : chain;
}

function objectOf(
  context: ObjectContext,
  shape: ReturnType<ObjectContext["nodes"]["shape"]>,
  named: string,
): Chain {
  const others = context.schema.additionalProperties || undefined;
  if (others?.type === "never") return call(context, "strictObject", shape);
  if (!others || others.type === "unknown")
    return call(context, others ? "looseObject" : named, shape);
  const { properties: _, ...schema } = context.schema;
  const other = context.nodes.additionalProperties({ ...context, schema });
  return other ? call(context, "catchall", shape, other) : call(context, "object", shape);
}

/** Opens properties that are extensions. */
function openWalk(context: ObjectContext): Walk {
  return (schema, at) => {
    const result = context.walk(schema, at);
    const isOpenItself = schema.type === "object";
    if (!schema[OPEN] || isOpenItself) return result;
    return { ...result, chain: admitAny(context, result.chain, schema[OPEN]) };
  };
}

/** Admits any value. Where `parts` is `any` it stays as it is; else the amounts of one that is as specified are decoded. */
function admitAny(context: Writer, chain: Chain, parts: unknown): Chain {
  const any = call(context, "unknown");
  if (parts === "any") return any;
  return call(context, "union", context.$.array().pretty().elements(chain, any));
}

/** Admits values of the types that no given alternative speaks for, and asks the property that tells alternatives apart. */
function resolveUnion(context: Context<"union">): Chain | undefined {
  const { $, nodes, childResults, schemas, parentSchema } = context;
  const others = parentSchema[OTHER_TYPES];
  if (!Array.isArray(others)) {
    const property = parentSchema[DISCRIMINATOR];
    if (typeof property !== "string") return undefined;
    const objects = childResults.filter((_, index) => schemas[index]?.type !== "null");
    const chains = objects.map(({ chain }) => chain);
    const alternatives = $.array()
      .pretty()
      .elements(...chains);
    return call(context, "discriminatedUnion", $.literal(property), alternatives);
  }
  const calls: Readonly<Record<string, Chain>> = {
    object: call(context, "looseObject", $.object()),
    array: call(context, "array", call(context, "unknown")),
  };
  const [first] = childResults;
  const added = others.map(String).flatMap((type) => {
    const chain = calls[type] ?? call(context, type);
    return first ? [{ chain, meta: first.meta }] : [];
  });
  return nodes.base({
    ...context,
    childResults: [...childResults, ...added],
    schemas: [...schemas, ...added.map(() => ({}))],
  });
}
