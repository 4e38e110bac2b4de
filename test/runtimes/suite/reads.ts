import { decodeAmount } from "alphadelta/units";
import * as schemas from "alphadelta/schemas";
import { check, present, same } from "./expect.ts";
import { connect, type World } from "./world.ts";

/** Every read of delta, through REST, JSON-RPC and simplified calls, which agree. */
export async function readDelta(world: World): Promise<void> {
  const delta = connect(world, "delta");
  const info = await delta.getChainInfo();
  const stats = await delta.getChainStats();
  same(typeof stats.totalSupply, "bigint", "the supply's type");
  same((await delta.rpc.chain_getInfo()).networkId, "delta", "the network");
  const block = await delta.getBlock(info.blockHeight);
  same((await delta.getBlock(block.hash)).number, block.number, "the height of a block by hash");
  const byNumber = await delta.rpc.chain_getBlockByNumber(block.number);
  same(byNumber?.hash, block.hash, "the hash of a block by number");
  const byHash = await delta.rpc.chain_getBlockByHash(block.hash, true);
  same(byHash?.number, block.number, "the number of a block by hash");

  const [listed] = (await delta.listTransactions({ type: "transfer" })).items;
  const { hash, from, value } = present(listed, "a transfer");
  same((await delta.getTransaction(hash)).value, value, "the value of a transaction");
  same((await delta.rpc.tx_getTransaction(hash))?.hash, hash, "the hash of a transaction");
  same((await delta.simple.getTransaction(hash))?.hash, hash, "the hash of a transaction");
  same((await delta.rpc.tx_getTransactionReceipt(hash))?.transactionHash, hash, "a receipt's hash");

  const { balance } = await delta.getAccount(from);
  same(typeof balance, "bigint", "a balance's type");
  same((await delta.rpc.account_getBalance(from, "latest")).balance, balance, "a balance");
  same(await delta.simple.getBalance(from), balance, "a balance");
  check((await delta.rpc.account_getNonce(from)).nonce > 0, "an account to have sent something");
}

/** Operations of delta alone: validators, stakes and proposals. */
export async function readStakes(world: World): Promise<void> {
  const delta = connect(world, "delta");
  const [first] = (await delta.listValidators()).items;
  const { address, stake } = present(first, "a validator");
  same(typeof stake, "bigint", "a stake's type");
  same((await delta.getValidator(address)).address, address, "a validator's address");
  same((await delta.rpc.delta_getValidator(address))?.address, address, "a validator's address");
  same(typeof (await delta.rpc.delta_getStake(address)).stakedAmount, "bigint", "a stake's type");
  const [proposal] = (await delta.listProposals({ status: "all" })).items;
  const { id } = present(proposal, "a proposal");
  same((await delta.getProposal(id)).id, id, "a proposal's id");
}

/** Every read of alpha, records and serial numbers included. */
export async function readAlpha(world: World): Promise<void> {
  const alpha = connect(world, "alpha");
  const info = await alpha.getChainInfo();
  same(info.chain, "alpha", "the chain");
  same(typeof (await alpha.getChainStats()).totalSupply, "bigint", "the supply's type");
  same((await alpha.getBlock(info.blockHeight)).number, info.blockHeight, "a block's number");
  const [transfer] = (await alpha.listTransactions()).items;
  const { hash, from } = present(transfer, "a transfer");
  const { serialNumbers, commitments } = await alpha.getTransaction(hash);
  const commitment = present(commitments?.[0], "a commitment");
  const record = await alpha.rpc.alpha_getRecord(commitment);
  same(record?.commitment, commitment, "a record's commitment");
  const serialNumber = present(serialNumbers?.[0], "a serial number");
  const state = await alpha.rpc.alpha_getSerialNumber(serialNumber);
  same(state.spent, true, "whether a record is spent");
  same((await alpha.getAccount(from)).address, from, "an account's address");
}

/** Wire types through `rest.GET`, any request through `fetch`, and a schema by itself. */
export async function readByHand(world: World): Promise<void> {
  const delta = connect(world, "delta");
  const { data } = await delta.rest.GET("/blocks/{identifier}", {
    params: { path: { identifier: "3" } },
  });
  same(data?.data?.number, 3, "a block's number");
  const url = `${world.origin}/v1/delta/blocks/3`;
  for (const input of [url, new Request(url)]) {
    const response = await delta.fetch(input);
    const { data: wire } = (await response.json()) as { data: unknown };
    same(schemas.BlockSchema.parse(wire).number, 3, "a block's number");
  }
  same(schemas.AmountSchema.parse("12"), decodeAmount("12"), "an amount");
  same(schemas.AmountSchema.safeParse("1.5").success, false, "whether 1.5 is an amount");
}

/** A key is issued, and calls that show it are answered. */
export async function useKey(world: World): Promise<void> {
  const email = `${Math.random().toString(36).slice(2)}@runtimes.test`;
  const { apiKey } = await connect(world, "delta").requestKey({ email });
  const keyed = connect(world, "delta", { apiKey });
  same((await keyed.getChainInfo()).chain, "delta", "the chain");
  same((await keyed.rpc.chain_getInfo()).networkId, "delta", "the network");
}
