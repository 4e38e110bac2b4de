import { Argument } from "commander";
import { callOf, checkArguments } from "../calls/call.ts";
import { command, type Flag, flag } from "../command.ts";
import { notFound } from "../exit_error.ts";
import { numberFrom } from "../flag_values.ts";
import type { Terminal } from "../terminal.ts";
import { readNamedFile } from "../text_file.ts";

/** The longest wait for a receipt, in seconds; it has a meaning with --wait alone. */
export const WAIT_TIMEOUT: Flag<number> = flag(
  "--timeout <seconds>",
  "longest wait",
  numberFrom(1, 86_400),
  60,
);

export const send = command({
  description: "Submit a signed transaction, exactly once, and print its hash",
  isClient: true,
  arguments: [new Argument("[signed]", "in hex; by default standard input").default("-")],
  flags: {
    file: flag("--file <file>", "file with the signed transaction in hex"),
    wait: flag("--wait", "wait until it is in a block, and print its receipt too"),
    timeout: WAIT_TIMEOUT,
  },
  examples: ["send --chain {segment} --wait < signed.hex"],
  async run({ terminal, connect, flags, printer }, signed: string) {
    const hex = await readSigned(terminal, signed, flags.file);
    checkArguments(callOf("tx_sendRawTransaction"), { signedTx: hex });
    const client = await connect();
    const submission = await client.sendRawTransaction(hex);
    if (!flags.wait) return submission;
    const { txHash } = submission;
    printer.note(`Submitted ${txHash}, waiting for a block.`);
    const settled = await client.waitForReceipt(txHash, { timeout: flags.timeout * 1000 });
    const { status, transactionHash: _, ...fields } = settled; // the hash is shown as txHash
    return { txHash, status: status === 1 ? "confirmed" : "failed", ...fields };
  },
});

export const receipt = command({
  description: "Show the receipt of a transaction",
  isClient: true,
  arguments: [new Argument("<hash>", "hash of the transaction")],
  flags: { wait: flag("--wait", "wait until it is in a block"), timeout: WAIT_TIMEOUT },
  examples: ["receipt 0x06235c32a314… --wait --chain {segment}"],
  async run({ connect, flags: { wait, timeout } }, hash: string) {
    checkArguments(callOf("tx_getTransactionReceipt"), { txHash: hash });
    const client = await connect();
    const settled = wait
      ? await client.waitForReceipt(hash, { timeout: timeout * 1000 })
      : await client.rpc.tx_getTransactionReceipt(hash);
    if (!settled)
      throw notFound(`No receipt of ${hash}: the transaction is pending or unknown; try --wait.`);
    return settled;
  },
});

/** The signed transaction of `--file`; else of the argument, where `-` is standard input. */
async function readSigned(
  terminal: Terminal,
  signed: string,
  file: string | undefined,
): Promise<string> {
  if (file !== undefined) return (await readNamedFile("--file", file)).trim();
  return (signed === "-" ? await terminal.readInput() : signed).trim();
}
