/**
 * List operations as async iterators.
 *
 * @module
 */
export * from "./page.ts";
export * from "./list_source.ts";
export * from "./paged_list.ts";
export * from "./open_list.ts";
