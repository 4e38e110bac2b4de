/** A user's module that exports what calls bring, with the types left to the compiler. */
import { createClient } from "alphadelta";
import { createVerify } from "alphadelta/drift";

export const delta = createClient("delta", { endpoints: "http://127.0.0.1:8645" });
export const alpha = createClient("alpha", { endpoints: "http://127.0.0.1:8645" });
export const block = await delta.getBlock(7);
export const page = await delta.listTransactions();
export const validators = delta.listValidators();
export const walk = delta.listProposals().walk();
export const batch = await delta.rpc.batch([["account_getNonce", "dx1a"], ["chain_getInfo"]]);
export const settled = await delta.rpc.batch([["delta_getStake", "dx1a"]], { settle: true });
export const record = await alpha.rpc.alpha_getRecord("0x00");
export const { listBlocks, getBlock } = delta;
export const byHash = delta.rpc.chain_getBlockByHash;
export const events = delta.events.subscribe("blocks");
export const raw = await delta.rest.GET("/chain/info", {});
export const sent = await delta.sendRawTransaction("0x00");
export const receipt = await delta.waitForReceipt("0x00");
export const nonces = delta.createNonces("dx1a");
export const comparison = await createVerify(delta).block(7);
export const balance = await delta.simple.getBalance("dx1a");
export const answer = delta.getChainStats().withResponse();
export const key = delta.requestKey({ email: "a@example.org" });
export async function overview(): Promise<unknown> {
  return { account: await delta.getAccount("dx1a"), tokens: delta.listAccountTokens("dx1a") };
}
export const gather = async () => (await delta.listProposals()).items;
