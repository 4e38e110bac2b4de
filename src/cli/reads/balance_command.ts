import { type Command, InvalidArgumentError } from "commander";
import { type ClientFlags, clientCommand } from "../client_command.ts";
import { openClient } from "../open_client.ts";
import { Printer } from "../output/printer.ts";
import type { Terminal } from "../terminal.ts";
import { withExamples } from "../with_examples.ts";

/** The command `balance`: balance and nonce of an account, now or at a height. */
export function balanceCommand(terminal: Terminal): Command {
  const command = clientCommand("balance")
    .description("Show the balance of an account in base units, now or at a past height")
    .argument("<address>", "address of the account")
    .option("--at <height>", "height of a block, or latest", heightOf, "latest")
    .action(async (address: string, flags: ClientFlags & { readonly at: number | "latest" }) => {
      const client = await openClient(terminal, flags, { addresses: [address] });
      const balance = await client.rpc.account_getBalance(address, flags.at);
      new Printer(terminal, flags).value(balance);
    });
  return withExamples(command, "balance dx16aua7ltyvjr7luyt4e56pyvxzdytnwwsa76dcr --at 7");
}

function heightOf(text: string): number | "latest" {
  if (text === "latest") return text;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Must be a height or latest.");
}
