/**
 * When a devnet makes blocks by itself, each name a way:
 *
 * - `interval`: one every block time, empty or not.
 * - `manual`: none; `produceBlock` alone makes them.
 * - `on-submit`: one right after a submission was accepted, with all that was accepted meanwhile; never an empty one.
 */
export const PRODUCER_MODES = ["interval", "manual", "on-submit"] as const;

/** One of the ways in which a devnet makes blocks by itself. */
export type ProducerMode = (typeof PRODUCER_MODES)[number];

/**
 * Milliseconds from an accepted submission to its block where blocks come on submission. What is accepted within that
 * time shares the block.
 */
export const ON_SUBMIT_DELAY = 2;
