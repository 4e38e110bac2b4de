import type { Session } from "../../../postgres.ts";
import type { Values } from "../_engine.ts";
import type { SegmentReadName, PostgresStatements, ViewedRow } from "./_statements.ts";

/** The columns of every read that identify the state of the database. */
export interface View {
  /** Increases with each change of the chain. */
  readonly revision: number;
  /** Revision of the last removal of blocks. */
  readonly removals: number;
  /** Height of the head; -1 in an empty store. */
  readonly height: number;
  readonly epoch: string;
  readonly last_event: number;
  /** Number of the newest transaction that was ever pending. */
  readonly last_pending: number;
}

const EMPTY = { revision: 0, removals: 0, height: -1, epoch: "", last_event: 0, last_pending: 0 };

/** Maximum duration of a read, in milliseconds. */
const LONGEST_READ = 3_000;

/** Finds the newest view of a segment among those of its reads. */
export class Views {
  newest: View = EMPTY;
  /** Time of the last read with the newest view, by `performance.now()`. */
  viewedAt = -Infinity;
  readonly #epochs = new Set<string>();

  /**
   * Takes the view of a read. Reads may overtake one another, so an older view is ignored for the longest duration of a read.
   * After that time, or with an unknown epoch, the database was restored to an earlier state, and the older view is the newest.
   */
  observe(view: View): void {
    const { revision, last_event, last_pending, epoch } = this.newest;
    const later =
      view.revision - revision || view.last_event - last_event || view.last_pending - last_pending;
    const isKnown = this.#epochs.has(view.epoch);
    const isBehind = isKnown && (later < 0 || (later === 0 && view.epoch !== epoch));
    const now = performance.now();
    if (isBehind && now - this.viewedAt < LONGEST_READ) return;
    this.viewedAt = now;
    this.#epochs.add(view.epoch);
    if (later !== 0 || view.epoch !== epoch) this.newest = view;
  }
}

/** The reads of a segment in a session; each reports its view. */
export class SegmentReads {
  readonly #session: Session;
  readonly #sql: PostgresStatements;
  readonly #observe: (view: View) => void;

  /** @param observe Called with the view of each read. */
  constructor(
    session: Session,
    sql: PostgresStatements,
    observe: (view: View) => void = () => undefined,
  ) {
    this.#session = session;
    this.#sql = sql;
    this.#observe = observe;
  }

  /** Returns the rows of a read with its view. If nothing is found, the other columns of a single row are null. */
  async viewed<Row extends object>(
    name: SegmentReadName,
    values?: Values,
  ): Promise<(Row & ViewedRow)[]> {
    const rows = await this.#session.rows<Row & ViewedRow>(this.#sql[name], values);
    if (rows[0]) this.#observe(viewOf(rows[0]));
    return rows;
  }

  /** Returns the found rows. */
  async all<Row extends object>(name: SegmentReadName, values?: Values): Promise<Row[]> {
    const rows = await this.viewed<Row>(name, values);
    return rows[0]?.is_found ? rows : [];
  }

  /** Returns the first found row. */
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
