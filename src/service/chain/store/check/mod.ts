/**
 * The full check of a store: what the database finds, and every hash computed again.
 *
 * @module
 */
export * from "./check_store.ts";
