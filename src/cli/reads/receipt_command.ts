import type { Command } from "commander";
import { type ClientFlags, clientCommand } from "../client_command.ts";
import { notFound } from "../exit_error.ts";
import { openClient } from "../open_client.ts";
import { Printer } from "../output/printer.ts";
import { numberFrom } from "../read_number.ts";
import type { Terminal } from "../terminal.ts";
import { withExamples } from "../with_examples.ts";

interface ReceiptFlags extends ClientFlags {
  readonly wait?: true;
  readonly timeout: number;
}

/** The command `receipt`: what a confirmed transaction did. */
export function receiptCommand(terminal: Terminal): Command {
  const command = clientCommand("receipt")
    .description("Show the receipt of a transaction")
    .argument("<hash>", "hash of the transaction")
    .option("--wait", "wait until it is in a block")
    .option("--timeout <seconds>", "longest wait", numberFrom(1, 86_400), 60)
    .action(async (hash: string, { wait, timeout, ...flags }: ReceiptFlags) => {
      const client = await openClient(terminal, flags);
      const receipt = wait
        ? await client.waitForReceipt(hash, { timeout: timeout * 1000 })
        : await client.rpc.tx_getTransactionReceipt(hash);
      if (!receipt)
        throw notFound(`No receipt of ${hash}: the transaction is pending or unknown; try --wait.`);
      new Printer(terminal, flags).value(receipt);
    });
  return withExamples(command, "receipt 0x06235c32a314… --wait --chain {segment}");
}
