export * from "./handle_rest.ts";
export type { KeyRequestContext } from "./operations/mod.ts";
export { verbsAt } from "./match_route.ts";
export * from "./envelope.ts";
