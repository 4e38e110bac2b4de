import {
  DatabaseSync,
  JsonText,
  type RestServiceError,
  type RpcServiceError,
} from "../service/internal.ts";
import type { Segment } from "../generated/segments.gen.ts";
import { prepare } from "./_prepare.ts";

/** A cached answer. */
export interface CachedAnswer {
  readonly json: JsonText;
  /** The refusal that was the answer. */
  readonly refusal?: RestServiceError | RpcServiceError;
  /** Height of the block that it shows; undefined where the next block may change it. */
  readonly height: number | undefined;
  /** Height of the chain when it was requested; -1 where that is not known. */
  readonly seenAt: number;
  /** When it was requested: milliseconds since 1970. */
  readonly at: number;
}

/** Options of an {@linkcode AnswerStore}. */
export interface AnswerStoreOptions {
  /** An SQLite file, or `:memory:`. */
  readonly path: string;
  /** Most bytes of the answers, with their keys and indexes. */
  readonly maximumBytes: number;
  /** Called where an answer could not be written. */
  readonly onError: (error: unknown) => void;
}

const VERSION = 1;
const SCHEMA = `CREATE TABLE answer (
  id INTEGER PRIMARY KEY, segment TEXT NOT NULL, key TEXT NOT NULL, height INTEGER NOT NULL, at INTEGER NOT NULL,
  tag TEXT NOT NULL, text TEXT NOT NULL, used INTEGER NOT NULL, bytes INTEGER NOT NULL, UNIQUE (segment, key)) STRICT;
CREATE INDEX answer_height ON answer (segment, height);
CREATE INDEX answer_used ON answer (used, id, bytes)`;

const SQL = {
  sum: "SELECT coalesce(sum(bytes), 0) AS bytes, coalesce(max(used), 0) AS used FROM answer",
  find: "SELECT id, height, at, tag, text FROM answer WHERE segment = ? AND key = ?",
  use: "UPDATE answer SET used = ? WHERE id = ?",
  insert: "INSERT INTO answer VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)",
  remove: "DELETE FROM answer WHERE segment = ? AND key = ? RETURNING bytes",
  removeFrom: "DELETE FROM answer WHERE segment = ? AND height >= ? RETURNING bytes",
  removeOldest:
    "DELETE FROM answer WHERE id = (SELECT id FROM answer ORDER BY used, id LIMIT 1) RETURNING bytes",
} as const;

/** Bytes of an answer beside its text and twice its key. */
const OVERHEAD = 200;

/** Answers that only a reorganisation can change, in SQLite. Where there is no room, the least recently used go first. */
export class AnswerStore {
  readonly #options: AnswerStoreOptions;
  readonly #database: DatabaseSync;
  readonly #statements: ReturnType<typeof prepare<keyof typeof SQL>>;
  /** Answers that were read since the last eviction, by their ids. */
  readonly #read = new Set<number>();
  /** Number of the last eviction; an answer is marked with that before its last use. */
  #evictions: number;
  #bytes: number;
  #isClosed = false;

  /** @throws {Error} If the file cannot be used; the message names it. */
  constructor(options: AnswerStoreOptions) {
    this.#options = options;
    this.#database = open(options.path);
    this.#statements = prepare(this.#database, SQL);
    const { bytes, used } = this.#statements.sum.get() as { bytes: number; used: number };
    this.#bytes = bytes;
    this.#evictions = used;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Share of the room that is taken. */
  get share(): number {
    return this.#bytes / this.#options.maximumBytes;
  }

  get(segment: Segment, key: string): CachedAnswer | undefined {
    const row = this.#statements.find.get(segment, key) as AnswerRow | undefined;
    if (!row) return undefined;
    this.#read.add(row.id);
    const { height, at } = row;
    return { json: new JsonText(row.text, row.tag), height, seenAt: height, at };
  }

  /** Stores an answer that shows a block. It outlasts the process from then on, and power cuts a little later. */
  put(segment: Segment, key: string, { json, height = 0, at }: CachedAnswer): void {
    const { text, tag } = json;
    const bytes = Buffer.byteLength(text) + 2 * key.length + OVERHEAD;
    if (bytes > this.#options.maximumBytes / 2) return;
    const { remove, insert } = this.#statements;
    try {
      this.#removed(remove.all(segment, key));
      insert.run(segment, key, height, at, tag, text, this.#evictions, bytes);
      this.#bytes += bytes;
      if (this.#bytes > this.#options.maximumBytes) this.#evict();
    } catch (error) {
      this.#options.onError(error);
    }
  }

  /** Removes every answer of a segment that shows a height or above, for good: not even a power cut brings one back. */
  removeFrom(segment: Segment, height: number): void {
    const removed = this.#statements.removeFrom.all(segment, height);
    this.#removed(removed);
    if (removed.length > 0) this.#database.exec("PRAGMA wal_checkpoint");
  }

  /** A further call does nothing. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#markRead();
    this.#database.close();
  }

  #evict(): void {
    this.#markRead();
    while (this.#bytes > this.#options.maximumBytes)
      this.#removed(this.#statements.removeOldest.all());
  }

  #markRead(): void {
    this.#evictions++;
    for (const id of this.#read) this.#statements.use.run(this.#evictions, id);
    this.#read.clear();
  }

  #removed(rows: readonly object[]): void {
    for (const row of rows as { readonly bytes: number }[]) this.#bytes -= row.bytes;
  }
}

interface AnswerRow {
  readonly id: number;
  readonly height: number;
  readonly at: number;
  readonly tag: string;
  readonly text: string;
}

function open(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    database.exec(
      "PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL",
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
      `Cannot open the cached answers at ${path}: ${reason}; if no other process uses it, delete it to begin with none`,
      { cause },
    );
  }
}
