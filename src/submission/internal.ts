/**
 * Tells a refusal of a submission from a failure. No entry of the package.
 *
 * @module
 */
export { isRefusal } from "./send_raw_transaction.ts";
