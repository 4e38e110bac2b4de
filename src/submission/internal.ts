/**
 * Tells a refusal of a submission from a failure. No entry of the package.
 *
 * @module
 */
export { isRefusalError } from "./send_raw_transaction.ts";
