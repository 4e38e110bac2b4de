import type { Session } from "../../../postgres.ts";
import type { Values } from "../_engine.ts";
import type { SegmentReadName, Statements, ViewedRow } from "./_statements.ts";

/** Columns of every read that identify its moment. */
export interface View {
  /** Counted up with each change of the chain. */
  readonly revision: number;
  /** Revision of the last removal of blocks. */
  readonly removals: number;
  /** Height of the head, -1 in an empty store. */
  readonly height: number;
  readonly epoch: string;
  readonly last_event: number;
  /** Number of the newest transaction that ever was pending. */
  readonly last_pending: number;
}

const NOTHING: View = {
  revision: 0,
  removals: 0,
  height: -1,
  epoch: "",
  last_event: 0,
  last_pending: 0,
};

/** Milliseconds after which no read ends any more that began before. */
const LATEST = 3_000;

/** Follows the moments that reads of one segment are of. */
export class Views {
  /** The newest moment that a read was of. */
  newest = NOTHING;
  /** When a read was of that moment or a later one, by `performance.now()`. */
  viewedAt = -Infinity;
  readonly #epochs = new Set<string>();

  /**
   * Takes what a read was of for the view. Reads may end in another order than they began: the view goes back only if the
   * database did, as one does that is restored. Then there is an epoch that is not known, or nothing else is read.
   */
  observe(view: View): void {
    const { revision, last_event, last_pending, epoch } = this.newest;
    const later =
      view.revision - revision || view.last_event - last_event || view.last_pending - last_pending;
    const isKnown = this.#epochs.has(view.epoch);
    const isBehind = isKnown && (later < 0 || (later === 0 && view.epoch !== epoch));
    const now = performance.now();
    if (isBehind && now - this.viewedAt < LATEST) return;
    this.viewedAt = now;
    this.#epochs.add(view.epoch);
    if (later !== 0 || view.epoch !== epoch) this.newest = view;
  }
}

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
