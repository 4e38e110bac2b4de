/**
 * One object per chain selection.
 *
 * @module
 */
export type { Client } from "./client.ts";
export * from "./create_client.ts";
