import { type Command, InvalidArgumentError } from "commander";
import type { Client } from "../../client/mod.ts";
import { clientCommand, type ClientFlags } from "../client_command.ts";
import { notFound } from "../exit_error.ts";
import { Printer } from "../output/printer.ts";
import { openClient } from "../settings/connection.ts";
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
