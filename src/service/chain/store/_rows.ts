import { Buffer } from "node:buffer";
import type { Hex } from "../../../units/mod.ts";
import type { LedgerBlock, ExecutedTransaction, ExecutionStatus, Log } from "../ledger/mod.ts";
import type { StateWrite } from "../state_tree/mod.ts";
import type { LoggedEvent, PendingBytes } from "./event_log.ts";
import type { Rendered, StoredBlock, StoredTransaction } from "./store.ts";
import type { RowOf } from "./_tables.ts";

export type BlockRow = RowOf<"block", Uint8Array>;

/** A row of `tx` joined with its names and its block. */
export interface TransactionRow extends RowOf<"tx", Uint8Array> {
  readonly type_name: string;
  readonly sender_name: string;
  readonly receiver_name: string;
  readonly block_hash: Uint8Array;
  readonly timestamp: number;
  readonly first_tx: number;
}

/** A row of `state`, without where it stands. */
export interface ChangeRow {
  readonly key: string;
  readonly value: string | null;
}

export type EventRow = RowOf<"event", Uint8Array>;

export function toEvent({ seq, topic, type, sender, receiver, body }: EventRow): LoggedEvent {
  const isAbout = type !== null && type !== undefined;
  const about = isAbout ? { type, from: sender ?? "", to: receiver ?? "" } : undefined;
  return { sequence: seq, topic, body, ...(about && { about }) };
}

export function toChange({ key, value }: ChangeRow): StateWrite {
  return { key, value: value ?? undefined };
}

export function toPending({ hash, raw }: RowOf<"pending", Uint8Array>): PendingBytes {
  return { hash: fromBlob(hash), raw: copyOf(raw) };
}

/** Bytes by themselves: those of a row may be a part of what came over a network with it. */
function copyOf(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes);
}

/** Fields of a transaction that have no column, as JSON. */
interface Extra {
  readonly logs: readonly Log[];
  readonly serialNumbers?: readonly Hex[];
  readonly commitments?: readonly Hex[];
}

/** Bytes, or hex as bytes, as a column holds them. Text that is no hex gives bytes that no column holds. */
export function toBlob(value: Hex | Uint8Array): Uint8Array {
  return value instanceof Uint8Array ? value : Buffer.from(value.slice(2), "hex");
}

/** The bytes of a column as hex. */
export function fromBlob(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("hex")}`;
}

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
    rendered: row.body as Rendered,
    totalTransactions: row.first_tx + row.tx_count,
  };
}

export function toStoredTransaction(row: TransactionRow): StoredTransaction {
  const { logs, ...records } = JSON.parse(row.extra) as Extra;
  const transaction: ExecutedTransaction = {
    hash: fromBlob(row.hash),
    type: row.type_name,
    from: row.sender_name,
    to: row.receiver_name,
    value: BigInt(row.value),
    ...records,
    nonce: row.nonce,
    gasPrice: BigInt(row.gas_price),
    gasLimit: BigInt(row.gas_limit),
    raw: copyOf(row.raw),
    index: row.seq - row.first_tx,
    blockHeight: row.height,
    blockHash: fromBlob(row.block_hash),
    timestamp: row.timestamp,
    gasUsed: BigInt(row.gas_used),
    status: row.status as ExecutionStatus,
    logs,
  };
  return { transaction, rendered: row.body as Rendered };
}

/** Writes what a transaction has beside the columns. */
export function formatExtra({ logs, serialNumbers, commitments }: ExecutedTransaction): string {
  return JSON.stringify({ logs, serialNumbers, commitments } satisfies Record<
    keyof Extra,
    unknown
  >);
}
