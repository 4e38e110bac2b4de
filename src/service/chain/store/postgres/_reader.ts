import type { Session } from "../../../postgres.ts";
import type { TreeNodes } from "../../state_tree/mod.ts";
import { RecentValues, sizeOfText } from "../../../recent_values.ts";
import type { ChangeRow } from "../_rows.ts";
import type { StateReading } from "../store.ts";
import type { Statements, View, ViewedRow } from "./_statements.ts";

/** Most characters of the answers of each of the two kinds. */
const MAX_CHARACTERS = 8_000_000;
/** Counted for an object, a number and the like. */
const VALUE = 32;

type Answers = RecentValues<string, Promise<unknown>>;

/** Answers of reads, for as long as they hold and there is room. Equal reads at the same time become one. */
export class ViewCache {
  readonly #view: () => View;
  #revision = -1;
  #removals = -1;
  #epoch = "";
  /** Values that the next block may change. */
  #moving: Answers = new RecentValues(MAX_CHARACTERS);
  /** Values that stay until blocks are removed. */
  #lasting: Answers = new RecentValues(MAX_CHARACTERS);

  constructor(view: () => View) {
    this.#view = view;
  }

  /** An answer that any change of the chain may change. */
  moving<T>(name: string, read: () => Promise<T>): Promise<T> {
    this.#follow();
    return recall(this.#moving, name, read);
  }

  /** A record that stays as it is. That there is none is not kept. */
  lasting<T>(name: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
    this.#follow();
    const answers = this.#lasting;
    const answer = recall(answers, name, read);
    void answer.then(
      (found) => found === undefined && answers.delete(name),
      () => undefined,
    );
    return answer;
  }

  clear(): void {
    this.#moving = new RecentValues(MAX_CHARACTERS);
    this.#lasting = new RecentValues(MAX_CHARACTERS);
  }

  /** Replaces the tables: reads in progress may be of an earlier moment and end in the old ones. */
  #follow(): void {
    const { revision, removals, epoch } = this.#view();
    const isKept = epoch === this.#epoch && removals === this.#removals;
    if (isKept && revision === this.#revision) return;
    this.#revision = revision;
    this.#moving = new RecentValues(MAX_CHARACTERS);
    if (isKept) return;
    this.#removals = removals;
    this.#epoch = epoch;
    this.#lasting = new RecentValues(MAX_CHARACTERS);
  }
}

function recall<T>(answers: Answers, name: string, read: () => Promise<T>): Promise<T> {
  const known = answers.get(name) as Promise<T> | undefined;
  if (known) return known;
  const answer = read();
  void answers.set(name, answer, sizeOfText(name, 0));
  void answer.then(
    (found) =>
      answers.get(name) === answer && answers.set(name, answer, sizeOfText(name, sizeOf(found))),
    () => answers.delete(name),
  );
  return answer;
}

/** Characters and bytes of an answer with all that is in it. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return VALUE;
  if (value instanceof Uint8Array) return value.length + VALUE;
  const parts = value instanceof Map ? [...value].flat() : Object.values(value);
  return parts.reduce<number>((sum, part) => sum + VALUE + sizeOf(part), VALUE);
}

/** Stands for the highest height there may be. */
export const NO_BOUND = Number.MAX_SAFE_INTEGER;

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

/** Reads one segment, each call one statement, and follows what these tell of the moment that they are of. */
export class Reader {
  /** The newest moment that a read was of. */
  view = NOTHING;
  /** When a read was of that moment or a later one, by `performance.now()`. */
  viewedAt = -Infinity;
  readonly #epochs = new Set<string>();
  /** True if it reads what others do not see yet. */
  isPrivate = false;
  readonly #sql: Statements;
  readonly #shared: Session;
  #session: Session;
  #before: (() => Promise<void>) | undefined;
  #isClosed = false;

  constructor(session: Session, sql: Statements) {
    this.#shared = session;
    this.#session = session;
    this.#sql = sql;
  }

  /**
   * Reads by another session from then on: that of a write that is to be seen before it is done. `before` is called
   * ahead of each read.
   */
  use(session: Session, before?: () => Promise<void>): void {
    this.isPrivate = session !== this.#shared;
    this.#session = session;
    this.#before = before;
  }

  close(): void {
    this.#isClosed = true;
  }

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
    if (rows[0] && !this.isPrivate) this.observe(viewOf(rows[0]));
    return rows;
  }

  /** The rows found. */
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

  /** State values as of a height, or the head where that is lower. */
  async readState(keys: readonly string[], height = NO_BOUND): Promise<StateReading> {
    const rows = await this.all<ChangeRow>("state", [keys, height]);
    const values = rows.flatMap(({ key, value }) =>
      value === null ? [] : [[key, value] as const],
    );
    return { height: Math.min(height, rows[0]?.v_height ?? -1), values: new Map(values) };
  }

  async readTreeNodes(paths: readonly string[]): Promise<TreeNodes> {
    const rows = await this.found<{ path: string; bytes: Buffer }>("treeNodes", [paths]);
    return new Map(rows.map(({ path, bytes }) => [path, bytes.toString("hex")]));
  }

  /**
   * Takes what a read was of for the view. Reads may end in another order than they began: the view goes back only if the
   * database did, as one does that is restored. Then there is an epoch that is not known, or nothing else is read.
   */
  observe(view: View): void {
    const { revision, last_event, last_pending, epoch } = this.view;
    const later =
      view.revision - revision || view.last_event - last_event || view.last_pending - last_pending;
    const isKnown = this.#epochs.has(view.epoch);
    const isBehind = isKnown && (later < 0 || (later === 0 && view.epoch !== epoch));
    const now = performance.now();
    if (isBehind && now - this.viewedAt < LATEST) return;
    this.viewedAt = now;
    this.#epochs.add(view.epoch);
    if (later !== 0 || view.epoch !== epoch) this.view = view;
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
