/**
 * The options of the service: a row for each, from which it is checked, its default filled in, `serve` gets its flag and
 * the guide its table. Loads nothing of the service.
 *
 * @module
 */
export * from "./chain_options.ts";
export * from "./listen_options.ts";
export * from "./rows.ts";
export * from "./service_options.ts";
export { bytes, callback, choiceOf, text, tierName, trueOrFalse, wholeNumber } from "./values.ts";
