import { readFile, writeFile } from "node:fs/promises";
import { MIGRATIONS } from "../../src/service/fleet/_migrations.ts";
import { COMMAND_LINE } from "../cli/_command_line.ts";

/** A release whose schema has one version more than this one. */
export interface NextRelease {
  /** Its command line. */
  readonly program: string;
  readonly migrations: typeof MIGRATIONS;
}

const MARK = "var SCHEMA_VERSION = ";

/** Makes it of this release. */
export async function makeNextRelease(): Promise<NextRelease> {
  const next = {
    version: (MIGRATIONS.at(-1)?.version ?? 0) + 1,
    expand: "ALTER TABLE fleet.api_key ADD COLUMN note text",
    contract: "ALTER TABLE fleet.api_key ALTER COLUMN note SET DEFAULT ''",
  };
  const text = await readFile(COMMAND_LINE, "utf8");
  if (!text.includes(MARK)) throw new Error("The bundle has no schema version");
  const program = COMMAND_LINE.replace(/\.mjs$/, ".next.mjs");
  await writeFile(program, text.replace(MARK, `MIGRATIONS.push(${JSON.stringify(next)});\n${MARK}`));
  return { program, migrations: [...MIGRATIONS, next] };
}
