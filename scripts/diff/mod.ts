/**
 * The changes between two versions of the specs.
 *
 * @module
 */
export * from "./base_specs.ts";
export * from "./change.ts";
export * from "./compare_specs.ts";
