import type { Client, ClientBase, PoolClient } from "pg";

/** A statement, prepared once on each connection that runs it, unless a pooler stands between. */
export interface Statement {
  /** Empty for one that is run once and not prepared. */
  readonly name: string;
  readonly text: string;
}

let statements = 0;

/** Names a statement, as traces show it; to be called once for each text. */
export function prepare(text: string, name = "ad"): Statement {
  return { name: `${name}${statements++}`, text };
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

/** Errors with which the server ends a connection by itself. */
export interface SessionLimits {
  /** Milliseconds after which a statement is ended. @default {10_000} */
  readonly statementTimeout?: number | undefined;
  /**
   * Milliseconds after which a transaction is ended whose client does nothing, so that a stopped process holds no lock; 0
   * for never. @default {2_000}
   */
  readonly idleTimeout?: number | undefined;
}

/** Settings that every statement runs with, by name. */
export type Settings = Readonly<Record<string, string>>;

export function settingsOf({
  statementTimeout = 10_000,
  idleTimeout = 2_000,
}: SessionLimits): Settings {
  return {
    // Compiling takes a hundred times as long as any statement here, and is begun by estimates alone.
    jit: "off",
    statement_timeout: String(statementTimeout),
    idle_in_transaction_session_timeout: String(idleTimeout),
  };
}

const SET_IN_OWN_SESSION = `SELECT set_config(name, value, false)
  FROM unnest($1::text[], $2::text[]) AS setting (name, value) WHERE pg_backend_pid() = $3`;

/**
 * Gives the session of a new connection its settings, if it has one of its own. A pooler names its clients by ids that no
 * process of the server has, and gives each transaction the session of another process.
 *
 * @returns False if a pooler stands between: nothing is set then, since others get the session next.
 */
export async function setUpSession(
  client: ClientBase,
  settings: Settings,
  timeout: number,
): Promise<boolean> {
  const { processID } = client as ClientBase & { readonly processID: number | null };
  const values = [Object.keys(settings), Object.values(settings), processID];
  const config = { text: SET_IN_OWN_SESSION, values, query_timeout: timeout };
  return (await client.query(config)).rows.length > 0;
}

/** A connection that nobody else uses until it is released. */
export class PostgresConnection {
  readonly #client: PoolClient;
  readonly #shared: Settings | undefined;

  /** @param shared Settings of each transaction behind a pooler; undefined where the session has them. */
  constructor(client: PoolClient, shared: Settings | undefined) {
    this.#client = client;
    this.#shared = shared;
  }

  /** Begins a transaction. */
  async begin(mode = ""): Promise<void> {
    const settings = Object.entries(this.#shared ?? {}).map(
      ([name, value]) => `; SET LOCAL ${name} = ${value}`,
    );
    await this.#client.query(`BEGIN ${mode}${settings.join("")}`);
  }

  async commit(): Promise<void> {
    await this.#client.query("COMMIT");
  }

  /** Ends a transaction that failed; false where the connection is lost. */
  async rollBack(): Promise<boolean> {
    return this.#client.query("ROLLBACK").then(
      () => true,
      () => false,
    );
  }

  /** Runs a statement in a transaction; with a timeout the connection is given up where it is not answered. */
  async run<Row extends object>(
    { name, text }: Statement,
    values: readonly unknown[] = [],
    timeout?: number,
  ): Promise<Row[]> {
    const config = {
      name: this.#shared ? "" : name,
      text,
      values: [...values],
      query_timeout: timeout,
    };
    return (await this.#client.query<Row>(config)).rows;
  }

  /** Runs a statement by itself: behind a pooler in a transaction, which takes no further round trip. */
  async runAlone<Row extends object>(
    statement: Statement,
    values?: readonly unknown[],
    timeout?: number,
  ): Promise<Row[]> {
    if (!this.#shared) return this.run(statement, values, timeout);
    const transaction = new PooledTransaction(this);
    const [rows] = await Promise.all([
      transaction.rows<Row>(statement, values, timeout),
      transaction.commit(),
    ]);
    return rows;
  }

  /** Returns the connection to the pool, or closes it if it is not usable any more. */
  release(isUsable: boolean): void {
    this.#client.release(!isUsable);
  }
}

/** A transaction whose statements are sent without waiting. Each rejects with the first failure, the cause of the later ones. */
export class PooledTransaction implements Transaction {
  readonly #connection: PostgresConnection;
  #answered: Promise<void> = Promise.resolve();

  constructor(connection: PostgresConnection) {
    this.#connection = connection;
    void this.#send(connection.begin());
  }

  async rows<Row extends object>(
    statement: Statement,
    values?: readonly unknown[],
    timeout?: number,
  ): Promise<Row[]> {
    const answer = this.#connection.run<Row>(statement, values, timeout);
    await this.#send(answer);
    return answer;
  }

  run(statement: Statement, values?: readonly unknown[]): void {
    void this.#send(this.#connection.run(statement, values));
  }

  /** Commits; resolves after the answers of all statements before. */
  commit(): Promise<void> {
    return this.#send(this.#connection.commit());
  }

  #send(answer: Promise<unknown>): Promise<void> {
    const before = this.#answered;
    // One after the other: several failures may come at once, and the first is why the others failed.
    this.#answered = before.then(async () => void (await answer));
    for (const failing of [answer, this.#answered]) failing.catch(() => undefined);
    return this.#answered;
  }
}

/** Milliseconds between attempts to listen again. */
const LISTEN_RETRY_DELAY = 500;

interface ListenParts {
  readonly connect: () => Client;
  /** Sets a connection up; false if a pooler stands between. */
  readonly setUp: (client: Client) => Promise<boolean>;
  /** Called with each notice, and without whenever some may have been missed. */
  readonly onNotice: (text?: string) => void;
}

/** Listens to a channel on a connection of its own, and reconnects until the returned function is called. */
export function listenOn(
  channel: string,
  { connect, setUp, onNotice }: ListenParts,
): () => Promise<void> {
  let client: Client | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isEnded = false;
  const again = (): void => {
    if (isEnded || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      void begin();
    }, LISTEN_RETRY_DELAY);
  };
  const begin = async (): Promise<void> => {
    const own = connect();
    client = own;
    own.on("error", () => undefined);
    own.on("end", again);
    own.on("notification", ({ payload }) => onNotice(payload));
    try {
      await own.connect();
      // Behind a pooler the session passes to other clients, so notices would not arrive here.
      if (await setUp(own)) await own.query(`LISTEN "${channel}"`);
      else await end();
      onNotice();
    } catch {
      await own.end().catch(() => undefined);
      again();
    }
  };
  const end = async (): Promise<void> => {
    isEnded = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
  void begin();
  return end;
}
