import type { Plugins } from "@hey-api/openapi-ts";
import { AMOUNT_FORMAT } from "../../specs/formats.ts";
import { OPEN, OTHER_TYPES } from "../../specs/layer.ts";

type Resolvers = Plugins.Zod.Resolvers;
type ObjectContext = Parameters<NonNullable<Resolvers["object"]>>[0];
type StringContext = Parameters<NonNullable<Resolvers["string"]>>[0];
type UnionContext = Parameters<NonNullable<Resolvers["union"]>>[0];
type Walk = ObjectContext["walk"];
type Chain = ReturnType<Walk>["chain"];

/** Validators of the service: of the wire's shape. */
export const WIRE_VALIDATORS: Resolvers = {};

/** Validators of the client: they decode amounts, keep unknown fields, and admit other shapes of extensions. */
export const DECODING_VALIDATORS: Resolvers = {
  string: resolveString,
  object: resolveObject,
  union: resolveUnion,
};

function resolveString({ schema, plugin, $ }: StringContext) {
  if (schema.format !== AMOUNT_FORMAT) return undefined;
  return $(plugin.symbolOnce("amountCodec", { external: "./codecs.gen.ts", importKind: "named" }));
}

function resolveObject(context: ObjectContext) {
  const { $, plugin, nodes, schema } = context;
  const { z } = plugin.imports;
  const inner = { ...context, walk: openWalk(context) };
  const others = schema.additionalProperties;
  const object =
    others && others.type ? nodes.base(inner) : $(z).attr("looseObject").call(nodes.shape(inner));
  return schema[OPEN] ? admitAny(context, object) : object;
}

/** Opens properties that are extensions. */
function openWalk(context: ObjectContext): Walk {
  return (schema, at) => {
    const result = context.walk(schema, at);
    const isOpenItself = schema.type === "object";
    if (!schema[OPEN] || isOpenItself) return result;
    return { ...result, chain: admitAny(context, result.chain) };
  };
}

function admitAny({ $, plugin }: ObjectContext, chain: Chain): Chain {
  const { z } = plugin.imports;
  const alternatives = $.array().pretty().elements(chain, $(z).attr("unknown").call());
  return $(z).attr("union").call(alternatives);
}

/** Admits values of the types that no given alternative speaks for. */
function resolveUnion(context: UnionContext) {
  const { $, plugin, nodes, childResults, schemas, parentSchema } = context;
  const others = parentSchema[OTHER_TYPES];
  if (!Array.isArray(others)) return undefined;
  const { z } = plugin.imports;
  const calls: Readonly<Record<string, Chain>> = {
    object: $(z).attr("looseObject").call($.object()),
    array: $(z).attr("array").call($(z).attr("unknown").call()),
  };
  const [first] = childResults;
  const added = others.map(String).flatMap((type) => {
    const chain = calls[type] ?? $(z).attr(type).call();
    return first ? [{ chain, meta: first.meta }] : [];
  });
  return nodes.base({
    ...context,
    childResults: [...childResults, ...added],
    schemas: [...schemas, ...added.map(() => ({}))],
  });
}
