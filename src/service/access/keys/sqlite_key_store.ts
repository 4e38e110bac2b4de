import { chmodSync } from "node:fs";
import { type Migration, SQLITE_TABLES } from "../../sql_schema.ts";
import { type DatabaseSync, IN_MEMORY, openFile, prepareTables } from "../../sqlite.ts";
import { SqliteStatements, type Transactions } from "../../sqlite_statements.ts";
import { keyStatements, keyTables } from "./_key_statements.ts";
import { type KeyDatabase, keyStoreOn } from "./_stored_keys.ts";
import type { KeyStore } from "./key_store.ts";

/** A random text. */
const SALT = "lower(hex(randomblob(16)))";

const MIGRATIONS: readonly Migration[] = [
  { from: 0, to: 3, script: keyTables(SQLITE_TABLES, SALT) },
  {
    // The subject and the requester of keys; addresses were stored as they are.
    from: 2,
    to: 3,
    script: `
ALTER TABLE api_key ADD COLUMN subject TEXT;
ALTER TABLE api_key ADD COLUMN asked_by TEXT;
CREATE INDEX api_key_asked_by ON api_key (asked_by) WHERE asked_by IS NOT NULL;
CREATE TABLE key_salt (salt TEXT NOT NULL) STRICT;
INSERT INTO key_salt VALUES (${SALT});
DELETE FROM key_request;`,
  },
];

const USED = ["hash", "day", "requests", "refusals", "used_at"].map(
  (name) => `value ->> '${name}' AS ${name}`,
);

const STATEMENTS = keyStatements({
  tie: "rowid",
  used: `(SELECT ${USED.join(", ")} FROM json_each($1)) AS used`,
  // One process at a time writes.
  lock: "SELECT $1",
});

/**
 * Opens a key store in a SQLite file, or in memory.
 *
 * @throws {Error} If the file cannot be used or is not a key store; the message has its path.
 */
export function openSqliteKeyStore(path = IN_MEMORY): KeyStore {
  return openFile({ name: "key store", path, remedy: "issue its keys again" }, (database) => {
    // The file has emails. SQLite gives its journal files the same mode.
    if (path !== IN_MEMORY) chmodSync(path, 0o600);
    const how = { migrations: MIGRATIONS, durability: "full" } as const;
    return keyStoreOn(databaseOf(database, prepareTables(database, how)));
  });
}

function databaseOf(database: DatabaseSync, transactions: Transactions): KeyDatabase {
  const statements = new SqliteStatements(database, STATEMENTS);
  const rows = (...step: Parameters<typeof statements.all>): readonly object[] =>
    // An older Node gives objects without a prototype.
    statements.all(...step).map((row) => ({ ...row }));
  let isClosed = false;
  return {
    rows: async (name, values) => rows(name, values),
    transaction: async (steps, isKept) =>
      transactions.run(() => {
        let step = steps.next();
        while (!step.done) step = steps.next(rows(...step.value));
        return step.value;
      }, isKept),
    async close() {
      if (isClosed) return;
      isClosed = true;
      database.close();
    },
  };
}
