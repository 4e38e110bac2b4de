/**
 * REST: one handler per operation, grouped as in the documents, between the table of operations and the envelope.
 *
 * @module
 */
export * from "./counted_limits.ts";
export { answerFault, answerUnchanged, type Meta } from "./envelope.ts";
export * from "./handle_rest.ts";
export type { KeyDesk } from "./keys.ts";
export { verbsAt } from "./match_route.ts";
export * from "./rest_fault.ts";
export { contentTag, matchesTag } from "./tags.ts";
