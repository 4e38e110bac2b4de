import type { Session } from "../../../postgres.ts";
import type { Values } from "../_engine.ts";
import type { SegmentReadName, Statements, ViewedRow } from "./_statements.ts";
import type { View } from "./_views.ts";

/** Reads of one segment by one session, each of which tells the moment that it is of. */
export class SegmentReads {
  readonly #session: Session;
  readonly #sql: Statements;
  readonly #observe: (view: View) => void;

  /** @param observe Called with the moment of each read. @default nobody */
  constructor(session: Session, sql: Statements, observe: (view: View) => void = () => undefined) {
    this.#session = session;
    this.#sql = sql;
    this.#observe = observe;
  }

  /** The rows of a read; one with nulls alone where nothing was found. */
  async viewed<Row extends object>(
    name: SegmentReadName,
    values?: Values,
  ): Promise<(Row & ViewedRow)[]> {
    const rows = await this.#session.rows<Row & ViewedRow>(this.#sql[name], values);
    if (rows[0]) this.#observe(viewOf(rows[0]));
    return rows;
  }

  /** The rows found. */
  async all<Row extends object>(name: SegmentReadName, values?: Values): Promise<Row[]> {
    const rows = await this.viewed<Row>(name, values);
    return rows[0]?.is_found ? rows : [];
  }

  /** The first of these. */
  async one<Row extends object>(name: SegmentReadName, values?: Values): Promise<Row | undefined> {
    return (await this.all<Row>(name, values))[0];
  }
}

function viewOf(row: ViewedRow): View {
  return {
    revision: row.v_revision,
    removals: row.v_removals,
    height: row.v_height,
    epoch: row.v_epoch,
    last_event: row.v_last_event,
    last_pending: row.v_last_pending,
  };
}
