import type { Command } from "commander";
import { type ClientFlags, clientCommand } from "../client_command.ts";
import { openClient } from "../open_client.ts";
import { Printer } from "../output/printer.ts";
import type { Terminal } from "../terminal.ts";
import { withExamples } from "../with_examples.ts";

/** The command `block`: one block, by height or hash. */
export function blockCommand(terminal: Terminal): Command {
  const command = clientCommand("block")
    .description("Show a block")
    .argument("[block]", "height, hash or latest", "latest")
    .action(async (block: string, flags: ClientFlags) => {
      const client = await openClient(terminal, flags);
      const isHeight = /^\d+$/.test(block);
      const latest = async (): Promise<number> => (await client.getChainInfo()).blockHeight;
      const identifier = block === "latest" ? await latest() : isHeight ? Number(block) : block;
      new Printer(terminal, flags).value(await client.getBlock(identifier));
    });
  return withExamples(command, "block 7 --chain {segment}", "block latest --json");
}
