/**
 * Both specs in one shape, read once for the rules and all emitters.
 *
 * @module
 */
export type * from "./model.ts";
export { deprecationOf } from "./read_calls.ts";
export * from "./read_model.ts";
