/**
 * The words that the engines have each their own of. In all other statements `{}.` stands for the schema, where there is
 * one, and `$1` for the first value.
 */
export interface Dialect {
  /** Height of the head; -1 in an empty store. */
  readonly height: string;
  /** Transactions in all blocks. */
  readonly transactions: string;
  /** The newest number that was given to an event, or may not be given any more; 0 before the first. */
  readonly lastEvent: string;
  /** A condition: a column has one of the values of an array. */
  readonly among: (column: string, values: string, type: "text" | "bytes") => string;
  /** The texts of an array as rows of one column. */
  readonly texts: (values: string, name: string, column: string) => string;
  /** Bytes as hex, without `0x`. */
  readonly hex: (column: string) => string;
  /** The smaller one of two numbers. */
  readonly least: (one: string, other: string) => string;
}
