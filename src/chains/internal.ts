/**
 * Headers by which client and service tell each other the segment and heights of a chain. No entry of the package.
 *
 * @module
 */
export { CHAIN_HEIGHT, CHAIN_SEGMENT, LEAST_HEIGHT } from "./resolve_endpoints.ts";
