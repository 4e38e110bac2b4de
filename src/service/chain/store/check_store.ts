import type { Segment } from "../../../chains/mod.ts";
import { parseHex } from "../../../units/mod.ts";
import { sha256Hex } from "../../crypto.ts";
import {
  describeTransaction,
  type GenesisState,
  merkleRoot,
  NO_HASH,
  prepareTransaction,
  type ProducedBlock,
  receiptsRoot,
  sealBlock,
} from "../ledger/mod.ts";
import { StateTree } from "../state_tree/mod.ts";
import { readGenesis, refusalOf, replayBlock } from "./_replay.ts";
import type { PendingBytes, Render, Store, StoredBlock } from "./store.ts";

/**
 * Checks a store from its first block to its head: lists and totals, then the hashes of all blocks and transactions,
 * the roots that the headers state, the rendered texts, every signature, and what running the transactions again gives.
 * Gives a sentence for each fault, none for a sound store. Nothing may be written meanwhile.
 *
 * @param segment That of the chain, where it is known.
 */
export async function* checkStore(
  store: Store,
  render: Render,
  segment?: Segment,
): AsyncGenerator<string> {
  yield* store.inspect();
  const genesis = await readGenesis(store);
  if (genesis && segment !== undefined && genesis.segment !== segment)
    yield `The chain is one of ${genesis.segment}, not of ${segment}`;
  const head = (await store.head())?.block.height ?? -1;
  const state = new StateCheck();
  let below: StoredBlock | undefined;
  for (let height = 0; height <= head; height++) {
    try {
      const stored = await store.findBlock(height);
      if (stored) yield* findFaults(store, render, { stored, below, state, genesis });
      else yield `Block ${height} is missing`;
      if (!stored) state.stop();
      below = stored;
    } catch (error) {
      yield `Block ${height} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
      below = undefined;
      state.stop();
    }
  }
  yield* findPendingFaults(store, genesis);
}

async function* findFaults(
  store: Store,
  render: Render,
  {
    state,
    genesis,
    ...parts
  }: Pick<CheckedBlock, "stored" | "below"> & {
    readonly state: StateCheck;
    readonly genesis: GenesisState | undefined;
  },
): AsyncGenerator<string> {
  const { block } = parts.stored;
  const executed = await store.readBlockTransactions(block.height);
  const changes = await store.readChanges(block.height);
  const checked: CheckedBlock = { ...parts, block, executed, changes };
  let isSound = true;
  for (const fault of ownFaults(checked, state)) {
    isSound = false;
    yield fault;
  }
  yield* findRenderingFaults(store, render, checked);
  // What is wrong already is told once.
  if (!isSound || (block.height > 0 && !parts.below)) return;
  if (genesis) yield* replayBlock(store, genesis, checked, parts.below?.block);
  else if (block.height === 0) yield "The store does not say what its chain was started from";
}

/** Faults of a block that show without running it. */
function* ownFaults(checked: CheckedBlock, state: StateCheck): Generator<string> {
  yield* findBlockFaults(checked);
  yield* state.find(checked);
  for (const transaction of checked.executed) yield* findTransactionFaults(transaction);
}

async function* findRenderingFaults(
  store: Store,
  render: Render,
  { stored, block, executed }: CheckedBlock,
): AsyncGenerator<string> {
  const { height } = block;
  const list = { order: "asc", offset: height, limit: 1 } as const;
  const { items } = await store.listBlocks(list);
  if (stored.rendered !== render.block(block) || items !== `[${render.blockSummary(block)}]`) {
    yield `Block ${height} has a rendered body that differs from its fields`;
  }
  for (const transaction of executed) {
    const text = await store.renderTransaction(transaction.hash);
    if (text === render.transaction(transaction)) continue;
    yield `Transaction ${transaction.hash} has a rendered body that differs from its fields`;
  }
}

async function* findPendingFaults(
  store: Store,
  genesis: GenesisState | undefined,
): AsyncGenerator<string> {
  for (const pending of await store.listPending()) {
    const { hash, raw } = pending;
    const faults = [...findTransactionFaults({ hash, raw })];
    yield* faults;
    if (faults.length > 0 || !genesis) continue;
    const refusal = await refusalOf(raw, genesis.segment);
    if (refusal) yield `Transaction ${hash}: ${refusal.reason}`;
  }
}

/** A block as the check reads it, with the one below it where that is there. */
interface CheckedBlock extends Omit<ProducedBlock, "treeNodes"> {
  readonly stored: StoredBlock;
  readonly below: StoredBlock | undefined;
}

/** Header fields of a block that do not follow from its transactions, its own fields and the block below. */
function* findBlockFaults(checked: CheckedBlock): Generator<string> {
  const { stored, block, below, executed } = checked;
  const real: Record<string, string | number | bigint | undefined> = {
    hash: sealBlock(block).hash,
    parentHash: parentHashOf(checked),
    transactionsRoot: merkleRoot(executed.map((transaction) => parseHex(transaction.hash))),
    receiptsRoot: receiptsRoot(executed),
    gasUsed: executed.reduce((sum, { gasUsed }) => sum + gasUsed, 0n),
    txCount: executed.length,
  };
  for (const [name, value] of Object.entries(real)) {
    const found = block[name as keyof typeof block];
    if (value === undefined || found === value) continue;
    yield `Block ${block.height}: ${name} is ${found}, expected ${value}`;
  }
  const total = below && below.totalTransactions + executed.length;
  if (total === undefined || stored.totalTransactions === total) return;
  yield `Block ${block.height}: it counts ${stored.totalTransactions} transactions in all, there are ${total}`;
}

function parentHashOf({ block, below }: CheckedBlock): string | undefined {
  return block.height === 0 ? NO_HASH : below?.block.hash;
}

/** Fields of a transaction that do not follow from its bytes: its hash, or its decoded fields. */
function* findTransactionFaults(transaction: PendingBytes): Generator<string> {
  const { hash, raw } = transaction;
  const real = sha256Hex(raw);
  if (hash !== real) {
    yield `Transaction ${hash} has bytes that hash to ${real}`;
    return;
  }
  try {
    const shown = describeTransaction(prepareTransaction(raw));
    for (const [name, value] of Object.entries(shown)) {
      if (name === "raw" || !(name in transaction)) continue;
      const found = transaction[name as keyof PendingBytes] as unknown;
      if (String(found) === String(value)) continue;
      yield `Transaction ${hash}: ${name} is ${String(found)}, its bytes give ${String(value)}`;
    }
  } catch (error) {
    yield `Transaction ${hash}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Follows the state from block to block in a tree of its own, and compares the root with the headers. */
class StateCheck {
  readonly #tree = new StateTree();
  #isFollowing = true;

  /** Tells whether a block's changes do not lead to the root that its header states. Blocks come in order. */
  *find({ block, changes }: CheckedBlock): Generator<string> {
    if (!this.#isFollowing) return;
    const repeated = repeatedKey(changes);
    if (repeated !== undefined) {
      this.stop();
      yield `Block ${block.height}: its changes hold the state value ${repeated} more than once`;
      return;
    }
    const { stateRoot } = this.#tree.update(changes);
    if (block.stateRoot === stateRoot) return;
    // The blocks above follow from another state, so that one fault is told once.
    this.stop();
    yield `Block ${block.height}: stateRoot is ${block.stateRoot}, its ${changes.length} changes give ${stateRoot}`;
  }

  /** Gives up: later faults cannot be told. */
  stop(): void {
    this.#isFollowing = false;
  }
}

/** A tree takes each key once. */
function repeatedKey(changes: CheckedBlock["changes"]): string | undefined {
  const seen = new Set<string>();
  return changes.find(({ key }) => seen.size === seen.add(key).size)?.key;
}

/**
 * The full check of a store: what the database finds, and every hash computed again.
 *
 * @module
 */
