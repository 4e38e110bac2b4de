import { type Database, prepare } from "../postgres.ts";
import { SCHEMA_VERSION } from "./_migrations.ts";

const VERSION = prepare("SELECT version, contracted FROM fleet.version");

/**
 * Checks that this release can use the schema of a database.
 *
 * @throws {Error} If it cannot; the message says what to do.
 */
export async function checkVersion(database: Database): Promise<void> {
  const rows = await database
    .rows<{ version: number; contracted: boolean }>(VERSION)
    .catch((cause: unknown) => {
      const { code = "", message } = cause as Error & { readonly code?: string };
      const isMissing = /^(?:3F000|42P01)$/.test(code);
      const reason = isMissing ? 'it has no schema; run "alphadelta migrate"' : message || code;
      throw new Error(`Cannot use the database: ${reason}`, { cause });
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
