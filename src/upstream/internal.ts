/**
 * Parts of a gateway. No entry of the package.
 *
 * @module
 */
export * from "./answer_store.ts";
export * from "./answers.ts";
export * from "./follow.ts";
export * from "./pool.ts";
