import { Command } from "commander";
import { METHOD_COMMANDS } from "../../generated/commands.gen.ts";
import type { Terminal } from "../terminal.ts";
import { withExamples } from "../with_examples.ts";
import { methodCommand } from "./method_command.ts";

/** The command `rpc`: each JSON-RPC method of the specs as a subcommand. */
export function rpcCommand(terminal: Terminal): Command {
  const command = new Command("rpc")
    .summary("Call a JSON-RPC method")
    .description("Call a JSON-RPC method by its name");
  for (const name of Object.keys(METHOD_COMMANDS))
    command.addCommand(methodCommand(terminal, name));
  return withExamples(
    command,
    "rpc chain_getInfo --chain {segment}",
    "rpc account_getNonce dx1… --json",
  );
}
