/**
 * The tables and statements of every store of keys, each once. `{}.` stands for the schema, where there is one, and `$1` for the first
 * value.
 *
 * @module
 */
import { createTables, type TableSchema, type TableDialect } from "../../sql_schema.ts";
import type { KeyRecord } from "./key_store.ts";

type Type = TableSchema["columns"][string];

/** The fields of a record, each a column. */
const FIELDS = {
  hash: "text",
  id: "text",
  email: "text",
  tier: "text",
  label: "text?",
  origins: "text?",
  createdAt: "integer",
  expiresAt: "integer?",
  revokedAt: "integer?",
  subject: "text?",
  askedBy: "text?",
} as const satisfies Readonly<Record<keyof KeyRecord, Type>>;

const FIELD_NAMES = Object.keys(FIELDS) as (keyof KeyRecord)[];
const COLUMNS = FIELD_NAMES.map(columnOf);

/** `created_at` of `createdAt`. */
function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const TABLES: Readonly<Record<string, TableSchema>> = {
  api_key: {
    columns: Object.fromEntries(FIELD_NAMES.map((name) => [columnOf(name), FIELDS[name]])),
    key: ["hash"],
    isInOrder: true,
  },
  key_use: {
    columns: {
      hash: "text",
      day: "integer",
      requests: "integer",
      refusals: "integer",
      used_at: "integer",
    },
    key: ["hash"],
  },
  key_request: {
    columns: { day: "integer", subject: "text", count: "integer" },
    key: ["day", "subject"],
  },
  key_salt: { columns: { salt: "text" }, key: [] },
};

/**
 * The statements that make the tables of keys.
 *
 * @param salt A random text, as the engine makes one.
 */
export function keyTables(dialect: TableDialect, salt: string): string {
  return `${createTables(TABLES, dialect)}
    CREATE INDEX api_key_asked_by ON api_key (asked_by) WHERE asked_by IS NOT NULL;
    INSERT INTO key_salt VALUES (${salt});`;
}

/** The values of a record, in the order of the columns. */
export function valuesOf(record: KeyRecord): (string | number | null)[] {
  return FIELD_NAMES.map((name) => record[name]);
}

/** A record as a database selects it. Keys of earlier releases have no subject, and count by themselves. */
const RECORD = FIELD_NAMES.map((name) => {
  const value = name === "subject" ? "coalesce(subject, 'key:' || id)" : columnOf(name);
  return `${value} AS "${name}"`;
}).join(", ");

/** What the engines write each in their own way. */
interface KeyDialect {
  /** Orders keys of one second. */
  readonly tie: string;
  /** Uses out of a JSON array: a table `used`. */
  readonly used: string;
  /** Makes those follow each other who ask for the name of one address at the same time. */
  readonly lock: string;
}

/** Valid keys that an address asked for. */
const VALID = "asked_by = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)";

export function keyStatements({ tie, used, lock }: KeyDialect) {
  return {
    insert: `INSERT INTO {}.api_key (${COLUMNS.join(", ")}) VALUES (${COLUMNS.map((_, index) => `$${index + 1}`).join(", ")})`,
    find: `SELECT ${RECORD} FROM {}.api_key WHERE hash = $1`,
    list: `SELECT ${RECORD} FROM {}.api_key ORDER BY created_at, ${tie}`,
    revoke:
      "UPDATE {}.api_key SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL RETURNING hash",
    expire: `UPDATE {}.api_key SET expires_at = CASE WHEN expires_at < $1 THEN expires_at ELSE $1 END WHERE id = $2
      RETURNING hash`,
    addUses: `INSERT INTO {}.key_use AS known
      SELECT hash, day, requests, refusals, used_at FROM ${used} WHERE true ORDER BY hash
      ON CONFLICT (hash) DO UPDATE SET
        requests = excluded.requests + CASE WHEN known.day = excluded.day THEN known.requests ELSE 0 END,
        refusals = excluded.refusals + CASE WHEN known.day = excluded.day THEN known.refusals ELSE 0 END,
        day = excluded.day,
        used_at = CASE WHEN known.used_at > excluded.used_at THEN known.used_at ELSE excluded.used_at END
      WHERE known.day <= excluded.day`,
    listUses: `SELECT hash, day, requests, refusals, used_at AS "usedAt" FROM {}.key_use`,
    lock,
    forget: "DELETE FROM {}.key_request WHERE day < $1",
    count: `INSERT INTO {}.key_request AS known SELECT $1, $2, 1 WHERE CAST($3 AS bigint) > 0
      ON CONFLICT (day, subject) DO UPDATE SET count = known.count + 1 WHERE known.count < $3 RETURNING count`,
    countValid: `SELECT count(*) AS count FROM {}.api_key WHERE ${VALID}`,
    endUnused: `UPDATE {}.api_key SET expires_at = $2 WHERE hash IN (
      SELECT hash FROM {}.api_key LEFT JOIN {}.key_use USING (hash) WHERE ${VALID}
      AND coalesce(used_at, created_at) <= $3 ORDER BY coalesce(used_at, created_at) LIMIT $4) RETURNING hash`,
    salt: "SELECT salt FROM {}.key_salt",
  } as const;
}

export type KeyStatementName = keyof ReturnType<typeof keyStatements>;
