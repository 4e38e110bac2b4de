/**
 * Connections to PostgreSQL, by `pg`, which is loaded with the first of them.
 *
 * @module
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Client, Pool, PoolClient, PoolConfig } from "pg";
import { during, recordingSpan } from "../telemetry.ts";

/** A statement, prepared once on each connection that runs it. */
export interface Statement {
  /** Empty for one that is run once and not prepared. */
  readonly name: string;
  readonly text: string;
  /** What it is called in spans. @default {"statement"} */
  readonly summary?: string;
}

/** Runs statements, all on one connection or each on any. */
export interface Session {
  /** The rows of a statement, as objects by column. */
  rows<Row extends object>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>;
}

/** The statements of one transaction: they are sent at once and answered in order, so that many take one round trip. */
export interface Transaction extends Session {
  /** Sends a statement whose rows nobody reads. If it fails, so does what comes after it, and the transaction. */
  run(statement: Statement, values?: readonly unknown[]): void;
}

export interface ConnectionCounts {
  readonly total: number;
  readonly idle: number;
  /** Calls that wait for one. */
  readonly waiting: number;
}

/** Thrown where nobody can tell whether a transaction took effect: it may have, and may yet. */
class UnknownOutcomeError extends Error {
  override readonly name = "UnknownOutcomeError";

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Cannot tell whether a write took effect: its commit was not answered: ${reason}`, {
      cause,
    });
  }
}

/** A database that was opened. Its own `rows` is for reads: one that meets a lost connection is tried once more. */
export interface Database extends Session {
  /**
   * Runs `work` in a transaction: all of it takes effect, or none. Where the commit is not answered, the database is
   * asked what became of it: answers that `work` did not wait for may be missing then.
   *
   * @throws {UnknownOutcomeError} If the database cannot tell. After any other error nothing took effect.
   */
  transaction<T>(work: (session: Transaction) => Promise<T>): Promise<T>;
  /** A session on the database as it is at this moment, whatever is written meanwhile; it ends with the database. */
  snapshot(): Promise<Session>;
  /** Runs a script of several statements, as one transaction. */
  script(text: string): Promise<void>;
  /** Calls `onNotice` for each notice on a channel, with what it says, and without whenever some may have been missed. */
  listen(channel: string, onNotice: (text?: string) => void): void;
  readonly connections: ConnectionCounts;
  /** Waits for what runs and closes every connection. A second call does nothing. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Most connections. @default {10} */
  readonly maximum?: number;
  /** Milliseconds after which a statement is ended. @default {10_000} */
  readonly statementTimeout?: number;
  /** Milliseconds that a call waits for a connection. @default {3_000} */
  readonly connectTimeout?: number;
  /** Milliseconds that a read takes at most: waiting for a connection, and a second attempt. @default {3_000} */
  readonly readTimeout?: number;
  /**
   * Milliseconds after which the server ends a transaction whose client does nothing, so that a stopped process holds no
   * lock. @default {2_000}
   */
  readonly idleTimeout?: number;
}

/** Milliseconds between attempts to listen again. */
const LISTEN_AGAIN = 500;
/** Milliseconds before a read is tried again. */
const READ_AGAIN = 100;
/** Milliseconds in which a transaction whose commit was not answered has to come to an end. */
const OUTCOME_PATIENCE = 3_000;
/** Type of `bigint`: what is stored stays below 2^53. */
const INT8 = 20;

let statements = 0;

/** Names a statement; to be called once for each text. */
export function prepare(text: string, summary?: string): Statement {
  return { name: `ad${statements++}`, text, ...(summary !== undefined && { summary }) };
}

/**
 * For how long the number of a transaction is its own. A replica that takes over, in a timeline of its own, and a server
 * that crashed, which begins its statistics anew, give numbers again that never reached the disk.
 */
const AGE = `concat_ws(' ', left(pg_walfile_name(pg_current_wal_insert_lsn()), 8),
  extract(epoch FROM pg_stat_get_bgwriter_stat_reset_time()))`;
const IDENTIFY = prepare(`SELECT pg_current_xact_id()::text AS id, ${AGE} AS age`);
const OUTCOME = prepare(`SELECT CASE WHEN ${AGE} = $2 THEN pg_xact_status($1::xid8) END AS status`);

interface TransactionId {
  readonly id: string;
  readonly age: string;
}

/** As PostgreSQL names it; null where it does not know. */
type CommitOutcome = "committed" | "aborted" | "in progress" | null;

/**
 * Opens a database. No connection is made before the first call.
 *
 * @throws {Error} If `pg` is not installed.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { default: pg } = await import("pg").catch((cause: unknown) => {
    throw new Error("Cannot use PostgreSQL: install the package pg", { cause });
  });
  const parsers = new pg.TypeOverrides();
  parsers.setTypeParser(INT8, Number);
  const config: PoolConfig = {
    connectionString: options.url,
    max: options.maximum ?? 10,
    connectionTimeoutMillis: options.connectTimeout ?? 3_000,
    statement_timeout: options.statementTimeout ?? 10_000,
    // A server that stopped answers nothing: this side ends the call then.
    query_timeout: (options.statementTimeout ?? 10_000) + 1_000,
    idle_in_transaction_session_timeout: options.idleTimeout ?? 2_000,
    application_name: "alphadelta",
    keepAlive: true,
    pipeline: true,
    types: parsers,
  };
  const pool = new pg.Pool(config);
  // Without listeners the end of a connection would be that of the process; whoever uses it next is told.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => {
    client.on("error", () => undefined);
    // Compiling takes a hundred times as long as any statement here, and is begun by estimates alone.
    client.query("SET jit = off").catch(() => undefined);
  });
  return new PooledDatabase(pool, () => new pg.Client(config), options.readTimeout ?? 3_000);
}

class PooledDatabase implements Database {
  readonly #pool: Pool;
  readonly #connect: () => Client;
  readonly #readTimeout: number;
  readonly #endings: (() => Promise<void>)[] = [];
  #isClosed = false;

  constructor(pool: Pool, connect: () => Client, readTimeout: number) {
    this.#pool = pool;
    this.#connect = connect;
    this.#readTimeout = readTimeout;
  }

  get connections(): ConnectionCounts {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { total, idle, waiting };
  }

  async rows<Row extends object>(
    statement: Statement,
    values?: readonly unknown[],
  ): Promise<Row[]> {
    const timeout = this.#readTimeout;
    const deadline = performance.now() + timeout;
    const read = (): Promise<Row[]> => runOn<Row>(this.#pool, statement, values, timeout);
    return within(timeout, async () => {
      try {
        return await read();
      } catch (error) {
        if (!isConnectionLost(error) || performance.now() > deadline) throw error;
        await delay(READ_AGAIN);
        return read();
      }
    });
  }

  async transaction<T>(work: (session: Transaction) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    const session = new PooledTransaction(client);
    let result: { readonly value: T } | undefined;
    try {
      result = { value: await work(session) };
      await session.commit();
      client.release();
      return result.value;
    } catch (error) {
      const isOver = await rollBack(client);
      client.release(!isOver);
      if (isOver || !result || !session.committing) throw error;
      if ((await this.#outcomeOf(session.committing, error)) === "aborted") throw error;
      return result.value;
    }
  }

  async snapshot(): Promise<Session> {
    const client = await this.#pool.connect();
    this.#endings.push(async () => client.release(!(await rollBack(client))));
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    return { rows: (statement, values) => runOn(client, statement, values) };
  }

  async script(text: string): Promise<void> {
    await this.transaction(async (session) => session.run({ name: "", text }));
  }

  listen(channel: string, onNotice: (text?: string) => void): void {
    let client: Client | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isEnded = false;
    const again = (): void => {
      if (isEnded || timer) return;
      timer = setTimeout(() => {
        timer = undefined;
        void begin();
      }, LISTEN_AGAIN);
    };
    const begin = async (): Promise<void> => {
      const own = this.#connect();
      client = own;
      own.on("error", () => undefined);
      own.on("end", again);
      own.on("notification", ({ payload }) => onNotice(payload));
      try {
        await own.connect();
        await own.query(`LISTEN "${channel}"`);
        onNotice();
      } catch {
        await own.end().catch(() => undefined);
        again();
      }
    };
    this.#endings.push(async () => {
      isEnded = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    });
    void begin();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.all(this.#endings.map((end) => end()));
    await this.#pool.end();
  }

  /** What became of a transaction whose commit was not answered. It may be under way for a while. */
  async #outcomeOf({ id, age }: TransactionId, cause: unknown): Promise<"committed" | "aborted"> {
    const deadline = performance.now() + OUTCOME_PATIENCE;
    for (;;) {
      const asked = runOn<{ status: CommitOutcome }>(
        this.#pool,
        OUTCOME,
        [id, age],
        OUTCOME_PATIENCE,
      );
      const [row] = await asked.catch(() => [{ status: "in progress" } as const]);
      if (row?.status === "committed" || row?.status === "aborted") return row.status;
      if (!row?.status || performance.now() > deadline) throw new UnknownOutcomeError(cause);
      await delay(READ_AGAIN);
    }
  }
}

/** A transaction that has begun. An answer counts once those before it have come: the first failure is the one that is told. */
class PooledTransaction implements Transaction {
  readonly #client: PoolClient;
  readonly #id: Promise<TransactionId[]>;
  #answered: Promise<void> = Promise.resolve();
  /** Its id, once its end may have been decided. */
  committing: TransactionId | undefined;

  constructor(client: PoolClient) {
    this.#client = client;
    void this.#send(client.query("BEGIN"));
    this.#id = this.rows<TransactionId>(IDENTIFY);
    this.#id.catch(() => undefined);
  }

  async rows<Row extends object>(
    statement: Statement,
    values?: readonly unknown[],
  ): Promise<Row[]> {
    const answer = runOn<Row>(this.#client, statement, values);
    await this.#send(answer);
    return answer;
  }

  run(statement: Statement, values?: readonly unknown[]): void {
    void this.#send(runOn(this.#client, statement, values));
  }

  async commit(): Promise<void> {
    // Whoever waited for any answer has it already.
    [this.committing] = await this.#id;
    await this.#send(this.#client.query("COMMIT"));
  }

  #send(answer: Promise<unknown>): Promise<void> {
    const before = this.#answered;
    // One after the other: several failures may come at once, and the first is why the others failed.
    this.#answered = before.then(async () => void (await answer));
    for (const failing of [answer, this.#answered]) failing.catch(() => undefined);
    return this.#answered;
  }
}

/** Runs a statement; with a timeout its connection is given up where it is not answered. */
async function runOn<Row extends object>(
  on: Pick<Pool | PoolClient, "query">,
  { name, text, summary = "statement" }: Statement,
  values: readonly unknown[] = [],
  timeout?: number,
): Promise<Row[]> {
  const config = { name, text, values: [...values], query_timeout: timeout };
  const span = recordingSpan()?.child(summary, "client");
  span?.set({
    "db.system.name": "postgresql",
    "db.query.summary": summary,
    "db.query.text": text.replace(/\s+/g, " ").trim(),
  });
  return during(span, async () => (await on.query<Row>(config)).rows);
}

/** Rejects where a read takes longer, whatever it waits for. */
async function within<T>(milliseconds: number, read: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`Cannot read: the database did not answer within ${milliseconds} ms`);
    timer = setTimeout(() => reject(error), milliseconds);
  });
  try {
    return await Promise.race([read(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Ends a transaction that failed; `false` where the connection is lost. */
async function rollBack(client: PoolClient): Promise<boolean> {
  return client.query("ROLLBACK").then(
    () => true,
    () => false,
  );
}

/** Tells whether a connection ended while it was used, or was refused by a server that starts or stops. */
function isConnectionLost(error: unknown): boolean {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return (
    /^(?:08|57P0)/.test(code) ||
    /^E(?:CONN|PIPE)/.test(code) ||
    message.startsWith("Connection terminated")
  );
}
