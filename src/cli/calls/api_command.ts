import { Command } from "commander";
import { OPERATION_COMMANDS } from "../../generated/commands.gen.ts";
import type { Terminal } from "../terminal.ts";
import { withExamples } from "../with_examples.ts";
import { operationCommand } from "./operation_command.ts";

/** The command `api`: each REST operation of the specs as a subcommand. */
export function apiCommand(terminal: Terminal): Command {
  const command = new Command("api")
    .summary("Call a REST operation")
    .description("Call a REST operation by its id");
  for (const id of Object.keys(OPERATION_COMMANDS))
    command.addCommand(operationCommand(terminal, id));
  return withExamples(
    command,
    "api getBlock 7 --chain {segment}",
    "api listBlocks --limit 5 --ndjson",
  );
}
