import type { StatementSync } from "node:sqlite";
import {
  type EventBounds,
  type EventDraft,
  type EventLog,
  type EventPage,
  GAP,
  type LogSize,
} from "../service/chain/store/mod.ts";
import {
  EVENTS_WITHOUT_PENDING,
  openEventLog,
  type OpenedEventLog,
} from "../service/chain/store/internal.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import type { Hex } from "../units/mod.ts";
import { prepare } from "./_prepare.ts";
import type { BlockId } from "./_upstream_identity.ts";

/** An event, and what it changes; in the order of the log. */
export interface LogStep {
  /** The event; undefined where the log has it already. */
  readonly draft?: EventDraft | undefined;
  /** The block that it adds. */
  readonly block?: BlockId | undefined;
  /** Lowest height of the blocks that it removes. */
  readonly removedFrom?: number | undefined;
  /** Cursors of the upstream, by their topics; null where there is none any longer. */
  readonly cursors?: readonly (readonly [topic: TopicName, cursor: string | null])[] | undefined;
}

/** Thrown where a block does not follow the one before: the chain has to be followed anew, from heights. */
export class NotResumable extends Error {
  override readonly name = "NotResumable";
}

/** Options of a {@linkcode FollowedLog}. */
type FollowedLogOptions = Pick<
  Parameters<typeof openEventLog>[0],
  "path" | "bound" | "clock" | "durability"
>;

/** Newest blocks whose hashes are persisted, to find the fork of a reorganisation during an absence. */
const REMEMBERED = 1_024;

/** Transactions that are searched for the last one of a block that still stands. */
const SEARCHED = 5_000;

const VERSION = 3;

const UPGRADE = `${EVENTS_WITHOUT_PENDING};
  DELETE FROM cursor WHERE topic = 'pending_transactions'`;

/**
 * Tables beside those of the events: the newest blocks of the chain; the upstream's cursor of the last event of each topic,
 * written with the event; the first block, which tells the chain from others.
 */
const TABLES = `
  CREATE TABLE passed (height INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT;
  CREATE TABLE cursor (topic TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE first (height INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT;
  CREATE INDEX gap ON event (topic) WHERE topic = 'gap';
`;

const SQL = {
  blocks: "SELECT height, hash FROM passed ORDER BY height",
  addBlock: "INSERT OR REPLACE INTO passed (height, hash) VALUES (?, ?)",
  removeBlocks: "DELETE FROM passed WHERE height >= ?",
  forgetBlocks: "DELETE FROM passed WHERE height <= ?",
  cursors: "SELECT topic, value FROM cursor",
  putCursor: "INSERT OR REPLACE INTO cursor (topic, value) VALUES (?, ?)",
  removeCursor: "DELETE FROM cursor WHERE topic = ?",
  first: "SELECT height, hash FROM first",
  putFirst: "INSERT OR REPLACE INTO first (height, hash) VALUES (?, ?)",
  gaps: "SELECT seq, body FROM event WHERE topic = 'gap' ORDER BY seq",
  transactions: "SELECT body FROM event WHERE topic = 'transactions' ORDER BY seq DESC LIMIT ?",
} as const;

/** The events of an upstream's chain in a local log, with its newest blocks and cursors; a restart resumes from there. */
export class FollowedLog implements EventLog {
  readonly #opened: OpenedEventLog;
  readonly #sql: Readonly<Record<keyof typeof SQL, StatementSync>>;
  /** Sequence number of the newest gap of each topic. */
  readonly #gaps = new Map<string, number>();
  #blocks: ReadonlyMap<number, Hex>;
  /** The upstream's cursor of the last event of each topic. */
  readonly cursors = new Map<TopicName, string>();
  /** Newest block. */
  tip: BlockId | undefined;

  /** Opens a file, or a log in memory. */
  constructor(options: FollowedLogOptions = {}) {
    const opened = openEventLog({ ...options, version: VERSION, upgrade: UPGRADE, tables: TABLES });
    this.#opened = opened;
    this.#sql = prepare(opened.database, SQL);
    const blocks = this.#sql.blocks.all() as unknown as BlockId[];
    this.#blocks = new Map(blocks.map(({ height, hash }) => [height, hash]));
    this.tip = blocks.at(-1);
    for (const { topic, value } of this.#sql.cursors.all())
      this.cursors.set(topic as TopicName, String(value));
    this.#readGaps();
  }

  get epoch(): string {
    return this.#opened.log.epoch;
  }

  /** First block of the chain; undefined before it was followed. */
  get firstBlock(): BlockId | undefined {
    return this.#sql.first.get() as BlockId | undefined;
  }

  /** Hashes of the newest blocks by their heights, in order. */
  get blocks(): ReadonlyMap<number, Hex> {
    return this.#blocks;
  }

  /** Returns true for a block that is logged, or lies below all whose hashes are remembered. */
  hasPassed({ height, hash }: BlockId): boolean {
    const [lowest = 0] = this.#blocks.keys();
    return height < lowest || this.#blocks.get(height) === hash;
  }

  async bounds(topics?: readonly string[]): Promise<EventBounds> {
    return this.#within(await this.#opened.log.bounds(), topics);
  }

  async read(after: number, span: number, topics?: readonly string[]): Promise<EventPage> {
    return this.#within(await this.#opened.log.read(after, span, topics), topics);
  }

  size(): Promise<LogSize | undefined> {
    return this.#opened.log.size();
  }

  endOf(epoch: string): Promise<number | undefined> {
    return this.#opened.log.endOf(epoch);
  }

  /**
   * Writes events and what they change, all or nothing; blocks that are there already are left out.
   *
   * @returns True if a block was added or removed.
   * @throws {NotResumable} If a block does not follow the one before.
   */
  write(steps: readonly LogStep[]): boolean {
    const blocks = new Map(this.#blocks);
    const added = applyBlocks(steps, (this.tip?.height ?? -1) + 1, blocks);
    this.#commit(added, blocks);
    return added.some(({ block, removedFrom }) => block || removedFrom !== undefined);
  }

  /** Begins to follow a chain, at a block. Unless the log is new, the events up to there are missing in all topics. */
  begin(tip: BlockId, first: BlockId, topics: readonly TopicName[]): void {
    const cursors = topics.map((topic) => [topic, null] as const);
    const draft = this.tip && gapOf(topics);
    const step = { draft, removedFrom: 0, block: tip, cursors };
    this.#commit([step], new Map([[tip.height, tip.hash]]), first);
  }

  /** The newest logged transaction whose block still stands. */
  lastTransaction(): { readonly height: number; readonly hash: Hex } | undefined {
    for (const { body } of this.#sql.transactions.all(SEARCHED)) {
      const { blockNumber, blockHash, hash } = JSON.parse(String(body));
      if (this.#blocks.get(blockNumber) === blockHash) return { height: blockNumber, hash };
    }
    return undefined;
  }

  close(): void {
    this.#opened.database.close();
  }

  #commit(steps: readonly LogStep[], blocks: ReadonlyMap<number, Hex>, first?: BlockId): void {
    const drafts = steps.flatMap(({ draft }) => draft ?? []);
    this.#opened.write(drafts, () => {
      if (first) this.#sql.putFirst.run(first.height, first.hash);
      for (const step of steps) this.#writeStep(step);
    });
    this.#blocks = blocks;
    const [height, hash] = [...blocks].at(-1) ?? [];
    this.tip = height === undefined || hash === undefined ? undefined : { height, hash };
    for (const [topic, cursor] of steps.flatMap(({ cursors = [] }) => cursors)) {
      if (cursor === null) this.cursors.delete(topic);
      else this.cursors.set(topic, cursor);
    }
    if (drafts.some(({ topic }) => topic === GAP)) this.#readGaps();
  }

  #writeStep({ block, removedFrom, cursors = [] }: LogStep): void {
    if (removedFrom !== undefined) this.#sql.removeBlocks.run(removedFrom);
    if (block) {
      this.#sql.addBlock.run(block.height, block.hash);
      this.#sql.forgetBlocks.run(block.height - REMEMBERED);
    }
    for (const [topic, cursor] of cursors) {
      if (cursor === null) this.#sql.removeCursor.run(topic);
      else this.#sql.putCursor.run(topic, cursor);
    }
  }

  #readGaps(): void {
    for (const { seq, body } of this.#sql.gaps.all())
      for (const topic of JSON.parse(String(body)) as string[]) this.#gaps.set(topic, Number(seq));
  }

  /** Cursors before a gap in one of the topics are refused as expired. */
  #within<Bounds extends EventBounds>(bounds: Bounds, topics: readonly string[] = []): Bounds {
    const gaps = topics.map((topic) => (this.#gaps.get(topic) ?? 0) + 1);
    return { ...bounds, first: Math.max(bounds.first, ...gaps) };
  }
}

/** A mark that events of these topics are missing. */
export function gapOf(topics: readonly TopicName[]): EventDraft {
  return { topic: GAP, body: JSON.stringify(topics) };
}

/**
 * Adds and removes blocks as the steps tell.
 *
 * @param next Height of the next block.
 * @param blocks Changed in place.
 * @returns The steps; of a block that is there already, its cursors alone.
 */
function applyBlocks(
  steps: readonly LogStep[],
  next: number,
  blocks: Map<number, Hex>,
): readonly LogStep[] {
  return steps.map((step): LogStep => {
    const { block, removedFrom, cursors } = step;
    if (removedFrom !== undefined) {
      for (const height of blocks.keys()) if (height >= removedFrom) blocks.delete(height);
      next = removedFrom;
    }
    if (!block) return step;
    const { height, hash } = block;
    if (height < next && (blocks.get(height) ?? hash) === hash) return { cursors };
    if (height !== next)
      throw new NotResumable(`Block ${height} ${hash} does not follow block ${next - 1}`);
    blocks.set(height, hash);
    blocks.delete(height - REMEMBERED);
    next++;
    return step;
  });
}
