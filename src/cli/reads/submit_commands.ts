import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { clientCommand, type ClientFlags } from "../client_command.ts";
import { notFound, wrongUse } from "../exit_error.ts";
import { numberFrom } from "../flag_values.ts";
import { Printer } from "../output/printer.ts";
import { openClient } from "../settings/connection.ts";
import type { Terminal } from "../terminal.ts";
import { withExamples } from "../with_examples.ts";

interface SendFlags extends ClientFlags {
  readonly file?: string;
  readonly wait?: true;
  readonly timeout: number;
}

/** The command `send`: submits a signed transaction once. */
export function sendCommand(terminal: Terminal): Command {
  const command = clientCommand("send")
    .description("Submit a signed transaction, exactly once, and print its hash")
    .argument(
      "[signed]",
      "signed transaction in hex; without it or with -, standard input is read",
      "-",
    )
    .option("--file <file>", "file with the signed transaction in hex")
    .option("--wait", "wait until it is in a block, and print its receipt")
    .option("--timeout <seconds>", "longest wait", numberFrom(1, 86_400), 60)
    .action(async (signed: string, flags: SendFlags) => {
      const hex = await readSigned(terminal, signed, flags.file);
      const client = await openClient(terminal, flags);
      const printer = new Printer(terminal, flags);
      const submission = await client.sendRawTransaction(hex);
      if (!flags.wait) return printer.value(submission);
      const { txHash } = submission;
      printer.note(`Submitted ${txHash}, waiting for a block.`);
      printer.value(await client.waitForReceipt(txHash, { timeout: flags.timeout * 1000 }));
    });
  return withExamples(command, "send --chain {segment} --wait < signed.hex");
}

async function readSigned(
  terminal: Terminal,
  signed: string,
  file: string | undefined,
): Promise<string> {
  if (file === undefined) return (signed === "-" ? terminal.readInput() : signed).trim();
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw wrongUse(`Cannot read ${file}: ${code}. Does --file name a file?`);
  }
}

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
