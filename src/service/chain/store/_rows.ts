import { Buffer } from "node:buffer";
import type { Hex } from "../../../units/mod.ts";
import {
  type LedgerBlock,
  type ExecutedTransaction,
  type ExecutionStatus,
  type Log,
  NO_HASH,
  type ProducedBlock,
} from "../ledger/mod.ts";
import { type Direction, rendered, type StoredBlock, type StoredTransaction } from "./store.ts";

/**
 * Checks that a block stands on the head.
 *
 * @throws {RangeError} If it does not.
 */
export function checkFollows(
  head: Pick<LedgerBlock, "height" | "hash"> | undefined,
  block: Pick<LedgerBlock, "height" | "parentHash">,
): void {
  const height = head ? head.height + 1 : 0;
  const parentHash = head ? head.hash : NO_HASH;
  if (block.height === height && block.parentHash === parentHash) return;
  throw new RangeError(
    `Cannot apply block ${block.height} with the parent ${block.parentHash}: the next block has height ${height} and the parent ${parentHash}`,
  );
}

/** The columns that name one list of `entry`. */
export type ListKey = readonly [account: number, type: number, direction: number];

/** Stands in a list's key where any account or type is meant. */
export const ANY = 0;

/** Each direction as it is written in a list's key. */
export const DIRECTION: Readonly<Record<Direction, number>> = { all: 0, in: 1, out: 2 };

/** Names, or their ids, under which a transaction is listed. */
export interface Listed<Name = number> {
  readonly type: Name;
  readonly sender: Name;
  readonly receiver: Name;
}

/**
 * Every list that a transaction is on; `any` stands for any account or type. Adding and removing both follow from this, so
 * no list keeps a stray entry.
 */
export function listsOf<Name>(
  { type, sender, receiver }: Listed<Name>,
  any: Name,
): (readonly [account: Name, type: Name, direction: number])[] {
  const lists: (readonly [Name, Name, number])[] = [
    [any, type, DIRECTION.all],
    [sender, any, DIRECTION.all],
    [sender, any, DIRECTION.out],
    [sender, type, DIRECTION.all],
    [receiver, any, DIRECTION.in],
  ];
  if (receiver !== sender) {
    lists.push([receiver, any, DIRECTION.all], [receiver, type, DIRECTION.all]);
  }
  return lists;
}

/** The transactions and the new state of one address in a block. */
interface Mention {
  transactions: number;
  /** Its new state, null for none any more; undefined where that stays. */
  state: string | null | undefined;
}

/** Activity in a block, by address; `prefix` is the prefix of the state keys of accounts. */
export function mentionsIn(
  { executed, changes }: ProducedBlock,
  prefix: string,
): Map<string, Mention> {
  const mentions = new Map<string, Mention>();
  const mentionOf = (address: string): Mention => {
    const known = mentions.get(address);
    if (known) return known;
    const mention = { transactions: 0, state: undefined };
    mentions.set(address, mention);
    return mention;
  };
  for (const { from, to } of executed) {
    mentionOf(from).transactions++;
    if (to !== from) mentionOf(to).transactions++;
  }
  for (const { key, value } of changes) {
    if (!key.startsWith(prefix)) continue;
    mentionOf(key.slice(prefix.length)).state = value ?? null;
  }
  return mentions;
}

/** A row of `block`. */
export interface BlockRow {
  readonly height: number;
  readonly hash: Uint8Array;
  readonly parent_hash: Uint8Array;
  readonly timestamp: number;
  readonly validator: string;
  readonly state_root: Uint8Array;
  readonly transactions_root: Uint8Array;
  readonly receipts_root: Uint8Array;
  readonly gas_used: string;
  readonly gas_limit: string;
  readonly tx_count: number;
  readonly first_tx: number;
  readonly first_name: number;
  readonly first_state: number;
  readonly body: string;
}

/** A row of `tx` joined with its names and its block. */
export interface TransactionRow {
  readonly seq: number;
  readonly hash: Uint8Array;
  readonly height: number;
  readonly type: string;
  readonly sender: string;
  readonly receiver: string;
  readonly value: string;
  readonly nonce: number;
  readonly gas_price: string;
  readonly gas_limit: string;
  readonly gas_used: string;
  readonly status: ExecutionStatus;
  readonly extra: string;
  readonly raw: Uint8Array;
  readonly body: string;
  readonly block_hash: Uint8Array;
  readonly timestamp: number;
  readonly first_tx: number;
}

/** A row of `state`, without where it stands. */
export interface ChangeRow {
  readonly key: string;
  readonly value: string | null;
}

/** Fields of a transaction that have no column, as JSON. */
interface Extra {
  readonly logs: readonly Log[];
  readonly serialNumbers?: readonly Hex[];
  readonly commitments?: readonly Hex[];
}

/** Hex as the bytes that a column holds. Text that is no hex gives bytes that no column holds. */
export function toBlob(hex: Hex): Uint8Array {
  return Buffer.from(hex.slice(2), "hex");
}

/** The bytes of a column as hex. */
export function fromBlob(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("hex")}`;
}

/** Reads a row of `block`. */
export function toStoredBlock(row: BlockRow): StoredBlock {
  const block: LedgerBlock = {
    height: row.height,
    hash: fromBlob(row.hash),
    parentHash: fromBlob(row.parent_hash),
    timestamp: row.timestamp,
    validator: row.validator,
    stateRoot: fromBlob(row.state_root),
    transactionsRoot: fromBlob(row.transactions_root),
    receiptsRoot: fromBlob(row.receipts_root),
    gasUsed: BigInt(row.gas_used),
    gasLimit: BigInt(row.gas_limit),
    txCount: row.tx_count,
  };
  return {
    block,
    rendered: rendered(row.body),
    totalTransactions: row.first_tx + row.tx_count,
  };
}

/** Reads a row of `tx`. */
export function toStoredTransaction(row: TransactionRow): StoredTransaction {
  const { logs, ...records } = JSON.parse(row.extra) as Extra;
  const transaction: ExecutedTransaction = {
    hash: fromBlob(row.hash),
    type: row.type,
    from: row.sender,
    to: row.receiver,
    value: BigInt(row.value),
    ...records,
    nonce: row.nonce,
    gasPrice: BigInt(row.gas_price),
    gasLimit: BigInt(row.gas_limit),
    raw: row.raw,
    index: row.seq - row.first_tx,
    blockHeight: row.height,
    blockHash: fromBlob(row.block_hash),
    timestamp: row.timestamp,
    gasUsed: BigInt(row.gas_used),
    status: row.status,
    logs,
  };
  return { transaction, rendered: rendered(row.body) };
}

/** Writes what a transaction has beside the columns. */
export function formatExtra({ logs, serialNumbers, commitments }: ExecutedTransaction): string {
  return JSON.stringify({ logs, serialNumbers, commitments } satisfies Record<
    keyof Extra,
    unknown
  >);
}
