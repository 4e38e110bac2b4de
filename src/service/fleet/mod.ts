/**
 * Several processes over one PostgreSQL: of each segment one produces the blocks, and all answer requests.
 *
 * @module
 */
export * from "./migrate_fleet.ts";
export * from "./open_fleet.ts";
export * from "./stored_chain.ts";
