import type { Database, Session } from "../../../postgres.ts";
import type { Engine, Exclusion, Moment, Reads, Values } from "../_engine.ts";
import { type ChainRow, SegmentWrite } from "./_segment_write.ts";
import {
  qualified,
  type SegmentReadName,
  type PostgresStatements,
  postgresStatements,
} from "./_statements.ts";
import { SegmentReads, type View, Views } from "./_segment_reads.ts";

/** Another process has taken over the lease that a writer had: nothing was written. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";

  constructor(term: number) {
    super(`Cannot write: the lease of term ${term} has passed to another process`);
  }
}

/** Where a segment is. */
export interface SegmentParts {
  /** Stays open when the store is closed. */
  readonly database: Pick<Database, "rows" | "transaction">;
  /** That of the segment; `migrate` makes it. */
  readonly schema: string;
  /** Term of the lease by which it writes; without one it writes pending transactions alone. */
  readonly term?: number | undefined;
}

/** Levels of a state tree that are read at once: a tree of a million keys has seven or eight. */
const LEVELS = 10;

/** The tables of one segment over a pool of connections. */
export class PostgresEngine implements Engine {
  readonly levels = LEVELS;
  moment: Moment = { revision: 0, removals: 0, timeline: "" };
  readonly #parts: SegmentParts;
  readonly #sql: PostgresStatements;
  readonly #views = new Views();
  readonly #shared: SegmentReads;
  /** A write that is seen before it is done. */
  #long: SegmentWrite | undefined;
  /** The moment after its last write. */
  #written: View | undefined;
  /** Times that the chain may have changed unseen. */
  #doubts = 0;
  #isClosed = false;

  constructor(parts: SegmentParts) {
    this.#parts = parts;
    this.#sql = postgresStatements(parts.schema);
    this.#shared = new SegmentReads(parts.database, this.#sql, (view) => this.observe(view));
  }

  /** The newest moment that a read was of. */
  get view(): View {
    return this.#views.newest;
  }

  /** When a read was of that moment or a later one, by `performance.now()`. */
  get viewedAt(): number {
    return this.#views.viewedAt;
  }

  get epoch(): string {
    return this.view.epoch;
  }

  get isPrivate(): boolean {
    return this.#long !== undefined;
  }

  ensureUsable(): void {
    if (this.#isClosed) throw new Error("Cannot use the store: it is closed");
  }

  /** Takes note of the moment that a read is of. */
  observe(view: View): void {
    this.#views.observe(view);
    this.#setMoment();
  }

  /** The reads that see what they are to see now. */
  get reads(): SegmentReads {
    this.ensureUsable();
    return this.#long ?? this.#shared;
  }

  async all<Row extends object>(name: SegmentReadName, values?: Values): Promise<Row[]> {
    return this.reads.all<Row>(name, values);
  }

  async one<Row extends object>(name: SegmentReadName, values?: Values): Promise<Row | undefined> {
    return this.reads.one<Row>(name, values);
  }

  /** What it changed is what is known from then on. Where that is not known, the next reads ask the database. */
  async write<Found>(
    exclusion: Exclusion,
    read: (reads: Reads) => Promise<Found>,
    work: (write: SegmentWrite, found: Found) => void | Promise<void>,
  ): Promise<void> {
    this.ensureUsable();
    const last = this.#written;
    try {
      const view = await this.#transact(exclusion, read, (write, found) => {
        const { epoch, revision } = write.chain;
        // The database lost writes that this process has seen.
        if (last && last.epoch === epoch && last.revision > revision)
          throw new Error("Cannot write: the database was put back to an earlier state");
        return work(write, found);
      });
      if (view) this.observe((this.#written = view));
      else this.#doubt();
    } catch (error) {
      this.#doubt();
      throw error;
    }
  }

  /**
   * A write of pending transactions, by any process; nobody else writes meanwhile. Nothing is written where `work` returns
   * `false`.
   */
  async writePending<Found>(
    read: (reads: SegmentReads) => Promise<Found>,
    work: (write: SegmentWrite, found: Found) => void | false,
  ): Promise<void> {
    this.ensureUsable();
    const view = await this.#transact("pending", read, work);
    if (view) this.observe(view);
  }

  async fill(work: (write: SegmentWrite) => Promise<void>): Promise<void> {
    const fill = async (write: SegmentWrite): Promise<void> => {
      write.session.run(this.#sql.takeTime);
      this.#long = write;
      await work(write);
    };
    try {
      await this.write("all", async () => undefined, fill);
    } finally {
      this.#long = undefined;
    }
    // Without statistics it works too.
    await this.#parts.database.rows(this.#sql.analyze).catch(() => undefined);
  }

  async ask<Row extends object>(statement: string, values?: Values): Promise<Row[]> {
    const { database, schema } = this.#parts;
    const session = this.#long?.session ?? database;
    return session.rows<Row>({ name: "", text: qualified(statement, schema) }, values);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
  }

  /**
   * Does a write: all of it, or none. `read` and the lock are one round trip.
   *
   * @returns The moment after it; undefined where the answer to that was lost.
   */
  async #transact<Found>(
    lock: Exclusion | "pending",
    read: (reads: SegmentReads) => Promise<Found>,
    work: (write: SegmentWrite, found: Found) => Promise<void> | false | void,
  ): Promise<View | undefined> {
    const { database, schema } = this.#parts;
    const sql = this.#sql;
    // The last statement is answered with the commit: nobody waits for the one before the other.
    const { view } = await database.transaction(async (session) => {
      const reads = new SegmentReads(session, sql);
      const [locked, found] = await Promise.allSettled([this.#lock(session, lock), read(reads)]);
      // Both have ended: nothing may be left to run on the session.
      if (locked.status === "rejected") throw locked.reason;
      if (found.status === "rejected") throw found.reason;
      const write = new SegmentWrite(session, schema, sql, locked.value);
      const isWritten = (await work(write, found.value)) !== false;
      return { view: isWritten ? write.writeChain() : Promise.resolve(write.chain) };
    });
    return view.catch(() => undefined);
  }

  /** Makes sure that a write may be done, and keeps others from writing. */
  async #lock(session: Session, lock: Exclusion | "pending"): Promise<ChainRow> {
    const { term } = this.#parts;
    const { lockChain, lockAll, lockBlocks } = this.#sql;
    if (lock === "pending") {
      const [row] = await session.rows<ChainRow>(lockChain);
      if (row) return { ...row };
      throw new Error("Cannot write: the segment has no chain");
    }
    if (term === undefined) throw new Error("Cannot write: this store has no lease");
    const [row] = await session.rows<ChainRow>(lock === "all" ? lockAll : lockBlocks, [term]);
    if (row) return { ...row };
    throw new LeaseLostError(term);
  }

  #doubt(): void {
    this.#doubts++;
    this.#setMoment();
  }

  #setMoment(): void {
    const { revision, removals, epoch } = this.view;
    this.moment = { revision, removals, timeline: `${epoch} ${this.#doubts}` };
  }
}
