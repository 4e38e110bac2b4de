/**
 * The chain that the examples of the specs are taken from, the same for everyone.
 *
 * @module
 */
export * from "./example_chain.ts";
export * from "./play_examples.ts";
