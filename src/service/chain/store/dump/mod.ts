/**
 * A chain as lines of JSON: written block by block from a store, and replayed into an empty one.
 *
 * Line 1 is a header: format, version, what the chain was started from, and how much follows. A line for each block
 * follows, with its header and the bytes of its transactions, then a line for each pending transaction. The last line
 * holds the number of the lines before it and the SHA-256 of their bytes, line ends included.
 *
 * @module
 */
export * from "./dump_store.ts";
export * from "./load_store.ts";
