/**
 * Headers by which client and service tell each other the segment and heights of a chain, and paths of the servers. No entry of the package.
 *
 * @module
 */
export { CHAIN_HEIGHT, CHAIN_SEGMENT, LEAST_HEIGHT, serverPathIn } from "./resolve_endpoints.ts";
