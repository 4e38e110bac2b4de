/**
 * The way of a request from any adapter: match, trace, inject a fault, identify and charge, find the chain, handle.
 *
 * @module
 */
export { createPipeline, refuseRequest } from "./pipeline.ts";
export { isSocketPath } from "./router.ts";
