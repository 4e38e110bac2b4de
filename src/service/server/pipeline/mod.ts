/**
 * The way of a request from any adapter: match, trace, inject a fault, identify and charge, find the chain, handle.
 *
 * @module
 */
export * from "./pipeline.ts";
export { isSocketPath } from "./router.ts";
export { refuseRequest } from "./trace.ts";
