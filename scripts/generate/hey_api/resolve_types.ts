import type { Plugins } from "@hey-api/openapi-ts";
import { AMOUNT_FORMAT } from "../../specs/formats.ts";

type Resolvers = Plugins.HeyApiTypeScript.Resolvers;
type Context<Kind extends "enum" | "number" | "string"> = Parameters<
  NonNullable<Resolvers[Kind]>
>[0];

/** Decoded types: amounts are `bigint`, and sets that may grow take other values. */
export const DECODED_TYPES: Resolvers = {
  enum: openSet,
  number: openSet,
  string: (context) =>
    context.schema.format === AMOUNT_FORMAT ? context.$.type("bigint") : openSet(context),
};

/** The known values of a set that may grow, and any other of its type. */
function openSet({ schema, $ }: Context<"enum" | "number" | "string">) {
  const known = schema["x-extensible-enum"];
  if (!Array.isArray(known)) return undefined;
  const isText = typeof known[0] === "string";
  const any = $.type.and($.type(isText ? "string" : "number"), $.type.object());
  const values = known.map((value) => $.type.literal(isText ? String(value) : Number(value)));
  return $.type.or(...values, any);
}
