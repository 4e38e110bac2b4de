import type { Command } from "commander";
import type { Client } from "../../client/mod.ts";
import { type ClientFlags, clientCommand } from "../client_command.ts";
import { openClient } from "../open_client.ts";
import { Printer } from "../output/printer.ts";
import type { Terminal } from "../terminal.ts";
import { withExamples } from "../with_examples.ts";

/** The command `account`: an account, with its tokens where the chain has them. */
export function accountCommand(terminal: Terminal): Command {
  const command = clientCommand("account")
    .description("Show an account, with its tokens; its address tells the chain")
    .argument("<address>", "address of the account")
    .action(async (address: string, flags: ClientFlags) => {
      const client = await openClient(terminal, flags, { addresses: [address] });
      const account = await client.getAccount(address);
      const tokens = client.chain === "delta" ? await tokensOf(client, address) : {};
      new Printer(terminal, flags).value({ ...account, ...tokens });
    });
  return withExamples(command, "account dx16aua7ltyvjr7luyt4e56pyvxzdytnwwsa76dcr");
}

async function tokensOf(client: Client, address: string): Promise<object> {
  const { tokens } = await (client as Client<"delta">).listAccountTokens(address);
  return tokens.length > 0 ? { tokens } : {};
}
