/**
 * The statements of every store of keys, each once. `{}.` stands for the schema, where there is one, and `$1` for the first
 * value.
 *
 * @module
 */
import { COLUMNS, RECORD } from "./key_store.ts";

/** What the engines write each in their own way. */
interface KeyDialect {
  /** Orders keys of one second. */
  readonly tie: string;
  /** Uses out of a JSON array: a table `used`. */
  readonly used: string;
  /** Makes those follow each other who ask for the name of one address at the same time. */
  readonly lock: string;
}

const NAMES = Object.values(COLUMNS);

/** Valid keys that an address asked for. */
const VALID = "asked_by = $1 AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $2)";

export function keyStatements({ tie, used, lock }: KeyDialect) {
  return {
    insert: `INSERT INTO {}.api_key (${NAMES.join(", ")}) VALUES (${NAMES.map((_, index) => `$${index + 1}`).join(", ")})`,
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
