import { EVENTS_WITHOUT_PENDING, TOKENS_MOVED } from "../chain/store/internal.ts";
import { keyTables } from "../access/keys/mod.ts";
import { type Migration, POSTGRES_TABLES } from "../sql_schema.ts";
import { type Database, type DatabaseOptions, openDatabase, prepare } from "../postgres.ts";

/** A step of the schema of a fleet. */
export interface FleetMigration extends Migration {
  /** True if processes of the version before run on while it is done and afterwards, until they are replaced. */
  readonly isAdditive?: boolean;
}

/** Runs a script in the schema of every segment that there is. */
function inEverySegment(script: string): string {
  return `
DO $do$ DECLARE segment text; BEGIN
  FOR segment IN SELECT nspname FROM pg_namespace JOIN pg_class ON relnamespace = pg_namespace.oid
    WHERE relname = 'lease' LOOP
    PERFORM set_config('search_path', quote_ident(segment), true);
    ${script}
  END LOOP;
END $do$`;
}

/**
 * Tables shared by all segments: running processes, API keys, settings of the chains. Those of a segment are made with its
 * schema.
 */
const TABLES = `
SET LOCAL search_path TO fleet;
CREATE TABLE instance (
  id text PRIMARY KEY,
  version int NOT NULL,
  role text NOT NULL,
  started timestamptz NOT NULL,
  seen timestamptz NOT NULL
);
CREATE TABLE chain (
  segment text PRIMARY KEY,
  seed bigint NOT NULL,
  block_time double precision NOT NULL
);
${keyTables(POSTGRES_TABLES, "gen_random_uuid()::text")}
CREATE INDEX ON api_key (id);`;

export const MIGRATIONS: readonly FleetMigration[] = [
  { from: 0, to: 7, script: TABLES },
  {
    // The subject and the requester of keys.
    from: 4,
    to: 5,
    isAdditive: true,
    script: `
ALTER TABLE fleet.api_key ADD COLUMN subject text, ADD COLUMN asked_by text;
CREATE INDEX ON fleet.api_key (asked_by) WHERE asked_by IS NOT NULL;
CREATE TABLE fleet.key_salt (salt text NOT NULL);
INSERT INTO fleet.key_salt VALUES (gen_random_uuid()::text);`,
  },
  { from: 5, to: 6, script: inEverySegment(EVENTS_WITHOUT_PENDING.postgres) },
  { from: 6, to: 7, script: inEverySegment(TOKENS_MOVED.postgres) },
];

/** The version that this release reads and writes. */
export const SCHEMA_VERSION = MIGRATIONS.at(-1)?.to ?? 0;

export interface VersionRow {
  readonly version: number;
  /** True if processes of earlier versions cannot use the schema. */
  readonly contracted: boolean;
}

export const VERSIONS = prepare("SELECT version, contracted FROM fleet.version ORDER BY version");

/**
 * Opens a database whose schema this release can use.
 *
 * @throws {Error} If it cannot be used; the message says what to do.
 */
export async function openChecked(options: DatabaseOptions): Promise<Database> {
  const database = await openDatabase(options);
  try {
    await checkVersion(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The error of a database that cannot be used; one that refuses connections at several addresses gives a code alone. */
export function unusable(cause: unknown, reason?: string): Error {
  const { code = "", message } = cause as Error & { readonly code?: string };
  return new Error(`Cannot use the database: ${reason ?? (message || code)}`, { cause });
}

async function checkVersion(database: Database): Promise<void> {
  const rows = await database.rows<VersionRow>(VERSIONS).catch((cause: unknown) => {
    throw isTableMissing(cause)
      ? unusable(cause, 'it has no schema; run "alphadelta migrate"')
      : unusable(cause);
  });
  if (!rows.some(({ version }) => version === SCHEMA_VERSION)) {
    throw new Error(
      `Cannot use the database: its schema lacks version ${SCHEMA_VERSION}; run "alphadelta migrate"`,
    );
  }
  const newer = rows.find(({ version, contracted }) => contracted && version > SCHEMA_VERSION);
  if (newer)
    throw new Error(
      `Cannot use the database: its schema requires version ${newer.version}; run a newer release`,
    );
}

/** Tells whether a statement failed for want of a schema or a table. */
export function isTableMissing(error: unknown): boolean {
  return /^(?:3F000|42P01)$/.test((error as { readonly code?: string }).code ?? "");
}
