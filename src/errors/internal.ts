/**
 * Statuses as the other modules of the client tell them apart. No entry of the package.
 *
 * @module
 */
export { boundText, isLimitStatus, isTransientStatus } from "./alphadelta_error.ts";
