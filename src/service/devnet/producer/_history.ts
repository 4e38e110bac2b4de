import { type Segment, SEGMENTS } from "../../../chains/mod.ts";
import { FIRST_SEGMENTS } from "../../../generated/segments.gen.ts";
import {
  accountOf,
  chooseValidator,
  completeBlock,
  createGenesis,
  draftBlock,
  type ProducedBlock,
  validatorsOf,
  WorkingState,
} from "../../chain/ledger/mod.ts";
import { StateTree } from "../../chain/state_tree/mod.ts";
import type { Traffic } from "../traffic/mod.ts";

/** Options of a history. */
interface HistoryOptions {
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
  /** Fills the blocks; afterwards it has the state of the last block. */
  readonly traffic: Traffic;
  /** Aborted to end with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called with the height of each block. */
  readonly onHistory?: ((height: number) => void) | undefined;
}

/** Genesis and the blocks on top of it, filled with traffic, in order. The whole chain state is in memory meanwhile. */
export async function* createHistory(options: HistoryOptions): AsyncGenerator<ProducedBlock> {
  const { segment, seed, blocks, traffic, signal } = options;
  const { chain } = SEGMENTS[segment];
  const tree = new StateTree();
  let last = await createGenesis({ ...options, timestamp: timeOf(options, 0) });
  tree.update(last.changes);
  const founded = new Map(last.changes.map(({ key, value }) => [key, value]));
  // Values stay decoded from one block to the next.
  const whole = new WorkingState((key) => founded.get(key));
  yield last;
  for (let height = 1; height <= blocks; height++) {
    await nextTurn();
    signal?.throwIfAborted();
    options.onHistory?.(height);
    traffic.signAhead(height, blocks);
    const state = whole.fork();
    const transactions = await traffic.create({
      height,
      count: segment === FIRST_SEGMENTS[chain] ? [1, 3] : [1, 2],
      nonceOf: (address) => accountOf(state, address).nonce,
      isSpent: () => false,
      state,
      isHistory: true,
    });
    const draft = draftBlock({
      chain,
      parent: last.block,
      transactions,
      validator: chooseValidator({ segment, seed, height, validators: validatorsOf(state) }),
      timestamp: timeOf(options, height),
      state,
    });
    last = completeBlock(draft, tree.update(draft.changes));
    whole.merge(state);
    traffic.follow(transactions, last);
    yield last;
  }
}

/** Lets the process do what waits, such as requests for chains that are open. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

function timeOf({ end, blocks, blockTime }: HistoryOptions, height: number): number {
  return Math.max(0, Math.floor(end - (blocks - height) * blockTime));
}
