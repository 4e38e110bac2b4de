export * from "./answers.ts";
export * from "./handle_rest.ts";
export { type KeyRequestContext, operationsOf, revisionTag } from "./_operations.ts";
