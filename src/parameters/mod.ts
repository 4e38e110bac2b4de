/**
 * Parameters and bodies as parts of a request. Each generated call names those functions alone that it needs, so that a
 * bundler drops the others.
 *
 * @module
 */
export * from "./body.ts";
export * from "./headers.ts";
export type * from "./operation_call.ts";
export * from "./path.ts";
export * from "./query.ts";
