/**
 * List operations as async iterators.
 *
 * @module
 */
export type * from "./list_source.ts";
export { openList } from "./open_list.ts";
export type * from "./page.ts";
export * from "./paged_list.ts";
