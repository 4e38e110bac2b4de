/**
 * List operations as async iterators.
 *
 * @module
 */
export type { ListId, ListOptions, ListSource } from "./list_source.ts";
export { openList } from "./open_list.ts";
export type { Page, PageInfo, Shift } from "./page.ts";
export { type ListWalk, PagedList } from "./paged_list.ts";
