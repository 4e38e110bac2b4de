import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { type ClientFlags, clientCommand } from "../client_command.ts";
import { wrongUse } from "../exit_error.ts";
import { openClient } from "../open_client.ts";
import { Printer } from "../output/printer.ts";
import { numberFrom } from "../read_number.ts";
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
