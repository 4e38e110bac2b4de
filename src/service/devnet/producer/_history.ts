import { type Segment, SEGMENTS } from "../../../chains/mod.ts";
import { FIRST_SEGMENTS } from "../../../generated/segments.gen.ts";
import {
  ACCOUNT,
  chooseValidator,
  completeBlock,
  createGenesis,
  draftBlock,
  type ProducedBlock,
  readValidators,
  WorkingState,
} from "../../chain/ledger/mod.ts";
import { StateTree } from "../../chain/state_tree/mod.ts";
import type { Traffic } from "../traffic/mod.ts";

/** Options of a history. */
export interface HistoryOptions {
  readonly segment: Segment;
  readonly seed: number;
  /** Dev accounts to fund. */
  readonly accounts: number;
  /** Blocks on top of genesis. */
  readonly blocks: number;
  /** Seconds between blocks. */
  readonly blockTime: number;
  /** Time of the last block, in Unix seconds. */
  readonly end: number;
  /** Fills the blocks; it is left as the last block leaves it. */
  readonly traffic: Traffic;
  /** Aborted to end with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Genesis and the blocks on top of it, full of traffic, in order. All of it is held in memory while it is made. */
export async function* createHistory(options: HistoryOptions): AsyncGenerator<ProducedBlock> {
  const { segment, seed, blocks, traffic, signal } = options;
  const { chain } = SEGMENTS[segment];
  const values = new Map<string, string>();
  const tree = new StateTree();
  let last = await createGenesis({ ...options, timestamp: timeOf(options, 0) });
  absorb(values, last);
  tree.update(last.changes);
  yield last;
  for (let height = 1; height <= blocks; height++) {
    signal?.throwIfAborted();
    const state = new WorkingState((key) => values.get(key));
    const transactions = await traffic.create({
      height,
      count: segment === FIRST_SEGMENTS[chain] ? [1, 3] : [1, 2],
      nonceOf: (address) => state.get(ACCOUNT, address)?.nonce ?? 0,
      isSpent: () => false,
      state,
      isHistory: true,
    });
    const draft = draftBlock({
      chain,
      parent: last.block,
      transactions,
      validator: chooseValidator({ segment, seed, height, validators: readValidators(state) }),
      timestamp: timeOf(options, height),
      state,
    });
    last = completeBlock(draft, tree.update(draft.changes));
    absorb(values, last);
    traffic.follow(transactions, last);
    yield last;
  }
}

function timeOf({ end, blocks, blockTime }: HistoryOptions, height: number): number {
  return Math.max(0, Math.floor(end - (blocks - height) * blockTime));
}

function absorb(values: Map<string, string>, { changes }: ProducedBlock): void {
  for (const { key, value } of changes) {
    if (value === undefined) values.delete(key);
    else values.set(key, value);
  }
}
