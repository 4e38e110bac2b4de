import { type Segment, SEGMENTS } from "../../chains/mod.ts";
import { segmentSchema } from "../chain/store/internal.ts";
import { newEpoch } from "../chain/store/mod.ts";
import { migrationsFrom } from "../sql_schema.ts";
import { type Database, openDatabase, prepare } from "../postgres.ts";
import {
  type FleetMigration,
  MIGRATIONS,
  unusable,
  type VersionRow,
  VERSIONS,
} from "./_migrations.ts";
import { INSTANCE_LIFETIME } from "./open_fleet.ts";

/** Options of an upgrade of a fleet's schema. */
export interface MigrateOptions {
  /** `postgres://user:password@host:port/database`, of a role that owns the schemas. */
  readonly store: string;
  /** Segments that get a schema. @default every segment of the specs */
  readonly segments?: readonly Segment[];
  /** A role that gets the rights that a running service needs, and no more; from then on with every migration. */
  readonly grant?: string;
}

/** Result of a migration. */
export interface Migrated {
  /** Versions of the schema that it came to, in order. */
  readonly versions: readonly number[];
  /** Segments that got a schema. */
  readonly segments: readonly Segment[];
}

/** Two migrations at the same time follow each other; the number means nothing. */
const LOCK = 7_205_759_403;

const SCHEMAS = prepare(
  "SELECT nspname AS name FROM pg_namespace WHERE nspname = ANY ($1::text[])",
);
const RUNNING = prepare(`SELECT id, version FROM fleet.instance
  WHERE version < $1 AND seen > clock_timestamp() - make_interval(secs => $2) ORDER BY id`);
/** Roles that an earlier migration gave the rights of a service: they get those on what this one adds. */
const GRANTED = prepare(`SELECT rolname AS role FROM pg_class, aclexplode(relacl) AS entry
  JOIN pg_roles ON pg_roles.oid = entry.grantee
  WHERE pg_class.oid = to_regclass('fleet.instance') AND privilege_type = 'INSERT' AND grantee <> relowner`);

/**
 * Makes or upgrades the schema of a fleet.
 *
 * @param migrations Those there are, in order.
 * @throws {Error} If processes of an earlier version run that cannot use the schema afterwards; the message names them.
 */
export async function migrateFleet(
  options: MigrateOptions,
  migrations: readonly FleetMigration[] = MIGRATIONS,
): Promise<Migrated> {
  const database = await openDatabase({
    url: options.store,
    maximum: 1,
    statementTimeout: 600_000,
    readTimeout: 600_000,
    idleTimeout: 600_000,
  });
  try {
    return await migrateIn(database, migrations, options);
  } finally {
    await database.close();
  }
}

async function migrateIn(
  database: Database,
  migrations: readonly FleetMigration[],
  { segments = Object.keys(SEGMENTS) as Segment[], grant }: MigrateOptions,
): Promise<Migrated> {
  await step(
    database,
    "CREATE SCHEMA IF NOT EXISTS fleet",
    "CREATE TABLE IF NOT EXISTS fleet.version (version int PRIMARY KEY, contracted boolean NOT NULL)",
  ).catch((cause: unknown) => {
    throw unusable(cause);
  });
  const versions = await upgrade(database, migrations);
  const made = await makeSegments(database, segments);
  const granted = (await database.rows<{ role: string }>(GRANTED)).map(({ role }) => role);
  for (const role of new Set(grant === undefined ? granted : [...granted, grant]))
    await grantTo(database, role, segments);
  return { versions, segments: made };
}

async function upgrade(
  database: Database,
  migrations: readonly FleetMigration[],
): Promise<number[]> {
  const present = (await database.rows<VersionRow>(VERSIONS)).at(-1)?.version ?? 0;
  const [{ from: first } = { from: 0 }] = migrations.filter(({ from }) => from > 0);
  if (present > 0 && present < first)
    throw new Error(
      `Cannot upgrade the schema: it has version ${present}, this release upgrades from ${first}; run "alphadelta migrate" of the release before first`,
    );
  const steps = migrationsFrom(present, migrations);
  for (const { to, script, isAdditive = false } of steps) {
    if (present > 0 && !isAdditive) await refuseOlder(database, to);
    await step(database, script, `INSERT INTO fleet.version VALUES (${to}, ${!isAdditive})`);
  }
  return steps.map(({ to }) => to);
}

/** Refuses an upgrade that running processes could not go on after. */
async function refuseOlder(database: Database, version: number): Promise<void> {
  const older = await database.rows<{ id: string; version: number }>(RUNNING, [
    version,
    INSTANCE_LIFETIME,
  ]);
  if (older.length === 0) return;
  const shown = older.map((one) => `${one.id} (version ${one.version})`).join(", ");
  throw new Error(
    `Cannot upgrade the schema to version ${version}: processes of earlier versions run: ${shown}; stop them first`,
  );
}

async function makeSegments(database: Database, segments: readonly Segment[]): Promise<Segment[]> {
  const rows = await database.rows<{ name: string }>(SCHEMAS, [segments]);
  const known = new Set(rows.map(({ name }) => name));
  const missing = segments.filter((segment) => !known.has(segment));
  for (const segment of missing) await step(database, segmentSchema(segment, newEpoch()), "");
  return missing;
}

/** Reads and writes of rows, in these schemas alone; nothing may be made, changed or dropped. */
async function grantTo(
  database: Database,
  role: string,
  segments: readonly Segment[],
): Promise<void> {
  const name = `"${role.replaceAll('"', '""')}"`;
  const grants = ["fleet", ...segments].map(
    (schema) => `
      GRANT USAGE ON SCHEMA "${schema}" TO ${name};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "${schema}" TO ${name};`,
  );
  await database.script(
    `${grants.join("")} REVOKE INSERT, UPDATE, DELETE ON fleet.version FROM ${name}`,
  );
}

function step(database: Database, script: string, note: string): Promise<void> {
  return database.script(`SELECT pg_advisory_xact_lock(${LOCK}); ${script}; ${note}`);
}
