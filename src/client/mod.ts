/**
 * One object per chain selection.
 *
 * @module
 */
export type * from "./client.ts";
export * from "./create_client.ts";
