export * from "./handle_rest.ts";
export { COUNTED_LIMITS, type KeyRequestContext } from "./request_key.ts";
export * from "./envelope.ts";
