import { type Command, Option } from "commander";
import { databaseUrl } from "./flag_values.ts";

/** Location of chains and keys: one of both. */
export interface PlaceFlags {
  readonly data?: string;
  readonly store?: string;
}

/** Adds the flags of a location, one of which is required. */
export function withPlace(command: Command, folder = "data folder of the service"): Command {
  return command
    .option("--data <folder>", folder)
    .addOption(
      new Option("--store <url>", "the database of services that share one: postgres://…")
        .argParser(databaseUrl("--store", "postgres"))
        .conflicts("data"),
    )
    .hook("preAction", (_, action) => {
      const { data, store }: PlaceFlags = action.opts();
      if (data === undefined && store === undefined)
        action.error("error: required option '--data <folder>' or '--store <url>' not specified");
    });
}
