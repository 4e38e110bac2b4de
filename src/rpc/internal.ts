/**
 * Calls as the transport sends them. No entry of the package.
 *
 * @module
 */
export { methodCall, paramsOf } from "./wire.ts";
