import type { StatementSync } from "node:sqlite";
import type {
  EventBounds,
  EventDraft,
  EventLog,
  EventPage,
  LogSize,
} from "../service/chain/store/mod.ts";
import { openEventLog, type OpenedEventLog } from "../service/chain/store/internal.ts";
import type { TopicName } from "../generated/topics.gen.ts";
import type { Hex } from "../units/mod.ts";
import { prepare } from "./_prepare.ts";
import type { BlockClaim, BlockId } from "./_upstream_identity.ts";

/** An event, and what it changes; in the order of the log. */
export interface LogStep {
  /** The event; undefined where the log has it already. */
  readonly draft?: EventDraft | undefined;
  /** The block that it adds. */
  readonly block?: BlockId | undefined;
  /** Number of the transactions of that block. */
  readonly txCount?: number | undefined;
  /** The transaction that it tells of, with its block. */
  readonly claim?: BlockClaim | undefined;
  /** Lowest height of the blocks that it removes. */
  readonly removedFrom?: number | undefined;
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

/** Newest transactions that are remembered, so that none is logged twice: those of one block at least. */
const TRANSACTIONS = 5_000;

/** Topics that REST has too, and the one whose events follow from it. The others cannot be restored. */
const RESTORED: ReadonlySet<string> = new Set<TopicName>(["blocks", "transactions", "reorgs"]);

/** Returns true for a topic whose missed events are restored through REST. */
export const isRestored = (topic: string): boolean => RESTORED.has(topic);

/** The topics of a floor: all of them, or those that are not restored. */
type Floor = "every" | "others";

const VERSION = 4;

/** Sequences below which events of some topics may be missing. */
const FLOORS =
  "CREATE TABLE floor (topics TEXT PRIMARY KEY, sequence INTEGER NOT NULL) STRICT, WITHOUT ROWID;";

/** Tables beside those of the events: also the newest blocks of the chain, and the first one, which tells it from others. */
const TABLES = `${FLOORS}
  CREATE TABLE passed (height INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT;
  CREATE TABLE first (height INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT;
`;

/** Version 3 marked what was missing by events of the topic `gap`, which stay there for their numbers. */
const UPGRADE = `${FLOORS} DROP TABLE cursor; DROP INDEX gap;
  INSERT INTO floor SELECT 'every', coalesce(max(seq), 0) + 1 FROM event WHERE topic = 'gap'`;

const SQL = {
  blocks: "SELECT height, hash FROM passed ORDER BY height",
  addBlock: "INSERT OR REPLACE INTO passed (height, hash) VALUES (?, ?)",
  removeBlocks: "DELETE FROM passed WHERE height >= ?",
  forgetBlocks: "DELETE FROM passed WHERE height <= ?",
  first: "SELECT height, hash FROM first",
  putFirst: "INSERT OR REPLACE INTO first (height, hash) VALUES (?, ?)",
  floor: "SELECT coalesce(max(sequence), 1) AS sequence FROM floor WHERE topics = ?",
  raiseFloor: "INSERT OR REPLACE INTO floor SELECT ?, coalesce(max(seq), 0) + 1 FROM event",
  transactions: `SELECT body ->> 'hash' AS "transaction", body ->> 'blockNumber' AS height, body ->> 'blockHash' AS hash,
    body ->> 'fromHeight' AS removedFrom FROM event WHERE topic IN ('transactions', 'reorgs')
    AND seq >= (SELECT coalesce(max(sequence), 1) FROM floor WHERE topics = 'every') ORDER BY seq DESC LIMIT ?`,
} as const;

/** The events of an upstream's chain in a local log, with its newest blocks; a restart resumes from there. */
export class FollowedLog implements EventLog {
  readonly #opened: OpenedEventLog;
  readonly #sql: Readonly<Record<keyof typeof SQL, StatementSync>>;
  #blocks: ReadonlyMap<number, Hex>;
  /** Blocks of the newest transactions that are logged, by the hashes of these, in order. */
  #transactions = new Map<Hex, BlockId>();
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
    const rows = this.#sql.transactions.all(TRANSACTIONS) as unknown as LoggedRow[];
    const steps = rows.toReversed().map(({ removedFrom, ...claim }): LogStep => {
      return removedFrom === null ? { claim } : { removedFrom };
    });
    newSteps(steps, 0, { blocks: new Map(), transactions: this.#transactions });
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
   * Writes events and what they change, all or nothing; blocks and transactions that are there already are left out.
   *
   * @returns True if a block was added or removed.
   * @throws {NotResumable} If a block does not follow the one before.
   */
  write(steps: readonly LogStep[]): boolean {
    const chain = { blocks: new Map(this.#blocks), transactions: new Map(this.#transactions) };
    const added = newSteps(steps, (this.tip?.height ?? -1) + 1, chain);
    this.#commit(added, chain);
    return added.some(({ block, removedFrom }) => block || removedFrom !== undefined);
  }

  /** Begins to follow a chain, at a block. Unless the log is new, the events up to there are missing in all topics. */
  begin(tip: BlockId, first: BlockId): void {
    const isNew = this.tip === undefined;
    const chain = { blocks: new Map([[tip.height, tip.hash]]), transactions: new Map() };
    this.#commit([{ removedFrom: 0, block: tip }], chain, () => {
      this.#sql.putFirst.run(first.height, first.hash);
      if (!isNew) this.#raise("every");
    });
  }

  /** Notes that events so far may be missing in the topics that are not restored: their cursors up to here are expired. */
  interrupt(): void {
    this.#opened.write(() => this.#raise("others"));
  }

  /** Height of the newest block of which a transaction is logged; undefined if none still stands. */
  get transactionsUpTo(): number | undefined {
    return [...this.#transactions.values()].at(-1)?.height;
  }

  close(): void {
    this.#opened.database.close();
  }

  #commit(
    steps: readonly LogStep[],
    { blocks, transactions }: LoggedChain,
    before: () => void = () => undefined,
  ): void {
    this.#opened.write((append) => {
      before();
      append(steps.flatMap(({ draft }) => draft ?? []));
      for (const step of steps) this.#writeStep(step);
    });
    this.#blocks = blocks;
    this.#transactions = transactions;
    const [height, hash] = [...blocks].at(-1) ?? [];
    this.tip = height === undefined || hash === undefined ? undefined : { height, hash };
  }

  #writeStep({ block, removedFrom }: LogStep): void {
    if (removedFrom !== undefined) this.#sql.removeBlocks.run(removedFrom);
    if (!block) return;
    this.#sql.addBlock.run(block.height, block.hash);
    this.#sql.forgetBlocks.run(block.height - REMEMBERED);
  }

  #raise(topics: Floor): void {
    this.#sql.raiseFloor.run(topics);
  }

  #floor(topics: Floor): number {
    return Number(this.#sql.floor.get(topics)?.["sequence"]);
  }

  #within<Bounds extends EventBounds>(bounds: Bounds, topics: readonly string[] = []): Bounds {
    const others = topics.every(isRestored) ? 1 : this.#floor("others");
    return { ...bounds, first: Math.max(bounds.first, this.#floor("every"), others) };
  }
}

/** A logged transaction, or a reorganisation. */
interface LoggedRow extends BlockClaim {
  readonly removedFrom: number | null;
}

/** The newest blocks and transactions of a log. */
interface LoggedChain {
  readonly blocks: Map<number, Hex>;
  readonly transactions: Map<Hex, BlockId>;
}

/**
 * Adds and removes blocks and transactions as the steps tell.
 *
 * @param next Height of the next block.
 * @param chain Changed in place.
 * @returns The steps but for those of what is there already.
 */
function newSteps(
  steps: readonly LogStep[],
  next: number,
  { blocks, transactions }: LoggedChain,
): readonly LogStep[] {
  return steps.filter(({ block, claim, removedFrom }) => {
    if (removedFrom !== undefined) {
      for (const height of blocks.keys()) if (height >= removedFrom) blocks.delete(height);
      for (const [hash, { height }] of transactions)
        if (height >= removedFrom) transactions.delete(hash);
      next = removedFrom;
    }
    if (claim?.transaction !== undefined) {
      if (transactions.get(claim.transaction)?.hash === claim.hash) return false;
      transactions.delete(claim.transaction);
      remember(transactions, claim.transaction, claim, TRANSACTIONS);
    }
    if (!block) return true;
    const { height, hash } = block;
    if (height < next && (blocks.get(height) ?? hash) === hash) return false;
    if (height !== next)
      throw new NotResumable(`Block ${height} ${hash} does not follow block ${next - 1}`);
    remember(blocks, height, hash, REMEMBERED);
    next++;
    return true;
  });
}

/** Adds an entry; returns the oldest one where it is forgotten since there are more than `most`. */
export function remember<Key, Value>(
  map: Map<Key, Value>,
  key: Key,
  value: Value,
  most: number,
): Value | undefined {
  map.set(key, value);
  if (map.size <= most) return undefined;
  const [[oldest, forgotten] = [key, value]] = map;
  map.delete(oldest);
  return forgotten;
}
