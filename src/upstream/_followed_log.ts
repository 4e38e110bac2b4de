import type { StatementSync } from "node:sqlite";
import {
  type EventBounds,
  type EventDraft,
  type EventLog,
  type EventPage,
  GAP,
  type LogPart,
  type LogSize,
} from "../service/chain/store/mod.ts";
import { openEventLog, type OpenedEventLog } from "../service/chain/store/internal.ts";
import type { LogBound } from "../service/event_retention.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import type { Hex } from "../units/mod.ts";
import type { BlockId } from "./_upstream_chain.ts";

/** One event with what follows from it; in the order of the log. */
export interface LogStep {
  /** The event; undefined where the log has it already. */
  readonly draft?: EventDraft | undefined;
  /** The block that it tells of. */
  readonly block?: BlockId | undefined;
  /** Lowest height of the blocks that it removes. */
  readonly removedFrom?: number | undefined;
  /** Cursors of the upstream, by their topics; null where it gives none. */
  readonly cursors?: readonly (readonly [topic: TopicName, cursor: string | null])[] | undefined;
}

/** Blocks whose hashes are remembered: a reorganisation during an absence is found among them. */
const REMEMBERED = 1_024;

/** Transactions that are looked through for the last one of a block that still stands. */
const LOOKED_THROUGH = 5_000;

const VERSION = 2;

/**
 * Tables beside those of the events.
 *
 * - `passed` has the newest blocks of the chain.
 * - `cursor` has the upstream's cursor of the last event of each topic, written with the event.
 * - `first` has the first block of the chain, which tells it from others; `height` is above the blocks whose
 *   transactions were never followed.
 */
const TABLES = `
  CREATE TABLE passed (height INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT;
  CREATE TABLE cursor (topic TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE first (height INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT;
  CREATE TABLE began (height INTEGER PRIMARY KEY) STRICT;
  CREATE INDEX gap ON event (topic) WHERE topic = 'gap';
`;

const SQL = {
  allPassed: "SELECT height, hash FROM passed ORDER BY height",
  pass: "INSERT OR REPLACE INTO passed (height, hash) VALUES (?, ?)",
  remove: "DELETE FROM passed WHERE height >= ?",
  forget: "DELETE FROM passed WHERE height <= ?",
  allCursors: "SELECT topic, value FROM cursor",
  putCursor: "INSERT OR REPLACE INTO cursor (topic, value) VALUES (?, ?)",
  dropCursor: "DELETE FROM cursor WHERE topic = ?",
  first: "SELECT height, hash FROM first",
  putFirst: "INSERT OR REPLACE INTO first (height, hash) VALUES (?, ?)",
  began: "SELECT max(height) AS height FROM began",
  begin: "INSERT OR REPLACE INTO began (height) VALUES (?)",
  gaps: "SELECT seq, body FROM event WHERE topic = 'gap' ORDER BY seq",
  transactions: "SELECT body FROM event WHERE topic = 'transactions' ORDER BY seq DESC LIMIT ?",
} as const;

/**
 * The events of an upstream's chain in a local log, with how far it was followed: written together, so that a restart
 * goes on where it stopped.
 */
export class FollowedLog implements EventLog {
  readonly #opened: OpenedEventLog;
  readonly #sql: Readonly<Record<keyof typeof SQL, StatementSync>>;
  /** Sequence of the newest gap of each topic. */
  readonly #gaps = new Map<string, number>();
  /** Hashes of the newest blocks by their heights, in order. */
  readonly passed = new Map<number, Hex>();
  readonly cursors = new Map<TopicName, string>();

  /** @param path A file; in memory if left out. */
  constructor(path?: string, bound?: LogBound) {
    const opened = openEventLog({ path, bound, version: VERSION, tables: TABLES });
    this.#opened = opened;
    const prepared = Object.entries(SQL).map(([name, sql]) => {
      return [name, opened.database.prepare(sql)] as const;
    });
    this.#sql = Object.fromEntries(prepared) as Record<keyof typeof SQL, StatementSync>;
    const blocks = this.#sql.allPassed.all() as unknown as BlockId[];
    for (const { height, hash } of blocks) this.passed.set(height, hash);
    for (const { topic, value } of this.#sql.allCursors.all()) {
      this.cursors.set(topic as TopicName, String(value));
    }
    this.#findGaps([{ draft: gapOf([]) }]);
  }

  get epoch(): string {
    return this.#opened.log.epoch;
  }

  /** First block of the chain; undefined before it was followed. */
  get firstBlock(): BlockId | undefined {
    return this.#sql.first.get() as BlockId | undefined;
  }

  /** Newest block that was followed. */
  get tip(): BlockId | undefined {
    const [height = -1, hash] = [...this.passed].at(-1) ?? [];
    return hash === undefined ? undefined : { height, hash };
  }

  async bounds(topics?: readonly string[]): Promise<EventBounds> {
    return this.#within(await this.#opened.log.bounds(topics), topics);
  }

  async read(after: number, span: number, topics?: readonly string[]): Promise<EventPage> {
    return this.#within(await this.#opened.log.read(after, span, topics), topics);
  }

  sizes(): Promise<Partial<Record<LogPart, LogSize>>> {
    return this.#opened.log.sizes();
  }

  endOf(epoch: string): Promise<number | undefined> {
    return this.#opened.log.endOf(epoch);
  }

  /** Writes events and how far they go, as a whole. */
  write(steps: readonly LogStep[]): void {
    const { log, transactions } = this.#opened;
    transactions.run(() => {
      log.append(steps.flatMap(({ draft }) => (draft ? [draft] : [])));
      for (const step of steps) this.#writeStep(step);
    });
    for (const step of steps) this.#apply(step);
    this.#findGaps(steps);
  }

  /**
   * Begins to follow a chain, at a block.
   *
   * @param missing Topics whose events up to there are missing; none where the log is new.
   */
  begin(tip: BlockId, first: BlockId, missing: readonly TopicName[]): void {
    const { transactions, log } = this.#opened;
    const cursors = [...this.cursors.keys()].map((topic) => [topic, null] as const);
    const step: LogStep = { removedFrom: 0, block: tip, cursors };
    const draft = this.tip && gapOf(missing);
    transactions.run(() => {
      this.#sql.putFirst.run(first.height, first.hash);
      this.#sql.begin.run(tip.height);
      this.#writeStep(step);
      if (draft) log.append([draft]);
    });
    this.#apply(step);
    this.#findGaps([{ draft }]);
  }

  /** The newest transaction in the log that is in a block up to `height` which still stands. */
  lastTransaction(height: number): { readonly height: number; readonly hash: Hex } | undefined {
    for (const { body } of this.#sql.transactions.all(LOOKED_THROUGH)) {
      const { blockNumber, blockHash, hash } = JSON.parse(String(body));
      const stands = blockNumber <= height && this.passed.get(blockNumber) === blockHash;
      if (stands) return { height: blockNumber, hash };
    }
    return undefined;
  }

  /** Height above which transactions were followed. */
  get began(): number {
    return (this.#sql.began.get() as { height: number | null }).height ?? -1;
  }

  close(): void {
    this.#opened.database.close();
  }

  #writeStep({ block, removedFrom, cursors = [] }: LogStep): void {
    if (removedFrom !== undefined) this.#sql.remove.run(removedFrom);
    if (block) {
      this.#sql.pass.run(block.height, block.hash);
      this.#sql.forget.run(block.height - REMEMBERED);
    }
    for (const [topic, cursor] of cursors) {
      if (cursor === null) this.#sql.dropCursor.run(topic);
      else this.#sql.putCursor.run(topic, cursor);
    }
  }

  #apply({ block, removedFrom = Infinity, cursors = [] }: LogStep): void {
    for (const height of this.passed.keys()) if (height >= removedFrom) this.passed.delete(height);
    if (block) {
      this.passed.set(block.height, block.hash);
      this.passed.delete(block.height - REMEMBERED);
    }
    for (const [topic, cursor] of cursors) {
      if (cursor === null) this.cursors.delete(topic);
      else this.cursors.set(topic, cursor);
    }
  }

  #findGaps(steps: readonly LogStep[]): void {
    if (!steps.some(({ draft }) => draft?.topic === GAP)) return;
    for (const { seq, body } of this.#sql.gaps.all()) {
      for (const topic of JSON.parse(String(body)) as string[]) this.#gaps.set(topic, Number(seq));
    }
  }

  #within<Bounds extends EventBounds>(bounds: Bounds, topics: readonly string[] = []): Bounds {
    const gaps = topics.map((topic) => (this.#gaps.get(topic) ?? 0) + 1);
    return { ...bounds, first: Math.max(bounds.first, ...gaps) };
  }
}

/** A mark that events of these topics are missing. */
export function gapOf(topics: readonly TopicName[]): EventDraft {
  return { topic: GAP, body: JSON.stringify(topics) };
}
