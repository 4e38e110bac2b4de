/**
 * REST: routing, validation, one handler per operation, and the response envelope.
 *
 * @module
 */
export { answerError, answerUnchanged, type Meta } from "./envelope.ts";
export * from "./handle_rest.ts";
export { COUNTED_LIMITS, type KeyRequestContext } from "./operations/mod.ts";
export { verbsAt } from "./match_route.ts";
export * from "./rest_service_error.ts";
export { contentTag, matchesTag } from "./tags.ts";
