import {
  type LedgerBlock,
  type ExecutedTransaction,
  NO_HASH,
  type ProducedBlock,
} from "../ledger/mod.ts";
import type { TreeNode } from "../state_tree/mod.ts";
import type { EventDraft } from "./event_log.ts";
import { formatExtra } from "./_rows.ts";
import type { Render } from "./store.ts";
import type { RowOf } from "./_tables.ts";

/** The properties of the store from which the rows of new blocks follow. */
export interface Base {
  readonly head: Pick<LedgerBlock, "height" | "hash"> | undefined;
  /** Transactions in all blocks. */
  readonly transactions: number;
  /** The highest id of a name; 0 without any. */
  readonly lastName: number;
  /** The highest number of a state change; 0 without any. */
  readonly lastState: number;
  /** Known ids of the names in the transactions; a plan adds new ids. */
  readonly ids: Map<string, number>;
}

/** The rows of blocks by table. The database derives the rows of lists and accounts; the blocks carry the state tree. */
interface BlockPlan {
  readonly block: RowOf<"block">[];
  readonly tx: RowOf<"tx">[];
  readonly name: RowOf<"name">[];
  readonly state: RowOf<"state">[];
}

/**
 * Plans the rows of blocks on top of the head.
 *
 * @throws {RangeError} If a block does not follow its parent.
 */
export function planBlocks(
  blocks: readonly ProducedBlock[],
  base: Base,
  render: Render,
): BlockPlan {
  const plan: BlockPlan = { block: [], tx: [], name: [], state: [] };
  let parent = base.head;
  for (const produced of blocks) {
    checkFollows(parent, produced.block);
    parent = produced.block;
    plan.block.push(planBlock(produced, base, plan, render));
    for (const transaction of produced.executed) planTransaction(transaction, base, plan, render);
    for (const { key, value } of produced.changes) {
      const seq = base.lastState + plan.state.length + 1;
      plan.state.push({ seq, key, height: produced.block.height, value });
    }
  }
  return plan;
}

function checkFollows(head: Base["head"], block: LedgerBlock): void {
  const height = head ? head.height + 1 : 0;
  const parentHash = head ? head.hash : NO_HASH;
  if (block.height === height && block.parentHash === parentHash) return;
  throw new RangeError(
    `Cannot apply block ${block.height} with the parent ${block.parentHash}: the next block has height ${height} and the parent ${parentHash}`,
  );
}

/**
 * Checks that a store has no blocks.
 *
 * @throws {RangeError} If it has blocks.
 */
export function checkEmpty(height: number | undefined): void {
  if (height === undefined || height < 0) return;
  throw new RangeError(
    `Cannot fill the store: it must be empty, and it has blocks up to ${height}`,
  );
}

function planBlock(
  { block, executed }: ProducedBlock,
  base: Base,
  plan: BlockPlan,
  render: Render,
): RowOf<"block"> {
  return {
    height: block.height,
    body: render.block(block),
    summary: render.blockSummary(block),
    hash: block.hash,
    parent_hash: block.parentHash,
    timestamp: block.timestamp,
    validator: block.validator,
    state_root: block.stateRoot,
    transactions_root: block.transactionsRoot,
    receipts_root: block.receiptsRoot,
    gas_used: block.gasUsed.toString(),
    gas_limit: block.gasLimit.toString(),
    tx_count: executed.length,
    first_tx: base.transactions + plan.tx.length,
    first_name: base.lastName + plan.name.length + 1,
    first_state: base.lastState + plan.state.length + 1,
  };
}

/** Plans the row of a transaction, and of its names that are new. */
function planTransaction(
  transaction: ExecutedTransaction,
  { ids, transactions, lastName }: Base,
  plan: BlockPlan,
  render: Render,
): void {
  const idOf = (text: string): number => {
    const known = ids.get(text);
    if (known !== undefined) return known;
    const id = lastName + plan.name.length + 1;
    plan.name.push({ id, text });
    ids.set(text, id);
    return id;
  };
  const seq = transactions + plan.tx.length;
  const type = idOf(transaction.type);
  const sender = idOf(transaction.from);
  const receiver = idOf(transaction.to);
  plan.tx.push({
    seq,
    body: render.transaction(transaction),
    hash: transaction.hash,
    height: transaction.blockHeight,
    type,
    sender,
    receiver,
    value: transaction.value.toString(),
    nonce: transaction.nonce,
    gas_price: transaction.gasPrice.toString(),
    gas_limit: transaction.gasLimit.toString(),
    gas_used: transaction.gasUsed.toString(),
    status: transaction.status,
    extra: formatExtra(transaction),
    raw: transaction.raw,
  });
}

/**
 * The events of blocks on top of the head.
 *
 * @param before Reads a state value below the blocks.
 */
export function blockEvents(
  blocks: readonly ProducedBlock[],
  { events }: Render,
  before: (key: string) => string | undefined,
): EventDraft[] {
  if (!events) return [];
  const changed = new Map<string, string | undefined>();
  return blocks.flatMap((block) => {
    const drafts = events.block(block, (key) =>
      changed.has(key) ? changed.get(key) : before(key),
    );
    for (const { key, value } of block.changes) changed.set(key, value);
    return drafts;
  });
}

/** The last branch under each path, split into branches to write and paths to remove. */
export function planTree(nodes: Iterable<TreeNode>): {
  readonly put: RowOf<"tree_node">[];
  readonly removed: string[];
} {
  const last = new Map<string, string | undefined>();
  for (const { path, text } of nodes) last.set(path, text);
  const put: RowOf<"tree_node">[] = [];
  const removed: string[] = [];
  for (const [path, text] of last) {
    if (text === undefined) removed.push(path);
    else put.push({ path, bytes: `0x${text}` });
  }
  return { put, removed };
}
