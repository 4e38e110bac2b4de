/**
 * Validation of arguments and responses by the generated validators. The only module of the client that knows zod's
 * errors.
 *
 * @module
 */
export type * from "./calls.ts";
export * from "./check_integer.ts";
export * from "./check_name.ts";
export * from "./check_option.ts";
export * from "./decode_value.ts";
export * from "./describe_issue.ts";
export * from "./encode_arguments.ts";
export * from "./encode_value.ts";
export * from "./expectations.ts";
export * from "./find_mismatch.ts";
export * from "./is_object.ts";
export * from "./reason_of.ts";
export * from "./show_value.ts";
export * from "./validator.ts";
export * from "./value_fault.ts";
