/**
 * The rules of alpha: records that are spent whole, and what their values add up to.
 *
 * @module
 */
export * from "./create_record.ts";
export * from "./rules.ts";
