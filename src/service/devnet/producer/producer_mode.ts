/**
 * Triggers of a devnet's blocks:
 *
 * - `interval`: one every block time, empty or not.
 * - `manual`: only `produceBlock`.
 * - `on-submit`: one after each accepted submission, with all submissions accepted meanwhile; never an empty one.
 */
export const PRODUCER_MODES = ["interval", "manual", "on-submit"] as const;

/** Trigger of a devnet's blocks. */
export type ProducerMode = (typeof PRODUCER_MODES)[number];

/**
 * Milliseconds from an accepted submission to its block in mode `on-submit`. Submissions accepted within that time
 * share the block.
 */
export const ON_SUBMIT_DELAY = 2;
