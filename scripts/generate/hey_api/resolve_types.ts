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

/** Types of the service: as on the wire. */
export const WIRE_TYPES: Resolvers = {};

/** Types of the client: amounts are `bigint`, open sets take other values, extensions are `Undocumented`. */
export const DECODED_TYPES: Resolvers = {
  array: (context) => context.nodes.base({ ...context, walk: markedWalk(context) }),
  object: (context) => context.nodes.base({ ...context, walk: markedWalk(context) }),
  number: resolveNumber,
  string: resolveString,
  union: resolveUnion,
};

function resolveString({ schema, $ }: StringContext) {
  if (schema.format === AMOUNT_FORMAT) return $.type("bigint");
  const known = schema["x-extensible-enum"];
  if (!Array.isArray(known)) return undefined;
  const anyString = $.type.and($.type("string"), $.type.object());
  return $.type.or(...known.map((value) => $.type.literal(String(value))), anyString);
}

function resolveNumber({ schema, $ }: NumberContext) {
  const known = schema["x-extensible-enum"];
  if (!Array.isArray(known)) return undefined;
  const anyNumber = $.type.and($.type("number"), $.type.object());
  return $.type.or(...known.map((value) => $.type.literal(Number(value))), anyNumber);
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
