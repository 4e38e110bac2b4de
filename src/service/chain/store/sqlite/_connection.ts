import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { during, recordingSpan } from "../../../../telemetry.ts";

/** Statements whose rows are being read: some versions of Node clear a statement away that nothing else holds. */
const running = new Set<StatementSync>();

/** The rows of a query, one at a time. */
export function* rowsOf(
  database: DatabaseSync,
  sql: string,
  values: readonly SQLInputValue[] = [],
): Generator<Record<string, SQLOutputValue>> {
  const statement = database.prepare(sql);
  running.add(statement);
  try {
    yield* statement.iterate(...values);
  } finally {
    running.delete(statement);
  }
}

/** The values of a row, which is an array, or an object where Node gives no arrays. */
export function valuesOf(row: object): readonly unknown[] {
  return Array.isArray(row) ? row : Object.values(row);
}

/** The value of a row of one column; undefined where there is no row. */
export function valueOf(row: object | undefined): unknown {
  return row === undefined ? undefined : valuesOf(row)[0];
}

/**
 * The write transactions of one connection: each takes effect as a whole or not at all.
 *
 * After some failures, a full disk among them, SQLite rolls back by itself; after others the transaction stays open.
 * `DatabaseSync.isTransaction` would tell, but the oldest supported Node lacks it, so that `ROLLBACK` may fail and what
 * counts is that `BEGIN` works again.
 */
export class Transactions {
  /** True if the last transaction failed while it was committed: it may have taken effect. */
  isUnsure = false;
  readonly #database: DatabaseSync;
  /** True while a failed transaction may still be open: reads would then see rows that were never written. */
  #isTorn = false;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /**
   * Runs `work` as one transaction. If that fails, it is undone, and what failed first is thrown. It has one span, since
   * the statements of a block may be thousands.
   */
  run<T>(work: () => T): T {
    const span = recordingSpan()?.child("write", "client");
    span?.set({ "db.system.name": "sqlite", "db.query.summary": "write" });
    return during(span, () => this.#run(work));
  }

  #run<T>(work: () => T): T {
    this.begin();
    try {
      const result = work();
      this.commit();
      return result;
    } catch (error) {
      this.undo();
      throw error;
    }
  }

  /** Begins a transaction that takes longer than one call: `commit` or `undo` has to end it. */
  begin(): void {
    this.ensureWhole();
    this.isUnsure = false;
    this.#database.exec("BEGIN IMMEDIATE");
  }

  commit(): void {
    this.isUnsure = true;
    this.#database.exec("COMMIT");
    this.isUnsure = false;
  }

  /** Undoes the transaction that is open, if one still is. Never throws. */
  undo(): void {
    this.#isTorn = true;
    try {
      this.ensureWhole();
    } catch {
      // Tried again before the next use; until then what failed first is what matters.
    }
  }

  /**
   * Ends a transaction that failed and could not be undone then.
   *
   * @throws {Error} If that is still so: nothing may be read or written.
   */
  ensureWhole(): void {
    if (!this.#isTorn) return;
    try {
      endTransaction(this.#database);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`Cannot use the store: a write failed and cannot be undone: ${reason}`, {
        cause,
      });
    }
    this.#isTorn = false;
  }
}

function endTransaction(database: DatabaseSync): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    // Fails where a transaction is open.
    database.exec("BEGIN; ROLLBACK");
  }
}
