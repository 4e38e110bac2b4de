/**
 * How the arguments of operations are counted, as the client needs it. No entry of the package.
 *
 * @module
 */
export { countArguments } from "./read_arguments.ts";
