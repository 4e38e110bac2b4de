export { isShared } from "./cache_control.ts";
export * from "./handle_rest.ts";
export { operationsOf, revisionTag } from "./_operations.ts";
export type { KeyRequestContext } from "./request_key.ts";
