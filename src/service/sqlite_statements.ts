import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

/** Values of a statement: numbers, strings, bytes, null. An array of strings or bytes is passed as JSON, its bytes as hex. */
export type Values = readonly unknown[];

/** A statement in the dialect of SQLite. */
interface Translated {
  readonly text: string;
  /** Index of the value of each parameter; undefined if values and parameters have the same order. */
  readonly order: readonly number[] | undefined;
}

/**
 * Translates a statement for both engines, in which `{}.` stands for a schema and `$1` for the first value. Older versions of
 * Node cannot bind numbered parameters, so parameters become positional.
 */
export function translate(statement: string): Translated {
  const order: number[] = [];
  const text = statement.replaceAll("{}.", "").replaceAll(/\$(\d+)/g, (_, number: string) => {
    order.push(Number(number) - 1);
    return "?";
  });
  return { text, order: order.every((value, index) => value === index) ? undefined : order };
}

/** The values of a statement in the order of its parameters. */
export function bound(values: Values, { order }: Pick<Translated, "order">): SQLInputValue[] {
  const plain = values.map((value) => (Array.isArray(value) ? jsonOfList(value) : value));
  return (order ? order.map((index) => plain[index]) : plain) as SQLInputValue[];
}

function jsonOfList(values: readonly unknown[]): string {
  const parts = values.map((value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value,
  );
  return JSON.stringify(parts);
}

interface Prepared extends Pick<Translated, "order"> {
  readonly statement: StatementSync;
  readonly toRow: (row: object) => object;
}

/** Makes objects of rows, from arrays if Node supports them: the objects of Node take several times as long. */
function rowsOf(statement: StatementSync): Prepared["toRow"] {
  // Both absent before 22.16.
  const names = statement.columns?.().map(({ name }) => name);
  if (!names || !statement.setReturnArrays) return (row) => row;
  statement.setReturnArrays(true);
  return (values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++)
      row[names[index] as string] = (values as readonly unknown[])[index];
    return row;
  };
}

/** Statements of a database by name, each prepared on first use. */
export class SqliteStatements<Name extends string> {
  readonly #database: DatabaseSync;
  readonly #texts: Readonly<Record<Name, string>>;
  readonly #prepared = new Map<Name, Prepared>();

  constructor(database: DatabaseSync, texts: Readonly<Record<Name, string>>) {
    this.#database = database;
    this.#texts = texts;
  }

  /** Returns the rows of a statement. */
  all(name: Name, values: Values = []): object[] {
    const prepared = this.#prepare(name);
    return prepared.statement.all(...bound(values, prepared)).map(prepared.toRow);
  }

  /** Returns the first row of a statement. */
  get(name: Name, values: Values = []): object | undefined {
    const prepared = this.#prepare(name);
    const row = prepared.statement.get(...bound(values, prepared));
    return row && prepared.toRow(row);
  }

  run(name: Name, values: Values = []): void {
    const prepared = this.#prepare(name);
    prepared.statement.run(...bound(values, prepared));
  }

  /** Runs a statement for each list of values, in the order of the parameters. */
  runEach(name: Name, rows: Iterable<readonly SQLInputValue[]>): void {
    const { statement } = this.#prepare(name);
    for (const row of rows) statement.run(...row);
  }

  #prepare(name: Name): Prepared {
    const known = this.#prepared.get(name);
    if (known) return known;
    const { text, order } = translate(this.#texts[name]);
    const statement = this.#database.prepare(text);
    const prepared = { statement, order, toRow: rowsOf(statement) };
    this.#prepared.set(name, prepared);
    return prepared;
  }
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
   * Runs `work` as one transaction. If that fails, it is undone, and what failed first is thrown.
   *
   * @param isKept Whether a result is to be committed. @default {() => true}
   */
  run<T>(work: () => T, isKept: (result: T) => boolean = () => true): T {
    this.begin();
    try {
      const result = work();
      if (isKept(result)) this.commit();
      else this.undo();
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
