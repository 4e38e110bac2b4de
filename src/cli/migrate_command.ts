import { Command } from "commander";
import type { Segment } from "../chains/mod.ts";
import { databaseUrl } from "./read_database_url.ts";
import { readSegments } from "./read_segments.ts";
import { withExamples } from "./with_examples.ts";

interface MigrateFlags {
  readonly store: string;
  readonly segments?: readonly Segment[];
  readonly grant?: string;
  readonly contract?: true;
}

/** The command `migrate`: makes or upgrades the schema of a PostgreSQL that processes share. */
export function migrateCommand(): Command {
  const command = new Command("migrate")
    .description("Create or upgrade the PostgreSQL schema that services share")
    .requiredOption(
      "--store <url>",
      "the database, with a role that may create schemas: postgres://…",
      databaseUrl("--store", "postgres"),
    )
    .option(
      "--segments <list>",
      "segments to create, separated by commas; by default all",
      readSegments,
    )
    .option("--grant <role>", "grant a role exactly the rights that a service needs")
    .option("--contract", "remove what only earlier releases need; refused while one of them runs")
    .action(async (flags: MigrateFlags) => {
      const { migrate } = await import("../service/mod.ts");
      const { expanded, contracted, segments } = await migrate(flags);
      const done = [
        ...expanded.map((version) => `Added schema version ${version}.`),
        ...contracted.map((version) => `Removed what only versions before ${version} need.`),
        ...segments.map((segment) => `Created the tables of ${segment}.`),
      ];
      console.log(done.length > 0 ? done.join("\n") : "The schema is up to date.");
    });
  return withExamples(command, "migrate --store postgres://owner@db/chains --grant service");
}
