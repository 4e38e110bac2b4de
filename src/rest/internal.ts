/**
 * How the arguments of operations are told apart, for what takes options behind them; operations as the transport sends
 * them. No entry of the package.
 *
 * @module
 */
export { cutArguments, operationCall } from "./operation_call.ts";
