export * from "./handle_rest.ts";
export type { KeyRequestContext } from "./request_key.ts";
