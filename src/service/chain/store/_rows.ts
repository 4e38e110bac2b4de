import { Buffer } from "node:buffer";

import type { Hex } from "../../../units/mod.ts";
import type { Block, ExecutedTransaction, ExecutionStatus, Log } from "../ledger/mod.ts";
import { rendered } from "./rendered.ts";
import type { StoredBlock, StoredTransaction } from "./store.ts";

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
  const block: Block = {
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
