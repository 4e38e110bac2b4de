import { Command } from "commander";
import type { Segment } from "../chains/mod.ts";
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
    .description("Make or upgrade the schema of a PostgreSQL that services share")
    .requiredOption("--store <url>", "the database, as a role that may make schemas: postgres://…")
    .option("--segments <list>", "segments to make, with commas; without it all", readSegments)
    .option("--grant <role>", "give a role the rights that a service needs, and no more")
    .option(
      "--contract",
      "take away what only earlier releases need; refused while one of them runs",
    )
    .action(async (flags: MigrateFlags) => {
      const { migrate } = await import("../service/mod.ts");
      const { expanded, contracted, segments } = await migrate(flags);
      const done = [
        ...expanded.map((version) => `Schema version ${version} is there.`),
        ...contracted.map((version) => `Schema version ${version} needs none before it any more.`),
        ...segments.map((segment) => `${segment} has its tables.`),
      ];
      console.log(done.length > 0 ? done.join("\n") : "Nothing is to be done.");
    });
  return withExamples(command, "migrate --store postgres://owner@db/chains --grant service");
}
