/** Comparison of a value with a schema, for the command line. */
export { compareValue } from "./compare_value.ts";
