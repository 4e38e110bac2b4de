import { Argument, InvalidArgumentError } from "commander";
import type { ChainOf, Segment } from "../../chains/mod.ts";
import type { Client } from "../../client/mod.ts";
import type { Operations } from "../../generated/client/operations.gen.ts";
import type { RestErrorCode } from "../../generated/errors.gen.ts";
import type { TokenBalance } from "../../generated/types.gen.ts";
import { command, flag } from "../command.ts";
import { notFound } from "../exit_error.ts";
import { addressFrom } from "../flag_values.ts";

const ADDRESS = new Argument("<address>", "address of the account").argParser(addressFrom);

export const block = command({
  isClient: true,
  arguments: [new Argument("[block]", "height, hash or latest").default("latest")],
  examples: ["block 7 --chain {segment}", "block latest --json"],
  async run({ connect }, given: string) {
    const client = await connect();
    const isHeight = /^\d+$/.test(given);
    const latest = async (): Promise<number> => (await client.getChainInfo()).blockHeight;
    return client.getBlock(given === "latest" ? await latest() : isHeight ? Number(given) : given);
  },
});

export const height = command({
  isClient: true,
  printsLines: true,
  examples: ["height --chain {segment}"],
  async run({ connect, printer }) {
    const { blockHeight } = await (await connect()).getChainInfo();
    if (printer.isForPrograms) return { blockHeight };
    return blockHeight;
  },
});

export const tx = command({
  isClient: true,
  arguments: [new Argument("<hash>", "hash of the transaction")],
  examples: ["tx 0x06235c32a314… --chain {segment}"],
  async run({ connect }, hash: string) {
    const client = await connect();
    const inBlock = await client.getTransaction(hash).catch((error: { code?: RestErrorCode }) => {
      if (error.code === "NOT_FOUND") return undefined;
      throw error;
    });
    const transaction = inBlock ?? (await client.rpc.tx_getTransaction(hash));
    if (!transaction) throw notFound(`There is no transaction ${hash} on ${client.segment}.`);
    return { ...transaction, ...(await tokensMoved(client, transaction)) };
  },
});

export const account = command({
  description: "Show an account, with its tokens; its address tells the chain",
  isClient: true,
  arguments: [ADDRESS],
  examples: ["account dx16aua7ltyvjr7luyt4e56pyvxzdytnwwsa76dcr"],
  async run({ connect }, address: string) {
    const client = await connect({ addresses: [address] });
    const state = await client.getAccount(address);
    const tokens = await tokensOf(client, address);
    return { ...state, ...(tokens.length > 0 && { tokens }) };
  },
});

/** A client of a chain that has tokens. */
type TokenClient = Client<
  {
    [S in Segment]: ChainOf[S] extends Operations["listAccountTokens"]["chains"] ? S : never;
  }[Segment]
>;

async function tokensOf(client: Client, address: string): Promise<readonly TokenBalance[]> {
  const { OPERATION_CALLS } = await import("../../generated/client/operations.gen.ts");
  const { chains } = OPERATION_CALLS.listAccountTokens.info;
  if (!(chains as readonly string[]).includes(client.chain)) return [];
  const { listAccountTokens } = client as unknown as TokenClient;
  return (await listAccountTokens(address)).tokens;
}

/** The tokens of a transfer: the receipt has the amount, the receiver's tokens the decimals and the symbol. */
async function tokensMoved(client: Client, transaction: object): Promise<object> {
  const { hash, to, type } = transaction as Readonly<Record<string, string>>;
  if (type !== "token_transfer" || !hash || !to) return {};
  const receipt = await client.rpc.tx_getTransactionReceipt(hash);
  const log = receipt?.logs.find(({ data }) => /^\d+$/.test(String(data?.["value"])));
  const token = (await tokensOf(client, to)).find(({ contract }) => contract === log?.address);
  if (!log || !token) return {};
  const { contract, symbol, decimals } = token;
  return { tokens: [{ contract, symbol, decimals, value: BigInt(String(log.data?.["value"])) }] };
}

export const balance = command({
  description: "Show the balance of an account, now or at a past height",
  isClient: true,
  arguments: [ADDRESS],
  flags: { at: flag("--at <height>", "height of a block, or latest", heightOf, "latest") },
  examples: ["balance dx16aua7ltyvjr7luyt4e56pyvxzdytnwwsa76dcr --at 7"],
  async run({ connect, flags }, address: string) {
    const client = await connect({ addresses: [address] });
    return client.rpc.account_getBalance(address, flags.at);
  },
});

function heightOf(text: string): number | "latest" {
  if (text === "latest") return text;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Must be a height or latest.");
}
