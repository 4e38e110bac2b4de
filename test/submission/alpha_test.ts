import { afterAll, beforeAll, expect, test } from "vitest";
import { type AlphaDevAccount, devAccounts, signTransaction } from "../../src/devnet/mod.ts";
import { createVerify } from "../../src/drift/mod.ts";
import { type Client, createClient } from "../../src/mod.ts";
import { type EventService, openEventService } from "../service/server/websocket/_event_service.ts";
import { spend } from "../service/devnet/producer/_fixtures.ts";

let service: EventService;
let client: Client<"alpha">;
let accounts: readonly AlphaDevAccount[];
beforeAll(async () => {
  service = await openEventService({ segments: ["alpha"] });
  client = createClient("alpha", { endpoints: service.origin, tier: "Enterprise" });
  accounts = await devAccounts("alpha");
});
afterAll(async () => {
  await client.events.close();
  await service.listener.close();
});

function accountOf(index: number): AlphaDevAccount {
  const account = accounts[index];
  if (!account) throw new Error(`There is no account ${index}`);
  return account;
}

/** Signs a transfer that spends one of the sender's records of genesis. */
async function sign(index: number, nonce: number, record = nonce) {
  const from = accountOf(index);
  const input = from.records[record];
  if (!input) throw new Error(`There is no record ${record}`);
  const to = accountOf(index + 1).address;
  return signTransaction(from, spend(from.address, input, { to, value: 1n, nonce }));
}

test("a transaction is sent and found in a block, its record spent", async () => {
  const { nonce } = await client.rpc.account_getNonce(accountOf(0).address);
  expect(nonce).toBe(0);
  const { signedTx, txHash } = await sign(0, nonce);
  const sent = await client.sendRawTransaction(signedTx, { txHash });
  expect(sent).toMatchObject({ txHash, status: "pending" });
  const receipt = client.waitForReceipt(txHash);
  await service.service.produceBlock("alpha");
  expect(await receipt).toMatchObject({ status: 1 });
  const { serialNumbers = [] } = await client.getTransaction(txHash);
  expect(await client.rpc.alpha_getSerialNumber(serialNumbers[0] ?? "")).toMatchObject({
    spent: true,
  });
  expect(await createVerify(client).transaction(txHash)).toMatchObject({ differences: [] });
});

test("a nonce is the next one of the sender, pending ones counted; another is refused", async () => {
  const { address } = accountOf(1);
  for (const nonce of [0, 1]) {
    expect(await client.rpc.account_getNonce(address)).toEqual({ nonce });
    await client.sendRawTransaction((await sign(1, nonce)).signedTx);
  }
  const [low, high] = [await sign(1, 1, 3), await sign(1, 3)];
  await expect(client.sendRawTransaction(low.signedTx)).rejects.toMatchObject({ code: -32_002 });
  await expect(client.sendRawTransaction(high.signedTx)).rejects.toMatchObject({ code: -32_003 });
  const twice = await sign(1, 2, 0);
  await expect(client.sendRawTransaction(twice.signedTx)).rejects.toMatchObject({
    name: "RpcError",
    code: -32_000,
  });
  await service.service.produceBlock("alpha");
  expect(await client.rpc.account_getNonce(address)).toEqual({ nonce: 2 });
});

test("sends at a time get consecutive nonces, and a refusal leaves no hole", async () => {
  const { address } = accountOf(2);
  const nonces = client.createNonces(address);
  const sends = [0, 1, 2, 3].map((record) =>
    // The third spends what the first has spent.
    nonces.send((nonce) => sign(2, nonce, record === 2 ? 0 : record)),
  );
  const ends = await Promise.allSettled(sends);
  expect(ends.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  await service.service.produceBlock("alpha");
  const list = client.listAccountTransactions(address, { direction: "out" });
  expect((await list.toArray()).map(({ nonce }) => nonce).toReversed()).toEqual([0, 1, 2]);
});
