import { Command, Option } from "commander";
import { SEGMENTS } from "../generated/segments.gen.ts";
import { TIERS } from "../generated/tiers.gen.ts";
import type { ConnectionFlags } from "./settings/connection.ts";

/** Flags of how a command prints. */
export interface OutputFlags {
  readonly json?: true;
  readonly ndjson?: true;
}

/** Flags of each command that calls a service. */
export interface ClientFlags extends ConnectionFlags, OutputFlags {}

/** Names of those flags that take a value: they may also stand in front of the command. */
export const CONNECTION_FLAGS = ["--chain", "--endpoint", "--key-file", "--tier"] as const;

/** A command with the flags of the connection and the output. */
export function clientCommand(name: string): Command {
  return new Command(name)
    .optionsGroup("Connection and output:")
    .addOption(new Option("--chain <segment>", "chain and network").choices(Object.keys(SEGMENTS)))
    .option("--endpoint <url>", "origin of the service")
    .option("--key-file <file>", "file with the API key, - for standard input")
    .addOption(new Option("--tier <tier>", "rate tier").choices(Object.keys(TIERS)))
    .option("--json", "print JSON, with amounts as strings")
    .option("--ndjson", "print one line of JSON per item, as they arrive")
    .optionsGroup("Options:");
}
