/**
 * Where blocks come from: the port that the service knows, and the devnet that stands behind it.
 *
 * @module
 */
export * from "./devnet/mod.ts";
export * from "./source.ts";
