export * from "./handle_rest.ts";
export * from "./store_operations.ts";
export type { KeyRequestContext } from "./request_key.ts";
