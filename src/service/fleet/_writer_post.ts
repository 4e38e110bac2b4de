import { ChainMismatchError, type Devnet } from "../devnet/producer/mod.ts";
import { secondsSince } from "../outages.ts";
import { type Database, prepare, type Statement } from "../postgres.ts";
import { repeat } from "../turns.ts";

/** Seconds that a lease lasts without being renewed. */
const LIFETIME = 2;

type LeaseStatements = Readonly<Record<"acquire" | "renew" | "release", Statement>>;

const statementsBySchema = new Map<string, LeaseStatements>();

/**
 * The right to produce the blocks of one segment. It runs out by the clock of the database alone, and each holder has a
 * term of its own, which its writes are checked by.
 */
export class Lease {
  readonly #database: Database;
  readonly #sql: LeaseStatements;
  readonly #holder: string;

  constructor(database: Database, schema: string, holder: string) {
    this.#database = database;
    this.#holder = holder;
    this.#sql = statementsBySchema.get(schema) ?? prepareLease(schema);
    statementsBySchema.set(schema, this.#sql);
  }

  /**
   * Takes a lease that has run out; returns its new term, undefined if another process has it. If the response is lost,
   * nobody uses the term, and it runs out.
   */
  async acquire(): Promise<number | undefined> {
    const values = [this.#holder, LIFETIME];
    const [row] = await this.#database.rows<{ term: number }>(this.#sql.acquire, values);
    return row?.term;
  }

  /** Prolongs the lease; `false` where it has passed to another process. */
  async renew(term: number): Promise<boolean> {
    const rows = await this.#database.rows(this.#sql.renew, [this.#holder, LIFETIME, term]);
    return rows.length > 0;
  }

  /** Gives the lease up at once; nothing if it is another's. */
  async release(term: number): Promise<void> {
    await this.#database.rows(this.#sql.release, [this.#holder, term]);
  }
}

/** The lock that a take-over needs waits for a write that is under way; a renewal does not, see `lockBlocks`. */
function prepareLease(schema: string): LeaseStatements {
  const until = "clock_timestamp() + make_interval(secs => $2)";
  const own = "WHERE holder = $1 AND term";
  return {
    acquire: prepare(`
      WITH free AS (SELECT id FROM "${schema}".lease WHERE expires < clock_timestamp() FOR UPDATE)
      UPDATE "${schema}".lease SET term = term + 1, holder = $1, expires = ${until}
      FROM free WHERE lease.id = free.id RETURNING term`),
    renew: prepare(`UPDATE "${schema}".lease SET expires = ${until} ${own} = $3 RETURNING term`),
    release: prepare(`UPDATE "${schema}".lease SET expires = '-infinity' ${own} = $2`),
  };
}

interface WriterPostOptions {
  readonly lease: Lease;
  /** Begins to produce blocks in a term, from what the store has then. */
  readonly open: (term: number) => Promise<Devnet>;
  /** Seconds since a block came or went last, whoever made it. */
  readonly headAge: () => number;
  /** Called after each attempt to get or renew the lease, with the error of one that failed. */
  readonly onBeat: (error?: unknown) => void;
  readonly onError: (error: unknown) => void;
}

/** Milliseconds between attempts to get or renew a lease. */
const BEAT = 400;
/** Blocks that fail in a row until the lease is given up. */
const MAX_FAILURES = 3;
/** Seconds by which a block may be late until the lease is given up. */
const MAX_OVERDUE = 10;
/** Seconds for which this process leaves a lease that it gave up to others. */
const PAUSE_AFTER_STALL = 2;

/** Why no block came of a lease. */
interface Setback {
  /** `mismatch`: the database has another chain; `opening`: another failure to begin; `stall`: a lease that was given up. */
  readonly kind: "mismatch" | "opening" | "stall";
  readonly reason: string;
  readonly at: number;
}

/**
 * Produces the blocks of one segment while this process has the lease. If blocks fail, it gives the lease up; once it gets
 * it back, it begins again from the store.
 */
export class WriterPost {
  /** Term of the lease, while this process has it. */
  term: number | undefined;
  /** The block producer, while this process has the lease. */
  devnet: Devnet | undefined;
  readonly #options: WriterPostOptions;
  #stopTrying: (() => Promise<void>) | undefined;
  #opening: Promise<void> | undefined;
  #setback: Setback | undefined;
  #hasTried = false;
  #isClosed = false;

  constructor(options: WriterPostOptions) {
    this.#options = options;
  }

  /** True if it is about to produce blocks, or not known yet to be. */
  get isOpening(): boolean {
    return !this.#hasTried || (this.term !== undefined && this.devnet === undefined);
  }

  /** True if it will never produce blocks: the chain is another one than it is told to continue. */
  get isHopeless(): boolean {
    return this.#setback?.kind === "mismatch";
  }

  /** Why this process cannot produce blocks; `undefined` where it can, or another does. */
  get failure(): string | undefined {
    if (this.devnet?.failure !== undefined) return this.devnet.failure;
    const { kind, reason, at = 0 } = this.#setback ?? {};
    // A later block, from any process, ends every setback but a mismatch.
    const isOver = kind !== "mismatch" && secondsSince(at) > this.#options.headAge();
    return isOver ? undefined : reason;
  }

  /** Begins to try for the lease. */
  start(): void {
    if (!this.#isClosed) this.#stopTrying = repeat(BEAT, () => this.#beat(), 0);
  }

  /** Stops and gives the lease up, so that another process need not wait for its end. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#stopTrying?.();
    await this.#opening;
    const term = this.term;
    await this.#stepDown();
    if (term !== undefined) await this.#release(term);
  }

  async #beat(): Promise<void> {
    const { lease, onBeat } = this.#options;
    try {
      if (this.term === undefined) {
        if (this.#setback?.kind === "stall" && secondsSince(this.#setback.at) < PAUSE_AFTER_STALL)
          return;
        this.term = await lease.acquire();
        if (this.term !== undefined) this.#opening = this.#open(this.term);
      } else if (!(await lease.renew(this.term))) {
        await this.#stepDown();
      }
      this.#hasTried = true;
      onBeat();
    } catch (error) {
      // Without the database nothing can be written, and the next renewal shows whether the term is still this process's.
      onBeat(error);
    }
    const reason = this.devnet && stallOf(this.devnet);
    if (reason !== undefined) await this.#giveUp(reason);
  }

  async #open(term: number): Promise<void> {
    try {
      const devnet = await this.#options.open(term);
      if (this.#setback?.kind !== "stall") this.#setback = undefined;
      if (this.term === term && !this.#isClosed) this.devnet = devnet;
      else await devnet.close();
    } catch (error) {
      const kind = error instanceof ChainMismatchError ? "mismatch" : "opening";
      const reason = error instanceof Error ? error.message : String(error);
      if (this.#setback?.reason !== reason) this.#options.onError(error);
      this.#setback = { kind, reason, at: performance.now() };
      // Another process may do better.
      await this.#release(term);
      if (this.term === term) this.term = undefined;
    }
  }

  /** Lets another process take over at once. Its own writes that are under way fail by their term. */
  async #giveUp(stall: string): Promise<void> {
    const term = this.term ?? 0;
    const reason = `gave up the lease of term ${term}: ${stall}`;
    this.#setback = { kind: "stall", reason, at: performance.now() };
    this.#options.onError(new Error(`Cannot produce blocks: ${reason}`));
    const stopped = this.#stepDown();
    await this.#release(term);
    await stopped;
  }

  async #release(term: number): Promise<void> {
    await this.#options.lease.release(term).catch(this.#options.onError);
  }

  async #stepDown(): Promise<void> {
    const devnet = this.devnet;
    this.term = undefined;
    this.devnet = undefined;
    await devnet?.close();
  }
}

/** Why a block producer should be replaced; `undefined` where blocks come, or none are due. */
function stallOf({ failedBlocks, overdue, failure }: Devnet): string | undefined {
  if (failedBlocks >= MAX_FAILURES) return `${failedBlocks} blocks failed in a row: ${failure}`;
  if (overdue >= MAX_OVERDUE) return `the next block is ${Math.round(overdue)} s late`;
  return undefined;
}
