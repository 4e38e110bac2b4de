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
import { prepareAll } from "./_prepare.ts";
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

/** Newest blocks whose hashes are persisted, to find the fork of a reorganisation during an absence. */
const REMEMBERED = 1_024;

/** Newest events in which a restart looks for the transactions of the newest block: it has fewer. */
const NEWEST = 5_000;

/** Topics that REST has too, and the one whose events follow from it. The others cannot be restored. */
const RESTORED: ReadonlySet<string> = new Set<TopicName>(["blocks", "transactions", "reorgs"]);

/** Returns true for a topic whose missed events are restored through REST. */
export const isRestored = (topic: string): boolean => RESTORED.has(topic);

/** The topics of a floor: all of them, or those that are not restored. */
type Floor = "every" | "others";

const VERSION = 4;

/**
 * Tables beside those of the events: sequences below which events of some topics may be missing, the newest blocks of the
 * chain, and the first one, which tells it from others.
 */
const TABLES = `
  CREATE TABLE floor (topics TEXT PRIMARY KEY, sequence INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE passed (height INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT;
  CREATE TABLE first (height INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT;
`;

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
  #chain: LoggedChain;

  /** Opens a file, or a log in memory. */
  constructor(options: Omit<Parameters<typeof openEventLog>[0], "version" | "tables"> = {}) {
    this.#opened = openEventLog({ ...options, version: VERSION, tables: TABLES });
    this.#sql = prepareAll(this.#opened.database, SQL);
    const blocks = this.#sql.blocks.all() as unknown as BlockId[];
    this.#chain = chainOf(blocks);
    const rows = this.#sql.transactions.all(NEWEST) as unknown as LoggedRow[];
    for (const { removedFrom, ...claim } of rows.toReversed()) {
      if (removedFrom === null) addTransaction(claim, this.#chain);
      else removeTransactions(removedFrom, this.#chain);
    }
  }

  get epoch(): string {
    return this.#opened.log.epoch;
  }

  /** First block of the chain; undefined before it was followed. */
  get firstBlock(): BlockId | undefined {
    return this.#sql.first.get() as BlockId | undefined;
  }

  /** Newest block. */
  get tip(): BlockId | undefined {
    const height = this.#chain.next - 1;
    const hash = this.blocks.get(height);
    return hash === undefined ? undefined : { height, hash };
  }

  /** Hashes of the newest blocks by their heights, in order. */
  get blocks(): ReadonlyMap<number, Hex> {
    return this.#chain.blocks;
  }

  /** Height of the lowest block of which transactions may be missing. */
  get transactionsFrom(): number {
    return this.#chain.transactionsFrom;
  }

  /** Returns true for a block that is logged, or lies below all whose hashes are remembered. */
  hasPassed({ height, hash }: BlockId): boolean {
    const [lowest = 0] = this.blocks.keys();
    return height < lowest || this.blocks.get(height) === hash;
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
   * Writes events and what they change, all or nothing; blocks and transactions that are there already, or lie below the
   * first block of a new log, are left out.
   *
   * @returns Those that were written.
   * @throws {NotResumable} If a block does not follow the one before.
   */
  write(steps: readonly LogStep[]): readonly LogStep[] {
    const { blocks, transactions, ...heights } = this.#chain;
    const copies = { blocks: new Map(blocks), transactions: new Map(transactions) };
    const chain = { ...heights, ...copies };
    const added = steps.filter((step) => apply(step, chain));
    this.#commit(added, chain);
    return added;
  }

  /** Begins to follow a chain, at a block. Unless the log is new, the events up to there are missing in all topics. */
  begin(tip: BlockId, first: BlockId): void {
    const isNew = this.tip === undefined;
    this.#commit([{ removedFrom: 0, block: tip }], chainOf([tip]), () => {
      this.#sql.putFirst.run(first.height, first.hash);
      if (!isNew) this.#raise("every");
    });
  }

  /** Notes that events so far may be missing in the topics that are not restored: their cursors up to here are expired. */
  interrupt(): void {
    this.#opened.write(() => this.#raise("others"));
  }

  close(): void {
    this.#opened.database.close();
  }

  #commit(
    steps: readonly LogStep[],
    chain: LoggedChain,
    before: () => void = () => undefined,
  ): void {
    this.#opened.write((append) => {
      before();
      append(steps.flatMap(({ draft }) => draft ?? []));
      for (const { block, removedFrom } of steps) {
        if (removedFrom !== undefined) this.#sql.removeBlocks.run(removedFrom);
        if (!block) continue;
        this.#sql.addBlock.run(block.height, block.hash);
        this.#sql.forgetBlocks.run(block.height - REMEMBERED);
      }
    });
    this.#chain = chain;
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

/** What is logged of a chain. */
interface LoggedChain {
  /** Hashes of the newest blocks by their heights, in order. */
  readonly blocks: Map<number, Hex>;
  /** Height of the next block. */
  next: number;
  /** Height of the lowest block of which transactions may be missing. */
  transactionsFrom: number;
  /** Those of that height which are logged, with the hashes of their blocks. */
  readonly transactions: Map<Hex | undefined, Hex>;
}

/** A chain whose newest blocks are these, of which no transaction is logged. */
function chainOf(blocks: readonly BlockId[]): LoggedChain {
  return {
    blocks: new Map(blocks.map(({ height, hash }) => [height, hash])),
    next: (blocks.at(-1)?.height ?? -1) + 1,
    transactionsFrom: (blocks[0]?.height ?? -1) + 1,
    transactions: new Map(),
  };
}

/** Changes a chain as a step tells; returns false for a block or a transaction that is there already. */
function apply({ block, claim, removedFrom }: LogStep, chain: LoggedChain): boolean {
  const { blocks } = chain;
  if (removedFrom !== undefined) {
    for (const height of blocks.keys()) if (height >= removedFrom) blocks.delete(height);
    chain.next = removedFrom;
    removeTransactions(removedFrom, chain);
  }
  if (claim) return addTransaction(claim, chain);
  if (!block) return true;
  const { height, hash } = block;
  if (height < chain.next && (blocks.get(height) ?? hash) === hash) return false;
  if (height !== chain.next)
    throw new NotResumable(`Block ${height} ${hash} does not follow block ${chain.next - 1}`);
  blocks.set(height, hash);
  blocks.delete(height - REMEMBERED);
  chain.next++;
  return true;
}

/** Returns false for one that is there already. They come in the order of their blocks: all of lower ones are logged. */
function addTransaction({ height, hash, transaction }: BlockClaim, chain: LoggedChain): boolean {
  const { transactions } = chain;
  if (height < chain.transactionsFrom || transactions.get(transaction) === hash) return false;
  if (height > chain.transactionsFrom) transactions.clear();
  chain.transactionsFrom = height;
  transactions.set(transaction, hash);
  return true;
}

function removeTransactions(fromHeight: number, chain: LoggedChain): void {
  if (fromHeight > chain.transactionsFrom) return;
  chain.transactionsFrom = fromHeight;
  chain.transactions.clear();
}
