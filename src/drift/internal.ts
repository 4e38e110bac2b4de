/** What the command line compares with itself. */
export { compareValue } from "./compare_value.ts";
