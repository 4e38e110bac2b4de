/**
 * How the arguments of operations are told apart, for what takes options behind them. No entry of the package.
 *
 * @module
 */
export { cutArguments } from "./read_arguments.ts";
