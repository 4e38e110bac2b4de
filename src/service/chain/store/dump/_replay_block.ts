import { type Segment, SEGMENTS } from "../../../../chains/mod.ts";
import type { Address, UnixSeconds } from "../../../../units/mod.ts";
import {
  type Block,
  blockKeys,
  type PreparedTransaction,
  produceBlock,
  type ProducedBlock,
  readStateFor,
  VALIDATOR,
} from "../../ledger/mod.ts";
import type { Store } from "../store.ts";

/** State and state tree of the newest block. */
export type ReplayState = Pick<Store, "readState" | "readTreeNodes">;

/** Inputs for making a block again. */
export interface ReplayOptions {
  readonly segment: Segment;
  readonly parent: Block;
  readonly timestamp: UnixSeconds;
  readonly validator: Address;
  readonly transactions: readonly PreparedTransaction[];
}

/**
 * Makes the block on top of a store's head again. What comes out is compared with what was said by the caller.
 *
 * @throws {SyntaxError} If time or validator cannot be those of such a block; the message is the reason alone.
 */
export async function replayBlock(
  store: ReplayState,
  options: ReplayOptions,
): Promise<ProducedBlock> {
  const { segment, parent, timestamp, validator, transactions } = options;
  const { chain } = SEGMENTS[segment];
  if (timestamp < parent.timestamp) {
    throw new SyntaxError(`timestamp is ${timestamp}, the block below has ${parent.timestamp}`);
  }
  const known = VALIDATOR.key(validator);
  if (!(await store.readState([known])).values.has(known)) {
    throw new SyntaxError(
      `validator is ${JSON.stringify(validator)}, which is not a validator of the chain`,
    );
  }
  const block = { chain, parent, transactions, validator, timestamp };
  const state = await readStateFor(
    async (keys) => (await store.readState(keys)).values,
    (read) => blockKeys(block, read),
  );
  return produceBlock({ ...block, state }, (paths) => store.readTreeNodes(paths));
}
