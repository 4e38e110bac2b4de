/**
 * The full check of a store: what its carrier finds, and every hash worked out again.
 *
 * @module
 */
export * from "./check_store.ts";
