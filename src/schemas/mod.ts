/**
 * The validators of the documents' schemas, for values that came by another way than a client: a file, a queue, a
 * webhook. They say what the client's own say: strict where the interface gives a shape, open where it does not; fields that
 * they do not know are kept.
 *
 * Each has the name that the documents give it, and so has the type of what it gives. A bundler takes those that are
 * used. They are validators of `zod/mini`: `z.encode` gives the wire's shape back.
 *
 * @example
 * ```ts
 * import * as schemas from "alphadelta/schemas";
 *
 * const amount: schemas.Amount = schemas.Amount.parse("1000000000000000001");
 * console.log(amount + 1n);
 *
 * const read = schemas.Hash.safeParse("0xnone");
 * if (!read.success) console.log(read.error.issues[0]?.message);
 * ```
 *
 * @module
 */
export * from "../generated/schemas/schemas.gen.ts";
