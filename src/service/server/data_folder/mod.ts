/**
 * The data folder: the chains and keys that a service opens, and the files they are in.
 *
 * @module
 */
export * from "./backup.ts";
export * from "./chain_file.ts";
export * from "./chains.ts";
export { dataFile, lockFolder } from "./data_file.ts";
export * from "./open_chains.ts";
export * from "./open_store.ts";
