export * from "./handle_rest.ts";
export { COUNTED_LIMITS, type KeyRequestContext } from "./operations/mod.ts";
export * from "./envelope.ts";
