/**
 * Validation of arguments and responses by the generated validators, whose issues have the shape of zod's.
 *
 * @module
 */
export * from "./check_name.ts";
export * from "./decode_value.ts";
export * from "./describe_issue.ts";
export * from "./encode_arguments.ts";
export * from "./encode_value.ts";
export * from "./expectations.ts";
export * from "./is_object.ts";
export * from "./run_validator.ts";
export * from "./show_value.ts";
export * from "./validator.ts";
export * from "./value_fault.ts";
