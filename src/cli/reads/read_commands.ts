import { Argument } from "commander";
import type { Client } from "../../client/mod.ts";
import type { RestErrorCode } from "../../generated/errors.gen.ts";
import type { TokenBalance } from "../../generated/types.gen.ts";
import { callOf, checkArguments } from "../calls/call.ts";
import { command, flag } from "../command.ts";
import { notFound } from "../exit_error.ts";
import { addressFrom, blockFrom, heightOr } from "../flag_values.ts";
import { type TokenClient, withToken } from "../output/tokens.ts";

const ADDRESS = new Argument("<address>", "address of the account").argParser(addressFrom);

const AT = heightOr("latest", "latest" as const);

export const block = command({
  isClient: true,
  arguments: [
    new Argument("[block]", "height, hash or latest").argParser(blockFrom).default("latest"),
  ],
  examples: ["block 7 --chain {segment}", "block latest --json"],
  async run({ connect }, identifier: number | string) {
    const isLatest = identifier === "latest";
    if (!isLatest) checkArguments(callOf("getBlock"), { identifier });
    const client = await connect();
    return isLatest ? client.getLatestBlock() : client.getBlock(identifier);
  },
});

export const height = command({
  isClient: true,
  printsLines: true,
  examples: ["height --chain {segment}"],
  async run({ connect, printer }) {
    const { blockHeight } = await (await connect()).getChainInfo();
    return printer.isForPrograms ? { blockHeight } : blockHeight;
  },
});

export const tx = command({
  isClient: true,
  arguments: [new Argument("<hash>", "hash of the transaction")],
  examples: ["tx 0x06235c32a314… --chain {segment}"],
  async run({ connect, printer }, hash: string) {
    checkArguments(callOf("getTransaction"), { hash });
    const client = await connect();
    const inBlock = await client.getTransaction(hash).catch((error: { code?: RestErrorCode }) => {
      if (error.code === "NOT_FOUND") return undefined;
      throw error;
    });
    const transaction = inBlock ?? (await client.rpc.tx_getTransaction(hash));
    if (!transaction) throw notFound(`There is no transaction ${hash} on ${client.segment}.`);
    return printer.isForPrograms ? transaction : withToken(client, transaction);
  },
});

export const account = command({
  description: "Show an account, with its tokens; its address implies the chain",
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

async function tokensOf(client: Client, address: string): Promise<readonly TokenBalance[]> {
  if (!callOf("listAccountTokens").info.chains.includes(client.chain)) return [];
  const { listAccountTokens } = client as unknown as TokenClient;
  return (await listAccountTokens(address)).tokens;
}

export const balance = command({
  description: "Show the balance of an account, now or at a past height",
  isClient: true,
  arguments: [ADDRESS],
  flags: { at: flag("--at <height>", "height of a block, or latest", AT, "latest") },
  examples: ["balance dx16aua7ltyvjr7luyt4e56pyvxzdytnwwsa76dcr --at 7"],
  async run({ connect, flags }, address: string) {
    const client = await connect({ addresses: [address] });
    return client.rpc.account_getBalance(address, flags.at);
  },
});
