import type { Plugins } from "@hey-api/openapi-ts";
import { AMOUNT_FORMAT } from "../../specs/formats.ts";
import { EXTENSION } from "../../specs/layer.ts";

type Resolvers = Plugins.HeyApiTypeScript.Resolvers;
type ArrayContext = Parameters<NonNullable<Resolvers["array"]>>[0];
type ObjectContext = Parameters<NonNullable<Resolvers["object"]>>[0];
type NumberContext = Parameters<NonNullable<Resolvers["number"]>>[0];
type StringContext = Parameters<NonNullable<Resolvers["string"]>>[0];
type UnionContext = Parameters<NonNullable<Resolvers["union"]>>[0];
type AnyContext = ArrayContext | ObjectContext | UnionContext;
type Walk = ObjectContext["walk"];
type Schema = Parameters<Walk>[0];
type Result = ReturnType<Walk>;

/** Types of the client: amounts are `bigint`, open sets take other values, extensions are `Undocumented`. */
export const DECODED_TYPES: Resolvers = {
  array: (context) => context.nodes.base({ ...context, walk: markedWalk(context) }),
  object: (context) => context.nodes.base({ ...context, walk: markedWalk(context) }),
  number: openSet,
  string: resolveString,
  union: resolveUnion,
};

function resolveString(context: StringContext) {
  return context.schema.format === AMOUNT_FORMAT ? context.$.type("bigint") : openSet(context);
}

/** The known values of a set that may grow, and any other of its type. */
function openSet({ schema, $ }: NumberContext | StringContext) {
  const known = schema["x-extensible-enum"];
  if (!Array.isArray(known)) return undefined;
  const isText = schema.type === "string";
  const any = $.type.and($.type(isText ? "string" : "number"), $.type.object());
  const values = known.map((value) => $.type.literal(isText ? String(value) : Number(value)));
  return $.type.or(...values, any);
}

function resolveUnion(context: UnionContext) {
  const { childResults, schemas, nodes } = context;
  const marked = childResults.map((result, index) => markIf(schemas[index], result, context));
  return nodes.base({ ...context, childResults: marked });
}

function markedWalk(context: ArrayContext | ObjectContext): Walk {
  return (schema, at) => markIf(schema, context.walk(schema, at), context);
}

/** Names the type of an extension; null is shown as it is. */
function markIf(schema: Schema | undefined, result: Result, { $, plugin }: AnyContext): Result {
  if (!schema?.[EXTENSION] || schema.type === "null") return result;
  const undocumented = plugin.symbolOnce("Undocumented", {
    external: "../units/mod.ts",
    importKind: "named",
    kind: "type",
  });
  return { ...result, type: $.type(undocumented).generic(result.type) };
}
