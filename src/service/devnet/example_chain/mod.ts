/**
 * The reproducible chain that the examples in the specs are generated from.
 *
 * @module
 */
export * from "./example_chain.ts";
export * from "./play_examples.ts";
