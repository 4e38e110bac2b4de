/**
 * Seeded traffic: transactions of the devnet's own accounts, in the history and while it runs.
 *
 * @module
 */
export * from "./traffic.ts";
