import type { Command } from "commander";
import { type ClientFlags, clientCommand } from "../client_command.ts";
import { notFound } from "../exit_error.ts";
import { openClient } from "../open_client.ts";
import { Printer } from "../output/printer.ts";
import type { Terminal } from "../terminal.ts";
import { withExamples } from "../with_examples.ts";

/** The command `tx`: one transaction, in a block or pending. */
export function txCommand(terminal: Terminal): Command {
  const command = clientCommand("tx")
    .description("Show a transaction, in a block or pending")
    .argument("<hash>", "hash of the transaction")
    .action(async (hash: string, flags: ClientFlags) => {
      const client = await openClient(terminal, flags);
      const inBlock = await client.getTransaction(hash).catch((error: { code?: unknown }) => {
        if (error.code === "NOT_FOUND") return undefined;
        throw error;
      });
      const found = inBlock ?? (await client.rpc.tx_getTransaction(hash));
      if (!found) throw notFound(`There is no transaction ${hash} on ${client.segment}.`);
      new Printer(terminal, flags).value(found);
    });
  return withExamples(command, "tx 0x06235c32a314… --chain {segment}");
}
