import { prepareTransaction } from "../ledger/mod.ts";
import type { ChainStore } from "./_chain_store.ts";
import type { LongWrite } from "./_engine.ts";
import { toPending } from "./_rows.ts";
import { columnsOf, type RowOf, TABLE_NAMES, type TableName, TABLES } from "./_tables.ts";

/** Told how many rows of a table are copied. */
export type CopyProgress = (table: string, done: number, total: number) => void;

/** A chain cannot be copied where there is one. The message is the reason alone. */
export class CopyError extends Error {}

/** Rows that are copied together. */
const BATCH = 500;

type Row = Readonly<Record<string, unknown>>;

/**
 * Copies every table of a chain, row by row: blocks, transactions, state, what is pending, and the event log with its epochs,
 * so that cursors hold in the copy. All is there once `check` resolves, or nothing where it rejects or the process ends.
 *
 * @param check Looks at the copy, which nobody else sees yet.
 * @throws {CopyError} If the target has a chain.
 */
export async function copyTables<T>(
  from: ChainStore,
  to: ChainStore,
  onProgress: CopyProgress,
  check: () => Promise<T>,
): Promise<T> {
  let checked: { readonly value: T } | undefined;
  await to.engine.fill(async (write) => {
    await requireEmpty(to);
    for (const table of TABLE_NAMES) await copyTable(table, from, to, { write, onProgress });
    await count(to, write);
    checked = { value: await check() };
  });
  return (checked as { readonly value: T }).value;
}

async function requireEmpty(store: ChainStore): Promise<void> {
  const head = await store.head();
  const pending = await store.listPending();
  if (!head && pending.length === 0) return;
  const held = head ? `blocks up to ${head.block.height}` : `${pending.length} transactions`;
  throw new CopyError(`it must be empty or missing, but it holds ${held}`);
}

interface CopyParts {
  readonly write: LongWrite;
  readonly onProgress: CopyProgress;
}

async function copyTable(
  table: TableName,
  from: ChainStore,
  to: ChainStore,
  { write, onProgress }: CopyParts,
): Promise<void> {
  const [counted] = await from.engine.ask<{ total: number }>(
    `SELECT count(*) AS total FROM {}.${table}`,
  );
  let done = 0;
  // What an opening of the store has left.
  await to.engine.ask(`DELETE FROM {}.${table}`);
  for await (const rows of rowsOf(from, table)) {
    write.insert(table, table === "pending" ? rows.map(toPrepared) : rows);
    // No more than these rows are under way.
    await write.settle();
    done += rows.length;
    onProgress(table, done, counted?.total ?? done);
  }
}

/** With its content, by which nonces and double spends are checked. */
function toPrepared(row: Row): object {
  const pending = toPending(row as unknown as RowOf<"pending", Uint8Array>);
  return { ...pending, body: prepareTransaction(pending.raw).body };
}

/** Every row in the order of the key, some at a time; columns that a database counts up by itself are counted anew. */
async function* rowsOf({ engine }: ChainStore, table: TableName): AsyncGenerator<Row[]> {
  const { key } = TABLES[table];
  const names = new Set<string>([...key, ...columnsOf(table).map(({ name }) => name)]);
  const query = `SELECT ${[...names].join(", ")} FROM {}.${table}`;
  const values = key.map((_, index) => `$${index + 1}`);
  const after = `WHERE (${key.join(", ")}) > (${values.join(", ")})`;
  const order = `ORDER BY ${key.join(", ")} LIMIT ${BATCH}`;
  let rows = await engine.ask<Row>(`${query} ${order}`);
  while (rows.length > 0) {
    yield rows;
    const last = rows.at(-1);
    if (rows.length < BATCH) return;
    rows = await engine.ask<Row>(
      `${query} ${after} ${order}`,
      key.map((name) => last?.[name]),
    );
  }
}

/** Brings what the store counts in line with its rows. */
async function count({ engine }: ChainStore, write: LongWrite): Promise<void> {
  const [chain] = await engine.ask<{ height: number; transactions: number }>(
    `SELECT height, first_tx + tx_count AS transactions FROM {}.block ORDER BY height DESC LIMIT 1`,
  );
  const [epoch] = await engine.ask<{ name: string }>(
    `SELECT name FROM {}.epoch ORDER BY id DESC LIMIT 1`,
  );
  if (chain) write.change({ ...chain, isRemoval: true });
  if (epoch) write.beginEpoch(epoch.name);
  await write.settle();
}
