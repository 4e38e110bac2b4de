import type { Session } from "../../../postgres.ts";
import type { Statements, View, ViewedRow } from "./_statements.ts";

const NOTHING: View = { revision: 0, removals: 0, height: -1, epoch: "", last_event: 0 };

/** Reads one segment, each call one statement, and follows what these tell of the moment that they are of. */
export class Reader {
  readonly #sql: Statements;
  readonly #shared: Session;
  #session: Session;
  #isPrivate = false;
  #before: (() => Promise<void>) | undefined;
  #view = NOTHING;
  #isClosed = false;

  constructor(session: Session, sql: Statements) {
    this.#shared = session;
    this.#session = session;
    this.#sql = sql;
  }

  /** The newest moment that a read was of. */
  get view(): View {
    return this.#view;
  }

  /**
   * Reads by another session from then on: that of a write that is to be seen before it is done. `before` is called
   * ahead of each read.
   */
  use(session: Session, before?: () => Promise<void>): void {
    this.#isPrivate = session !== this.#shared;
    this.#session = session;
    this.#before = before;
  }

  /** True if it reads what others do not see yet. */
  get isPrivate(): boolean {
    return this.#isPrivate;
  }

  /** Rejects every call from then on. */
  close(): void {
    this.#isClosed = true;
  }

  /** Throws where it is closed. */
  ensureOpen(): void {
    if (this.#isClosed) throw new Error("Cannot use the store: it is closed");
  }

  /** The rows of a read; one with nulls alone where nothing was found. */
  async all<Row extends object>(
    name: keyof Statements,
    values?: readonly unknown[],
  ): Promise<(Row & ViewedRow)[]> {
    this.ensureOpen();
    if (this.#before) await this.#before();
    const rows = await this.#session.rows<Row & ViewedRow>(this.#sql[name], values);
    if (rows[0] && !this.#isPrivate) this.observe(rows[0]);
    return rows;
  }

  /** The rows of what was found. */
  async found<Row extends object>(
    name: keyof Statements,
    values?: readonly unknown[],
  ): Promise<(Row & ViewedRow)[]> {
    const rows = await this.all<Row>(name, values);
    return rows[0]?.is_found ? rows : [];
  }

  /** The first of these. */
  async one<Row extends object>(
    name: keyof Statements,
    values?: readonly unknown[],
  ): Promise<(Row & ViewedRow) | undefined> {
    return (await this.found<Row>(name, values))[0];
  }

  /** Reads may end in another order than they began: the view never goes back. */
  observe(row: Omit<ViewedRow, "is_found">): void {
    const { v_revision, v_last_event } = row;
    const { revision, last_event } = this.#view;
    if (v_revision < revision || (v_revision === revision && v_last_event < last_event)) return;
    if (v_revision === revision && v_last_event === last_event && row.v_epoch === this.#view.epoch)
      return;
    this.#view = {
      revision: v_revision,
      removals: row.v_removals,
      height: row.v_height,
      epoch: row.v_epoch,
      last_event: v_last_event,
    };
  }
}
