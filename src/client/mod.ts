/**
 * One object per chain selection.
 *
 * @module
 */
export * from "./client.ts";
export * from "./create_client.ts";
