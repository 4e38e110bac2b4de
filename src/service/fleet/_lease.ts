import { type Database, prepare, type Statement } from "../postgres.ts";

/** Seconds that a lease lasts without being renewed. */
const LIFETIME = 2;

interface LeaseStatements {
  readonly acquire: Statement;
  readonly renew: Statement;
  readonly release: Statement;
}

const known = new Map<string, LeaseStatements>();

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
    this.#sql = known.get(schema) ?? prepareLease(schema);
    known.set(schema, this.#sql);
  }

  /**
   * Takes a lease that has run out; gives its new term, and `undefined` where another process has it. A term whose number
   * never came back runs out like any other.
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

/** The lock that a take-over needs waits for a write that is under way; a renewal does not, see `lockAsWriter`. */
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
