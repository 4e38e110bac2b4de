/**
 * List operations as async iterators.
 *
 * @module
 */
export * from "./shift.ts";
export * from "./list_options.ts";
export * from "./list_source.ts";
export * from "./list_walk.ts";
export * from "./open_list.ts";
export * from "./page.ts";
export * from "./paged_list.ts";
