/**
 * Validation of arguments and responses by the generated validators. The only module of the client that knows zod's
 * errors.
 *
 * @module
 */
export type * from "./calls.ts";
export * from "./check_option.ts";
export * from "./validate_value.ts";
export * from "./encode_arguments.ts";
export * from "./find_mismatch.ts";
export * from "./show_value.ts";
