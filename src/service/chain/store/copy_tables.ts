import { type TableName, TABLES } from "./_tables.ts";
import type { Store } from "./store.ts";

/** A row of a table by the names of its columns: numbers, texts, bytes, null. */
export type TableRow = Readonly<Record<string, unknown>>;

/** The tables of a chain as they are at one moment. */
export interface FilledTables {
  readonly store: Store;
  count(table: TableName): Promise<number>;
  /** Every row in the order of the key, some at a time. */
  rows(table: TableName): AsyncIterable<readonly TableRow[]>;
}

/** The tables of a chain within one transaction, which takes effect as a whole or not at all. */
export interface EmptyTables {
  /** Reads what the transaction has written. */
  readonly store: Store;
  /** Removes what an opening of the store has left in a table. */
  clear(table: TableName): Promise<void>;
  insert(table: TableName, rows: readonly TableRow[]): Promise<void>;
  /** Brings what the store counts in line with its rows. */
  finish(): Promise<void>;
}

/** Told how many rows of a table are copied. */
export type CopyProgress = (table: string, done: number, total: number) => void;

/** A chain cannot be copied where there is one. The message is the reason alone. */
export class CopyError extends Error {}

/**
 * Copies every table of a chain, row by row: blocks, transactions, state, what is pending, and the event log with its epochs,
 * so that cursors hold in the copy.
 *
 * @throws {CopyError} If the target has a chain.
 */
export async function copyTables(
  from: FilledTables,
  to: EmptyTables,
  onProgress: CopyProgress,
): Promise<void> {
  await requireEmpty(to.store);
  for (const table of Object.keys(TABLES) as TableName[]) {
    const total = await from.count(table);
    let done = 0;
    await to.clear(table);
    for await (const rows of from.rows(table)) {
      await to.insert(table, rows);
      done += rows.length;
      onProgress(table, done, total);
    }
  }
  await to.finish();
}

async function requireEmpty(store: Store): Promise<void> {
  const head = await store.head();
  const pending = await store.listPending();
  if (!head && pending.length === 0) return;
  const held = head ? `blocks up to ${head.block.height}` : `${pending.length} transactions`;
  throw new CopyError(`it must be empty or missing, but it holds ${held}`);
}
