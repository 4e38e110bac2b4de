import {
  type DatabaseSync,
  JsonText,
  openFile,
  prepareTables,
  type RestServiceError,
  type RpcServiceError,
  type TableOptions,
} from "../service/internal.ts";
import type { Segment } from "../generated/segments.gen.ts";
import { Outages } from "../service/outages.ts";
import { prepareAll } from "./_prepare.ts";

/** A cached answer. */
export interface CachedAnswer {
  readonly json: JsonText;
  /** The refusal that was the answer. */
  readonly refusal?: RestServiceError | RpcServiceError | undefined;
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
  /** Called where answers cannot be written, see {@linkcode Outages}. */
  readonly onError: (error: unknown) => void;
}

const TABLES: TableOptions = {
  // A lost answer is requested again; only a removal has to last.
  durability: "relaxed",
  migrations: [
    {
      from: 0,
      to: 1,
      script: `CREATE TABLE answer (
  id INTEGER PRIMARY KEY, segment TEXT NOT NULL, key TEXT NOT NULL, height INTEGER NOT NULL, at INTEGER NOT NULL,
  tag TEXT NOT NULL, text TEXT NOT NULL, used INTEGER NOT NULL, bytes INTEGER NOT NULL, UNIQUE (segment, key)) STRICT;
CREATE INDEX answer_height ON answer (segment, height);
CREATE INDEX answer_used ON answer (used, id, bytes)`,
    },
  ],
};

const SQL = {
  sum: "SELECT coalesce(sum(bytes), 0) AS bytes, coalesce(max(used), 0) AS uses FROM answer",
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
  readonly #maximumBytes: number;
  readonly #outages: Outages;
  readonly #database: DatabaseSync;
  readonly #statements: ReturnType<typeof prepareAll<keyof typeof SQL>>;
  #bytes: number;
  /** Writes and uses of answers so far, by which they are ordered. */
  #uses: number;

  /** @throws {Error} If the file cannot be used; the message names it. */
  constructor({ path, maximumBytes, onError }: AnswerStoreOptions) {
    this.#maximumBytes = maximumBytes;
    this.#outages = new Outages(onError);
    const file = { name: "cached answers", path, remedy: "start again" };
    this.#database = openFile(file, (database) => {
      prepareTables(database, TABLES);
      return database;
    });
    this.#statements = prepareAll(this.#database, SQL);
    const { bytes, uses } = this.#statements.sum.get() as { bytes: number; uses: number };
    this.#bytes = bytes;
    this.#uses = uses;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(segment: Segment, key: string): CachedAnswer | undefined {
    const row = this.#statements.find.get(segment, key);
    if (!row) return undefined;
    const { id, height, at, tag, text } = row as unknown as AnswerRow;
    this.#write(() => this.#statements.use.run(++this.#uses, id));
    return { json: new JsonText(text, tag), height, seenAt: height, at };
  }

  /** Stores an answer that shows a block. It outlasts the process from then on, and power cuts a little later. */
  put(segment: Segment, key: string, { json, height = 0, at }: CachedAnswer): void {
    const { remove, insert, removeOldest } = this.#statements;
    const { text, tag } = json;
    const maximumBytes = this.#maximumBytes;
    const bytes = Buffer.byteLength(text) + 2 * key.length + OVERHEAD;
    if (bytes > maximumBytes / 2) return;
    this.#write(() => {
      this.#removed(remove.all(segment, key));
      insert.run(segment, key, height, at, tag, text, ++this.#uses, bytes);
      this.#bytes += bytes;
      while (this.#bytes > maximumBytes) this.#removed(removeOldest.all());
    });
  }

  /** Removes every answer of a segment that shows a height or above, for good: not even a power cut brings one back. */
  removeFrom(segment: Segment, height: number): void {
    const removed = this.#statements.removeFrom.all(segment, height);
    this.#removed(removed);
    if (removed.length > 0) this.#database.exec("PRAGMA wal_checkpoint");
  }

  close(): void {
    this.#database.close();
  }

  #write(write: () => void): void {
    try {
      write();
      this.#outages.note("answers");
    } catch (error) {
      this.#outages.note("answers", error);
    }
  }

  #removed(rows: readonly object[]): void {
    for (const row of rows as { readonly bytes: number }[]) this.#bytes -= row.bytes;
  }
}

interface AnswerRow extends JsonText, Pick<CachedAnswer, "at"> {
  readonly id: number;
  readonly height: number;
}
