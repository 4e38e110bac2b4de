/**
 * Checks of values, as the generated validators are put together from. Their names are those of zod, which the
 * generator writes; they are a fraction of its size, and know nothing of what the documents do not use.
 *
 * @module
 */
export * from "./amount.ts";
export * from "./bounds.ts";
export * from "./check.ts";
export * from "./compound.ts";
export * from "./plain.ts";
export { oneOf as enum } from "./plain.ts";
export * from "./show_value.ts";
