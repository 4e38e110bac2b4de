import type { Session } from "../../../postgres.ts";
import type { Values } from "../_engine.ts";
import type { SegmentReadName, Statements, ViewedRow } from "./_statements.ts";

/** The columns of every read that tell which state of the database it saw. */
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

/** Milliseconds that a read takes at most. */
const LONGEST_READ = 3_000;

/** The newest view of a segment, as its reads tell. */
export class Views {
  /** The newest view that a read had. */
  newest = NOTHING;
  /** When a read had that view or a later one, by `performance.now()`. */
  viewedAt = -Infinity;
  readonly #epochs = new Set<string>();

  /**
   * Takes the view of a read. Reads may end in another order than they began, so an older view does not count for as long as
   * a read may take. After that, or with an epoch that no read had before, the database itself went back, as a restored one
   * does, and the older view is the newest.
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

/** Reads of one segment by one session; each tells its view. */
export class SegmentReads {
  readonly #session: Session;
  readonly #sql: Statements;
  readonly #observe: (view: View) => void;

  /** @param observe Called with the view of each read. @default nobody */
  constructor(session: Session, sql: Statements, observe: (view: View) => void = () => undefined) {
    this.#session = session;
    this.#sql = sql;
    this.#observe = observe;
  }

  /** The rows of a read with its view. Where nothing was found it is one row whose other columns are null. */
  async viewed<Row extends object>(
    name: SegmentReadName,
    values?: Values,
  ): Promise<(Row & ViewedRow)[]> {
    const rows = await this.#session.rows<Row & ViewedRow>(this.#sql[name], values);
    if (rows[0]) this.#observe(viewOf(rows[0]));
    return rows;
  }

  /** The rows that were found. */
  async all<Row extends object>(name: SegmentReadName, values?: Values): Promise<Row[]> {
    const rows = await this.viewed<Row>(name, values);
    return rows[0]?.is_found ? rows : [];
  }

  /** The first row that was found. */
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
