/**
 * List operations as async iterators.
 *
 * @module
 */
export * from "./create_list.ts";
export * from "./page.ts";
export * from "./paged_list.ts";
