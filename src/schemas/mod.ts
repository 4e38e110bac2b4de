/**
 * The validators of the documents' schemas, for values that came by another way than a client: a file, a queue, a
 * webhook. They are the client's own: strict where the interface gives a shape, open where it does not; fields that they
 * do not know are kept.
 *
 * `BlockSchema` is that of the schema `Block`, whose type is `Block` of `alphadelta`. A bundler takes those that are used.
 * They are validators of `zod/mini`, each of the kind `z.lazy`: `z.encode` gives the wire's shape back.
 *
 * @example
 * ```ts
 * import * as schemas from "alphadelta/schemas";
 *
 * const amount = schemas.AmountSchema.parse("1000000000000000001");
 * console.log(amount + 1n);
 *
 * const read = schemas.HashSchema.safeParse("0xnone");
 * if (!read.success) console.log(read.error.issues[0]?.message);
 * ```
 *
 * @module
 */
export * from "../generated/client/schemas.gen.ts";
export * from "./from_json.ts";
export type { Schema } from "../zod/mod.ts";
