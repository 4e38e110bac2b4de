import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { Transactions } from "../../../sqlite.ts";
import type { Engine, Exclusion, LongWrite, Moment, Reads, Values, Write } from "../_engine.ts";
import { Positions } from "../_lists.ts";
import { fromBlob, toBlob } from "../_rows.ts";
import { type InsertName, INSERTS, type ReadName, type WriteName } from "../_statements.ts";
import { columnsOf } from "../_tables.ts";
import { rowsOf } from "./_rows_of.ts";
import { STATEMENTS, translate } from "./_statements.ts";

/** A statement that is prepared, with the order of its values where that is not their own. */
interface Prepared {
  readonly statement: StatementSync;
  readonly order: readonly number[] | undefined;
}

/** Levels of a state tree that are read at once: no round trip is spared, so one after the other. */
const LEVELS = 0;

/** A file of SQLite, or one in memory. It answers in the same turn; nobody else writes to it. */
export class SqliteEngine implements Engine {
  readonly levels = LEVELS;
  readonly positions = new Positions();
  readonly database: DatabaseSync;
  readonly transactions: Transactions;
  moment: Moment = { revision: 0, removals: 0, line: "" };
  readonly epoch: string;
  isPrivate = false;
  readonly #prepared = new Map<string, Prepared>();
  /** Called ahead of each read, where one is a part of a long write. */
  #flush: (() => Promise<void>) | undefined;
  #isClosed = false;

  constructor(database: DatabaseSync, transactions: Transactions, epoch: string) {
    this.database = database;
    this.transactions = transactions;
    this.epoch = epoch;
  }

  ensureUsable(): void {
    if (this.#isClosed) throw new Error("Cannot use the store: it is closed");
    this.transactions.ensureWhole();
  }

  async all<Row extends object>(name: ReadName, values?: Values): Promise<Row[]> {
    if (this.#flush) await this.#flush();
    return this.rows<Row>(name, values);
  }

  async one<Row extends object>(name: ReadName, values?: Values): Promise<Row | undefined> {
    if (this.#flush) await this.#flush();
    return this.row(name, values) as Row | undefined;
  }

  /** The rows of a read, at once. */
  rows<Row extends object>(name: ReadName, values: Values = []): Row[] {
    this.ensureUsable();
    const { statement, order } = this.#prepare(name);
    return statement.all(...bound(values, order)) as Row[];
  }

  /** The first of these. */
  row(name: ReadName, values: Values = []): object | undefined {
    this.ensureUsable();
    const { statement, order } = this.#prepare(name);
    return statement.get(...bound(values, order));
  }

  async write<Found>(
    _exclusion: Exclusion,
    read: (reads: Reads) => Promise<Found>,
    work: (write: Write, found: Found) => void | Promise<void>,
  ): Promise<void> {
    this.ensureUsable();
    const found = await read(this);
    this.writeNow((write) => void work(write, found));
  }

  /** A write in this turn: nobody reads what is not committed. */
  writeNow(work: (write: Write) => void): void {
    const write = new SqliteWrite(this);
    this.#end(write, () => this.transactions.run(() => work(write)));
  }

  async fill(
    flush: (write: LongWrite) => Promise<void>,
    work: (write: LongWrite) => Promise<void>,
  ): Promise<void> {
    this.ensureUsable();
    const write = new SqliteWrite(this);
    this.transactions.begin();
    this.isPrivate = true;
    this.#flush = () => flush(write);
    try {
      await work(write);
      this.#end(write, () => this.transactions.commit());
    } catch (error) {
      this.positions.clear();
      this.transactions.undo();
      throw error;
    } finally {
      this.isPrivate = false;
      this.#flush = undefined;
    }
  }

  /** Runs a statement of a write. */
  run(name: WriteName, values: Values = []): void {
    const { statement, order } = this.#prepare(name);
    statement.run(...bound(values, order));
  }

  /** Adds rows one at a time: as JSON, each column would be looked for in the text, for twice the time of a block. */
  insert(name: InsertName, rows: readonly object[]): void {
    const [table] = INSERTS[name];
    const columns = columnsOf(table);
    const { statement } = this.#prepare(`insert ${name}`);
    for (const row of rows as readonly Readonly<Record<string, SQLInputValue | undefined>>[]) {
      const values = columns.map((column) => {
        const value = row[column.name] ?? null;
        return column.isBytes ? toBlob(value as string | Uint8Array) : value;
      });
      statement.run(...values);
    }
  }

  async ask(query: string, values: Values = []): Promise<Iterable<object>> {
    const { text, order } = translate(query);
    return rowsOf(this.database, text, bound(values, order));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // Closing undoes a transaction that is still open.
    this.database.close();
  }

  /** Ends a write, and counts what it changed; one that fails may have taken effect. */
  #end(write: SqliteWrite, commit: () => void): void {
    try {
      commit();
    } catch (error) {
      this.positions.clear();
      if (this.transactions.isUnsure) this.#count(write);
      throw error;
    }
    this.#count(write);
  }

  #count({ isChange, isRemoval }: SqliteWrite): void {
    const { revision, removals, line } = this.moment;
    if (isRemoval) this.positions.clear();
    this.moment = {
      revision: revision + Number(isChange),
      removals: removals + Number(isRemoval),
      line,
    };
  }

  /** A statement, prepared when it is run first. */
  #prepare(name: ReadName | WriteName | `insert ${InsertName}`): Prepared {
    const known = this.#prepared.get(name);
    if (known) return known;
    const { text, order } = translate(STATEMENTS.get(name) ?? "");
    const prepared = { statement: this.database.prepare(text), order };
    this.#prepared.set(name, prepared);
    return prepared;
  }
}

/** A write, whose statements take effect at once. */
class SqliteWrite implements LongWrite {
  isChange = false;
  isRemoval = false;
  readonly #engine: SqliteEngine;

  constructor(engine: SqliteEngine) {
    this.#engine = engine;
  }

  async all<Row extends object>(name: ReadName, values?: Values): Promise<Row[]> {
    return this.#engine.rows<Row>(name, values);
  }

  async one<Row extends object>(name: ReadName, values?: Values): Promise<Row | undefined> {
    return this.#engine.row(name, values) as Row | undefined;
  }

  run(name: WriteName, values?: Values): void {
    this.#engine.run(name, values);
  }

  insert(name: InsertName, rows: readonly object[]): void {
    // Events tell of a change, whoever made it.
    if (name === "event") this.isChange = true;
    this.#engine.insert(name, rows);
  }

  change({ isRemoval }: { readonly isRemoval: boolean }): void {
    this.isChange = true;
    this.isRemoval ||= isRemoval;
  }

  beginEpoch(): void {
    // It is that of the engine.
  }

  async settle(): Promise<void> {
    // It is seen already.
  }
}

/** The values of a statement in its order. */
function bound(values: Values, order: readonly number[] | undefined): SQLInputValue[] {
  const given = values.map(toInput);
  return order ? order.map((index) => given[index] as SQLInputValue) : given;
}

function toInput(value: unknown): SQLInputValue {
  return Array.isArray(value) ? JSON.stringify(value.map(toJson)) : (value as SQLInputValue);
}

/** A text, or bytes as hex. */
function toJson(value: unknown): unknown {
  return value instanceof Uint8Array ? fromBlob(value).slice(2) : value;
}
