/**
 * The part of zod that generated validators are made of, and that reads with them. What a spec needs beyond the functions
 * of `builders.ts` is that of `zod/mini`, which takes their schemas too.
 *
 * @module
 */
export * from "zod/mini";
export {
  array,
  bigint,
  boolean,
  catchall,
  checked,
  codec,
  enum,
  int,
  literal,
  looseObject,
  lte,
  never,
  null,
  nullable,
  nullish,
  number,
  object,
  openSet,
  optional,
  pattern,
  regex,
  strictObject,
  string,
  union,
  unknown,
  isDateTime,
  isTime,
} from "./builders.ts";
export { AMOUNT_PATTERN, amountCodec, amountOf } from "./amount.ts";
export { fieldOf, safeCompare, safeEncode, safeParse } from "./read.ts";
export { type Schema, schemaOf } from "./schema.ts";
export { type Fits, fitsOf } from "./_schema_class.ts";
