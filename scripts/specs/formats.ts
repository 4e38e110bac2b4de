/** Format of an amount: a decimal integer in a string on the wire, a `bigint` in the client. */
export const AMOUNT_FORMAT = "decimal-integer";
