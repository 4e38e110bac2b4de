import { gasNeeded } from "../../../devnet/internal.ts";
import { type Address, type Amount, parseHex, type UnixSeconds } from "../../../units/mod.ts";
import { describeTransaction, rulesOf } from "./rules.ts";
import { type LedgerBlock, BLOCK_GAS_LIMIT, merkleRoot, sealBlock } from "./block.ts";
import type { ChargedOutcome } from "./chain_rules.ts";
import { LONGEST_WAIT } from "./parameters.ts";
import {
  type ExecutedTransaction,
  type PendingTransaction,
  type PreparedTransaction,
  type ProducedBlock,
  type Receipt,
  receiptsRoot,
} from "./transaction.ts";
import type { StateChange, TreeUpdate } from "../state_tree/mod.ts";
import { accountOf, type WorkingState } from "./working_state.ts";
import type { Chain } from "../../../chains/mod.ts";

interface ProduceBlockOptions {
  readonly chain: Chain;
  readonly parent: LedgerBlock;
  /** Candidates in the order in which they should run. */
  readonly transactions: readonly PreparedTransaction[];
  readonly validator: Address;
  readonly timestamp: UnixSeconds;
  /** State of the parent, with every key of `blockKeys` readable. Receives the block's changes. */
  readonly state: WorkingState;
}

/** A block whose transactions ran, before it has a state root and a hash. */
interface BlockDraft {
  readonly header: Omit<LedgerBlock, "hash" | "stateRoot">;
  readonly runs: readonly Run[];
  /** State changes of the block, sorted by key, each key once. */
  readonly changes: readonly StateChange[];
}

/** A transaction that ran, before its block has a hash. */
export interface Run extends ChargedOutcome {
  readonly transaction: PendingTransaction;
  readonly gasUsed: Amount;
}

/** State keys that producing a block reads, as far as `known` tells them: `readStateFor` reads them all beforehand. */
export function blockKeys(
  options: Pick<ProduceBlockOptions, "chain" | "parent" | "validator" | "transactions">,
  known: WorkingState,
): string[] {
  const { chain, parent, validator, transactions } = options;
  const rules = rulesOf(chain);
  const keys = transactions.flatMap((transaction) => rules.keys(transaction));
  return [...rules.blockKeys({ height: parent.height + 1, validator }, known), ...keys];
}

/**
 * State keys that this block and later ones read for payments and votes that are due by then.
 */
export function comingKeys(
  { chain, parent, validator }: Pick<ProduceBlockOptions, "chain" | "parent" | "validator">,
  known: WorkingState,
): string[] {
  return Array.from({ length: LONGEST_WAIT }, (_, index) =>
    rulesOf(chain).blockKeys({ height: parent.height + 1 + index, validator }, known),
  ).flat();
}

/**
 * Runs the transactions of the next block.
 *
 * A candidate is left out, to wait, where its nonce is not the sender's next one, the records it spends are not there,
 * or the block has no gas left for it. One that runs and fails is in the block, pays its fee and changes nothing else.
 */
export function draftBlock(options: ProduceBlockOptions): BlockDraft {
  const { chain, parent, validator, timestamp, state } = options;
  const height = parent.height + 1;
  const rules = rulesOf(chain);
  rules.beginBlock({ state, height, validator });
  const runs = runAll(options, height);
  const fees = sum(runs.map(({ fee }) => fee));
  rules.endBlock({ state, height, validator, fees, parentHash: parent.hash });
  const header = {
    height,
    parentHash: parent.hash,
    timestamp,
    validator,
    transactionsRoot: merkleRoot(runs.map(({ transaction }) => parseHex(transaction.hash))),
    receiptsRoot: receiptsRoot(runs.map(receiptOf)),
    gasUsed: sum(runs.map(({ gasUsed }) => gasUsed)),
    gasLimit: BLOCK_GAS_LIMIT,
    txCount: runs.length,
  };
  return { header, runs, changes: state.changes() };
}

/** Completes a draft with the state tree as it is after the draft's changes. */
export function completeBlock(draft: BlockDraft, tree: TreeUpdate): ProducedBlock {
  const { header, runs, changes } = draft;
  const { stateRoot, treeNodes } = tree;
  const block = sealBlock({ ...header, stateRoot });
  const executed = runs.map((run, index) => finish(run, index, block));
  return { block, executed, changes, treeNodes };
}

function runAll(options: ProduceBlockOptions, height: number): Run[] {
  const { chain, transactions, state } = options;
  const rules = rulesOf(chain);
  const runs: Run[] = [];
  let gasLeft = BLOCK_GAS_LIMIT;
  for (const transaction of transactions) {
    const { body } = transaction;
    const gasUsed = gasNeeded(chain, body);
    const { nonce } = accountOf(state, body.from);
    if (body.nonce !== nonce || gasUsed > gasLeft) continue;
    const outcome = rules.execute(transaction, { state, height });
    if (!outcome) continue;
    gasLeft -= gasUsed;
    runs.push({ ...outcome, transaction: describeTransaction(transaction), gasUsed });
  }
  return runs;
}

function receiptOf({ transaction, status, gasUsed, logs }: Run): Receipt {
  return { hash: transaction.hash, status, gasUsed, logs };
}

function finish(run: Run, index: number, block: LedgerBlock): ExecutedTransaction {
  return {
    ...run.transaction,
    index,
    blockHeight: block.height,
    blockHash: block.hash,
    timestamp: block.timestamp,
    gasUsed: run.gasUsed,
    status: run.status,
    logs: run.logs.map((log, position) => ({ index: position, ...log })),
  };
}

function sum(amounts: readonly Amount[]): Amount {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
