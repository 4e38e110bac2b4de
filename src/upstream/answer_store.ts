import {
  DatabaseSync,
  JsonText,
  type RestServiceError,
  type RpcServiceError,
} from "../service/internal.ts";
import type { Segment } from "../generated/segments.gen.ts";

/** An answer that is kept. */
export interface KeptAnswer {
  readonly json: JsonText;
  /** The refusal that was the answer. */
  readonly refusal?: RestServiceError | RpcServiceError;
  /** Height of the block that it stands on; undefined of one that the next block may change. */
  readonly height: number | undefined;
  /** Height of the chain when it was asked for; -1 where that is not known. */
  readonly seenAt: number;
  /** When that was: milliseconds since 1970. */
  readonly at: number;
}

/** Options of an {@linkcode AnswerStore}. */
export interface AnswerStoreOptions {
  /** A file of SQLite, or `:memory:`. */
  readonly path: string;
  /** Most bytes of the answers, with what it takes to find them. */
  readonly maximumBytes: number;
  /** Called where answers could not be written. */
  readonly onError: (error: unknown) => void;
}

const VERSION = 1;
const SCHEMA = `CREATE TABLE answer (
  id INTEGER PRIMARY KEY, segment TEXT NOT NULL, key TEXT NOT NULL, height INTEGER NOT NULL, at INTEGER NOT NULL,
  tag TEXT NOT NULL, text TEXT NOT NULL, used INTEGER NOT NULL, bytes INTEGER NOT NULL, UNIQUE (segment, key)) STRICT;
CREATE INDEX answer_height ON answer (segment, height);
CREATE INDEX answer_used ON answer (used, id, bytes)`;

/** Bytes that an answer takes beside its text and twice its key. */
const OVERHEAD = 200;

/** Answers that are written together, and milliseconds that one waits for others. */
const MOST_UNWRITTEN = 200;
const WAIT = 1_000;

/**
 * Answers that only a reorganisation can change, in SQLite, those that were used least recently going first where there
 * is no room.
 *
 * New ones are written together, and are lost where the process ends before. What is removed is gone from the disk when
 * the call returns, so that it never comes back.
 */
export class AnswerStore {
  readonly #options: AnswerStoreOptions;
  readonly #database: DatabaseSync;
  readonly #statements: ReturnType<typeof prepare>;
  /** Answers that are not written yet, by segment and key. */
  readonly #unwritten = new Map<string, readonly [Segment, string, KeptAnswer]>();
  /** Answers that were used since the last writing. */
  readonly #used = new Set<number>();
  /** Counts the writings; an answer is marked with that of its last use. */
  #turn: number;
  #bytes: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  /** @throws {Error} If the file cannot be used; the message names it. */
  constructor(options: AnswerStoreOptions) {
    this.#options = options;
    this.#database = open(options.path);
    this.#statements = prepare(this.#database);
    const { bytes, turn } = this.#statements.sum.get() as { bytes: number; turn: number };
    this.#bytes = bytes;
    this.#turn = turn + 1;
  }

  /** Bytes of the answers that are written. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Share of the room that they take. */
  get share(): number {
    return this.#bytes / this.#options.maximumBytes;
  }

  get(segment: Segment, key: string): KeptAnswer | undefined {
    const unwritten = this.#unwritten.get(`${segment} ${key}`);
    if (unwritten) return unwritten[2];
    const row = this.#statements.find.get(segment, key) as AnswerRow | undefined;
    if (!row) return undefined;
    if (row.used < this.#turn) this.#use(row.id);
    const { height, at } = row;
    return { json: new JsonText(row.text, row.tag), height, seenAt: height, at };
  }

  put(segment: Segment, key: string, kept: KeptAnswer): void {
    this.#unwritten.set(`${segment} ${key}`, [segment, key, kept]);
    this.#writeLater();
  }

  /** Removes every answer of a segment that stands on a height or above. */
  removeFrom(segment: Segment, height: number): void {
    for (const [name, [other, , kept]] of this.#unwritten) {
      if (other === segment && (kept.height ?? 0) >= height) this.#unwritten.delete(name);
    }
    this.#transact(() => {
      for (const row of this.#statements.removeFrom.all(segment, height)) this.#removed(row);
    });
  }

  /** Writes what is left, and closes the file. A further call does nothing. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.write();
    this.#database.close();
  }

  /** Writes what is not written yet; answers that cannot be are forgotten. */
  write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const answers = [...this.#unwritten.values()];
    const used = [...this.#used];
    this.#unwritten.clear();
    this.#used.clear();
    this.#turn++;
    try {
      this.#transact(() => {
        for (const id of used) this.#statements.use.run(this.#turn, id);
        for (const answer of answers) this.#insert(...answer);
        this.#makeRoom();
      });
    } catch (error) {
      this.#options.onError(error);
    }
  }

  #insert(segment: Segment, key: string, { json, height = 0, at }: KeptAnswer): void {
    const { text, tag } = json;
    const bytes = Buffer.byteLength(text) + 2 * key.length + OVERHEAD;
    if (bytes > this.#options.maximumBytes / 2) return;
    const { remove, insert } = this.#statements;
    for (const row of remove.all(segment, key)) this.#removed(row);
    insert.run(segment, key, height, at, tag, text, this.#turn, bytes);
    this.#bytes += bytes;
  }

  #makeRoom(): void {
    while (this.#bytes > this.#options.maximumBytes) {
      const oldest = this.#statements.removeOldest.get();
      if (!oldest) return;
      this.#removed(oldest);
    }
  }

  #removed(row: object): void {
    this.#bytes -= (row as { readonly bytes: number }).bytes;
  }

  #use(id: number): void {
    this.#used.add(id);
    this.#writeLater();
  }

  #writeLater(): void {
    if (this.#unwritten.size >= MOST_UNWRITTEN) return this.write();
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => this.write(), WAIT).unref();
  }

  #transact(work: () => void): void {
    const before = this.#bytes;
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      work();
      this.#database.exec("COMMIT");
    } catch (error) {
      this.#bytes = before;
      this.#database.exec("ROLLBACK");
      throw error;
    }
  }
}

interface AnswerRow {
  readonly id: number;
  readonly height: number;
  readonly at: number;
  readonly tag: string;
  readonly text: string;
  readonly used: number;
}

/** An answer that is lost is asked for again, one that was removed must not come back: hence full synchronisation. */
function open(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    database.exec(
      "PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL",
    );
    const { user_version: version } = database.prepare("PRAGMA user_version").get() ?? {};
    if (version === 0) database.exec(`BEGIN; ${SCHEMA}; PRAGMA user_version = ${VERSION}; COMMIT`);
    else if (version !== VERSION)
      throw new Error(`it has version ${String(version)}, this release reads ${VERSION}`);
    return database;
  } catch (cause) {
    database?.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `Cannot open the answers at ${path}: ${reason}; if no other process uses it, delete it to begin with none`,
      { cause },
    );
  }
}

function prepare(database: DatabaseSync) {
  return {
    sum: database.prepare(
      "SELECT coalesce(sum(bytes), 0) AS bytes, coalesce(max(used), 0) AS turn FROM answer",
    ),
    find: database.prepare(
      "SELECT id, height, at, tag, text, used FROM answer WHERE segment = ? AND key = ?",
    ),
    use: database.prepare("UPDATE answer SET used = ? WHERE id = ?"),
    insert: database.prepare("INSERT INTO answer VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)"),
    remove: database.prepare("DELETE FROM answer WHERE segment = ? AND key = ? RETURNING bytes"),
    removeFrom: database.prepare(
      "DELETE FROM answer WHERE segment = ? AND height >= ? RETURNING bytes",
    ),
    removeOldest: database.prepare(
      "DELETE FROM answer WHERE id = (SELECT id FROM answer ORDER BY used, id LIMIT 1) RETURNING bytes",
    ),
  };
}
