import { gasNeeded } from "../../../devnet/internal.ts";
import {
  type Address,
  type Amount,
  type Hex,
  parseHex,
  type UnixSeconds,
} from "../../../units/mod.ts";
import { describeTransaction, rulesOf } from "./rules.ts";
import { type ChargedOutcome, LONGEST_WAIT } from "./chain_rules.ts";
import type {
  ExecutedTransaction,
  ExecutionStatus,
  LedgerBlock,
  Log,
  PendingTransaction,
  PreparedTransaction,
  ProducedBlock,
} from "./transaction.ts";
import type { StateWrite, TreeUpdate } from "../state_tree/mod.ts";
import { accountOf, type WorkingState } from "./working_state.ts";
import type { Chain } from "../../../chains/mod.ts";
import { sha256Hex, sha256OfHex } from "../../crypto.ts";

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
  readonly changes: readonly StateWrite[];
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

/** State keys that this block and later ones read for payments and votes that are due by then. */
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

export const BLOCK_GAS_LIMIT: Amount = 30_000_000n;

/** Hash that stands for the parent of the first block. */
export const NO_HASH: Hex = `0x${"00".repeat(32)}`;

/** Completes a header with its hash: SHA-256 over the JSON array of a tag and its fields, in the order below. */
export function sealBlock(header: Omit<LedgerBlock, "hash">): LedgerBlock {
  const fields = [
    "alphadelta block",
    header.height,
    header.parentHash,
    header.timestamp,
    header.validator,
    header.stateRoot,
    header.transactionsRoot,
    header.receiptsRoot,
    header.gasUsed.toString(),
    header.gasLimit.toString(),
    header.txCount,
  ];
  return { ...header, hash: sha256Hex(JSON.stringify(fields)) };
}

/**
 * The Merkle root over items in their order, built as in RFC 6962 §2.1: SHA-256, leaves and inner nodes set apart by
 * their first byte (0 and 1), a list split at the largest power of two below its length. No items: SHA-256 of nothing.
 *
 * @param items Bytes, or strings that stand for their UTF-8.
 */
export function merkleRoot(items: readonly (Uint8Array | string)[]): Hex {
  return items.length === 0 ? sha256Hex("") : `0x${joinNodes(items.map(hashLeaf))}`;
}

/** A hash in hex without `0x`: Node makes it in a third of the time that bytes take. */
function hashLeaf(item: Uint8Array | string): string {
  if (typeof item === "string") return sha256Hex(`\0${item}`).slice(2);
  const bytes = new Uint8Array(item.length + 1);
  bytes.set(item, 1);
  return sha256Hex(bytes).slice(2);
}

function joinNodes(nodes: readonly string[]): string {
  const [only] = nodes;
  if (nodes.length === 1 && only !== undefined) return only;
  const middle = 2 ** (Math.ceil(Math.log2(nodes.length)) - 1);
  return sha256OfHex(`01${joinNodes(nodes.slice(0, middle))}${joinNodes(nodes.slice(middle))}`);
}

/** The fields of a transaction that its receipt commits to. */
export interface Receipt {
  readonly hash: Hex;
  readonly status: ExecutionStatus;
  readonly gasUsed: Amount;
  readonly logs: readonly Omit<Log, "index">[];
}

/** The Merkle root over the receipts of a block: each the JSON array of a tag and its fields, in their order. */
export function receiptsRoot(receipts: readonly Receipt[]): Hex {
  return merkleRoot(receipts.map(receiptText));
}

function receiptText({ hash, status, gasUsed, logs }: Receipt): string {
  const events = logs.map(({ address, event, data }) => ({ address, event, data }));
  const fields = ["alphadelta receipt", hash, status, gasUsed.toString(), events];
  return JSON.stringify(fields);
}
