/**
 * Headers by which client and service tell each other heights of a chain. No entry of the package.
 *
 * @module
 */
export { CHAIN_HEIGHT, LEAST_HEIGHT } from "./resolve_endpoints.ts";
