/**
 * Connections to PostgreSQL. The package `pg` is loaded when the first one is opened.
 *
 * @module
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Client, ClientBase, Pool, PoolConfig } from "pg";
import { IDENTIFY, OUTCOME_PATIENCE, outcomeOf, type TransactionId } from "./postgres_commit.ts";
import {
  PostgresConnection,
  listenOn,
  PooledTransaction,
  type Session,
  type SessionLimits,
  type Settings,
  settingsOf,
  setUpSession,
  type Statement,
  type Transaction,
} from "./postgres_connection.ts";

export { prepare, type Session, type Statement, type Transaction } from "./postgres_connection.ts";

export interface ConnectionCounts {
  readonly total: number;
  readonly idle: number;
  /** Calls that wait for one. */
  readonly waiting: number;
}

/** An open database. Its own `rows` is for reads only, since it runs a statement again if the connection was lost. */
export interface Database extends Session {
  /**
   * Runs `work` in a transaction: all of it takes effect, or none. If the commit is not answered, the database is asked for
   * its outcome; rows that `work` did not wait for may be missing then.
   *
   * @throws {UnknownOutcomeError} If the database cannot tell. After any other error nothing took effect.
   */
  transaction<T>(work: (session: Transaction) => Promise<T>): Promise<T>;
  /** A session on the database as it is at this moment, whatever is written meanwhile; it ends with the database. */
  snapshot(): Promise<Session>;
  /** Runs a script of several statements, as one transaction. */
  script(text: string): Promise<void>;
  /** Calls `onNotice` with the text of each notice on a channel, and without one whenever notices may have been missed. */
  listen(channel: string, onNotice: (text?: string) => void): void;
  readonly connections: ConnectionCounts;
  /** Waits for what runs and closes every connection. A second call does nothing. */
  close(): Promise<void>;
}

export interface DatabaseOptions extends Partial<SessionLimits> {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  /** Most connections. @default {10} */
  readonly maximum?: number;
  /** Milliseconds that a call waits for a connection. @default {3_000} */
  readonly connectTimeout?: number;
  /** Milliseconds that a read takes at most: waiting for a connection, and a second attempt. @default {3_000} */
  readonly readTimeout?: number;
}

/** Milliseconds before a read is tried again. */
const READ_RETRY_DELAY = 100;
/** Type of `bigint`: what is stored stays below 2^53. */
const INT8 = 20;

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
  const { connectTimeout = 3_000, readTimeout = 3_000, statementTimeout = 10_000 } = options;
  const config: PoolConfig = {
    connectionString: options.url,
    max: options.maximum ?? 10,
    connectionTimeoutMillis: connectTimeout,
    // Ends a call to a server that no longer answers, and so cannot end it by its own timeout.
    query_timeout: statementTimeout + 1_000,
    application_name: "alphadelta",
    keepAlive: true,
    pipeline: true,
    types: parsers,
  };
  const settings = settingsOf(options);
  return new PooledDatabase(pg, config, { connectTimeout, readTimeout, settings });
}

interface DatabaseParts {
  readonly connectTimeout: number;
  readonly readTimeout: number;
  readonly settings: Settings;
}

class PooledDatabase implements Database {
  readonly #pool: Pool;
  readonly #connect: () => Client;
  readonly #parts: DatabaseParts;
  readonly #endings: (() => Promise<void>)[] = [];
  /** True if a pooler stands between, as the newest connection showed. */
  #isShared = false;
  #isClosed = false;

  constructor(
    { Pool: PoolOf, Client: ClientOf }: Pick<typeof import("pg"), "Pool" | "Client">,
    config: PoolConfig,
    parts: DatabaseParts,
  ) {
    this.#parts = parts;
    this.#connect = () => new ClientOf(config);
    this.#pool = new PoolOf({
      ...config,
      verify: (client, done) => void this.#setUp(client).then(() => done(), done),
    });
    // Without a listener, the loss of an idle connection would end the process.
    this.#pool.on("error", () => undefined);
  }

  get connections(): ConnectionCounts {
    const { totalCount: total, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { total, idle, waiting };
  }

  async rows<Row extends object>(
    statement: Statement,
    values?: readonly unknown[],
  ): Promise<Row[]> {
    const timeout = this.#parts.readTimeout;
    const deadline = performance.now() + timeout;
    const read = (): Promise<Row[]> => this.#runOnAny<Row>(statement, values, timeout);
    return within(timeout, async () => {
      try {
        return await read();
      } catch (error) {
        if (!isConnectionLost(error) || performance.now() > deadline) throw error;
        await delay(READ_RETRY_DELAY);
        return read();
      }
    });
  }

  async transaction<T>(work: (session: Transaction) => Promise<T>): Promise<T> {
    const connection = await this.#take();
    const session = new PooledTransaction(connection);
    const identified = session.rows<TransactionId>(IDENTIFY);
    identified.catch(() => undefined);
    let result: { readonly value: T } | undefined;
    /** Set right before the commit, from which on the outcome may be unknown. */
    let committing: TransactionId | undefined;
    try {
      result = { value: await work(session) };
      [committing] = await identified;
      await session.commit();
      connection.release(true);
      return result.value;
    } catch (error) {
      const isOver = await connection.rollBack();
      connection.release(isOver);
      if (isOver || !result || !committing) throw error;
      const outcome = await outcomeOf(committing, error, (statement, values) =>
        this.#runOnAny(statement, values, OUTCOME_PATIENCE),
      );
      if (outcome === "aborted") throw error;
      return result.value;
    }
  }

  async snapshot(): Promise<Session> {
    const connection = await this.#take();
    this.#endings.push(async () => connection.release(await connection.rollBack()));
    await connection.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY");
    return { rows: (statement, values) => connection.run(statement, values) };
  }

  async script(text: string): Promise<void> {
    await this.transaction(async (session) => session.run({ name: "", text }));
  }

  listen(channel: string, onNotice: (text?: string) => void): void {
    const setUp = (client: Client): Promise<boolean> => this.#setUp(client);
    this.#endings.push(listenOn(channel, { connect: this.#connect, setUp, onNotice }));
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await Promise.all(this.#endings.map((end) => end()));
    await this.#pool.end();
  }

  async #take(): Promise<PostgresConnection> {
    const client = await this.#pool.connect();
    return new PostgresConnection(client, this.#isShared ? this.#parts.settings : undefined);
  }

  /** Sets a new connection up; false if a pooler stands between. */
  async #setUp(client: ClientBase): Promise<boolean> {
    client.on("error", () => undefined);
    const { settings, connectTimeout } = this.#parts;
    const isOwn = await setUpSession(client, settings, connectTimeout);
    this.#isShared = !isOwn;
    return isOwn;
  }

  /** Runs a statement on any connection, which is closed if that fails. */
  async #runOnAny<Row extends object>(
    statement: Statement,
    values: readonly unknown[] | undefined,
    timeout: number,
  ): Promise<Row[]> {
    const connection = await this.#take();
    try {
      const rows = await connection.runAlone<Row>(statement, values, timeout);
      connection.release(true);
      return rows;
    } catch (error) {
      connection.release(false);
      throw error;
    }
  }
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

/** Tells whether a connection ended while it was used, or was refused by a server that starts or stops. */
function isConnectionLost(error: unknown): boolean {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return (
    /^(?:08|57P0)/.test(code) ||
    /^E(?:CONN|PIPE)/.test(code) ||
    message.startsWith("Connection terminated")
  );
}
