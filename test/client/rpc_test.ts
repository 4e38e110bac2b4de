import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { devAccounts, signTransaction } from "../../src/devnet/mod.ts";
import { isAlphadeltaError } from "../../src/mod.ts";
import type { Service } from "../../src/service/mod.ts";
import { connect, connectTo, openTestService } from "../_client.ts";

let service: Service;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

describe("JSON-RPC of a client", () => {
  test("calls methods with positional parameters and decodes their results", async () => {
    const { client } = connect(service, "delta");
    const info = await client.rpc.chain_getInfo();
    const block = await client.rpc.chain_getBlockByNumber(info.blockHeight, true);
    expect(block?.number).toBe(30);
    expect(await client.rpc.chain_getBlockByHash(block?.hash ?? "", true)).toEqual(block);
    expect(await client.rpc.chain_getBlockByNumber(9_999)).toBeNull();
    const [account] = await devAccounts("delta");
    const { balance } = await client.rpc.account_getBalance(account?.address ?? "");
    expect(balance).toBe(await client.simple.getBalance(account?.address ?? ""));
    expect(balance).toBeGreaterThan(0n);
  });

  test("leaves defaults to the service and takes options at the end", async () => {
    const { client, sent } = connect(service, "delta");
    await client.rpc.chain_getBlockByNumber(3, { headers: { "x-trace": "7" } });
    expect(await sent[0]?.text()).toBe(
      '{"jsonrpc":"2.0","id":1,"method":"chain_getBlockByNumber","params":[3]}',
    );
    expect(sent[0]?.headers.get("x-trace")).toBe("7");
    const reason = new Error("enough");
    const aborted = client.rpc.chain_getInfo({ signal: AbortSignal.abort(reason) });
    await expect(aborted).rejects.toBe(reason);
  });

  test.each([[["dx1a", undefined]], [["dx1a", {}]]] as const)(
    "takes options that a program hands on, undefined or not: %j",
    async ([address, options]) => {
      const { client, sent } = connectTo("delta", async (request) => {
        const { id } = (await request.json()) as { id: number };
        return Response.json({ jsonrpc: "2.0", id, result: { nonce: 7 } });
      });
      expect(await client.rpc.account_getNonce(address, options)).toEqual({ nonce: 7 });
      expect(sent).toHaveLength(1);
    },
  );

  test("carries a signed transfer into a block on both chains", async () => {
    await transferOnDelta();
    await transferOnAlpha();
  });

  test("rejects with the service's code and detail", async () => {
    const { client } = connect(service, "delta");
    const error: unknown = await client.rpc
      .tx_sendRawTransaction("0x00")
      .catch((caught: unknown) => caught);
    if (!isAlphadeltaError(error, "RpcError")) expect.fail("not an RpcError");
    expect(error).toMatchObject({
      code: -32000,
      segment: "delta",
      operation: "tx_sendRawTransaction",
    });
    expect(error.data).toBeTypeOf("string");
  });

  test("refuses a foreign chain's method unsent, and tries it through call", async () => {
    const { client, sent } = connect(service, "alpha");
    const untyped = client.rpc as unknown as Record<string, (address: string) => Promise<unknown>>;
    const error: unknown = await untyped["delta_getStake"]?.("dx1").catch(
      (caught: unknown) => caught,
    );
    expect(isAlphadeltaError(error, "WrongChainError")).toBe(true);
    expect(sent).toEqual([]);
    await expect(client.rpc.call("delta_getStake", ["dx1"])).rejects.toMatchObject({
      code: -32601,
    });
  });

  test("checks parameters before anything is sent, without repeating a signed transaction", async () => {
    const { client, sent } = connect(service, "delta");
    const untyped = client.rpc as unknown as Record<
      string,
      (...params: unknown[]) => Promise<unknown>
    >;
    await expect(untyped["chain_getBlockByNumber"]?.("3")).rejects.toThrow(TypeError);
    await expect(untyped["chain_getBlockByNumber"]?.(3, true, 1)).rejects.toThrow(
      "at most 2 parameters",
    );
    await expect(untyped["account_getNonce"]?.()).rejects.toThrow("got nothing");
    const secret = `signed${"f".repeat(100)}`;
    const refused: unknown = await untyped["tx_sendRawTransaction"]?.(secret).catch(
      (caught: unknown) => caught,
    );
    expect((refused as Error).message).not.toContain("fff");
    expect(sent).toEqual([]);
  });

  test("refuses a reply that belongs to another call", async () => {
    const { client } = connectTo("delta", () =>
      Response.json({ jsonrpc: "2.0", id: 99, result: { nonce: 1 } }),
    );
    await expect(client.rpc.account_getNonce("dx1a")).rejects.toMatchObject({
      name: "ContractError",
      issues: [{ path: "id", message: "expected 1, got 99" }],
      status: 200,
    });
  });

  test.each([
    ["a foreign id", 99, -32_001, 200],
    ["a foreign id, over the limit", 99, -32_005, 429],
    ["a foreign id, as an invalid request", 99, -32_600, 200],
    ["the id null", null, -32_001, 200],
    ["the id null and an internal error", null, -32_603, 200],
    ["the id null and the code of a limit, but another status", null, -32_005, 200],
    ["no id", undefined, -32_600, 200],
  ])("refuses an error that comes with %s", async (_, id, code, status) => {
    const { client } = connectTo(
      "delta",
      () => Response.json({ jsonrpc: "2.0", id, error: { code, message: "No" } }, { status }),
      { retries: 0 },
    );
    await expect(client.rpc.account_getNonce("dx1a")).rejects.toMatchObject({
      name: "ContractError",
      issues: [{ path: "id", message: expect.stringContaining("expected 1, got ") }],
      status,
    });
  });

  test.each([
    [-32_700, 200],
    [-32_600, 200],
    [-32_600, 413],
    [-32_005, 429],
  ])("takes the error %i with HTTP %i and the id null as its own", async (code, status) => {
    const { client } = connectTo(
      "delta",
      () => Response.json({ jsonrpc: "2.0", id: null, error: { code, message: "No" } }, { status }),
      { retries: 0 },
    );
    await expect(client.rpc.account_getNonce("dx1a")).rejects.toMatchObject({
      name: "RpcError",
      code,
      status,
    });
  });

  test("says of a wrong result what was expected, what came and with which status", async () => {
    const { client } = connectTo("delta", () =>
      Response.json({ jsonrpc: "2.0", id: 1, result: { balance: 5, nonce: "1", blockNumber: 3 } }),
    );
    await expect(client.rpc.account_getBalance("dx1a")).rejects.toMatchObject({
      name: "ContractError",
      status: 200,
      issues: [
        { path: "balance", message: "expected a string, got 5" },
        { path: "nonce", message: 'expected a number, got "1"' },
      ],
    });
  });

  test.each([
    [["nope", []], RangeError, "method must be one of chain_getInfo, "],
    [["toString", []], RangeError, 'got "toString"'],
    [[undefined], TypeError, "got nothing"],
    [["chain_getInfo"], TypeError, "chain_getInfo: params must be an array, got nothing"],
    [["chain_getInfo", {}], TypeError, "params must be an array, got an object"],
  ])("refuses call(...%j) before anything is sent", async (args, kind, message) => {
    const { client, sent } = connect(service, "delta");
    const call = client.rpc.call as (...args: unknown[]) => Promise<unknown>;
    const refused = call(...args);
    await expect(refused).rejects.toThrow(kind);
    await expect(refused).rejects.toThrow(message);
    expect(sent).toEqual([]);
  });
});

async function transferOnDelta(): Promise<void> {
  const { client } = connect(service, "delta");
  const [alice, bob] = await devAccounts("delta");
  if (!alice || !bob) expect.fail("no dev accounts");
  const { nonce } = await client.rpc.account_getNonce(alice.address);
  const { signedTx, txHash } = await signTransaction(alice, {
    type: "transfer",
    to: bob.address,
    value: 5n,
    nonce,
  });
  expect(await client.rpc.tx_sendRawTransaction(signedTx)).toEqual({ txHash, status: "pending" });
  expect(await client.rpc.tx_getTransactionReceipt(txHash)).toBeNull();
  const before = await client.getAccount(bob.address);
  await service.produceBlock("delta");
  expect(await client.rpc.tx_getTransactionReceipt(txHash)).toMatchObject({
    transactionHash: txHash,
    status: 1,
  });
  expect((await client.getAccount(bob.address)).balance).toBe(before.balance + 5n);
}

async function transferOnAlpha(): Promise<void> {
  const { client } = connect(service, "alpha");
  const [alice, bob] = await devAccounts("alpha");
  const [record] = alice?.records ?? [];
  if (!alice || !bob || !record) expect.fail("no dev accounts");
  const { nonce } = await client.rpc.account_getNonce(alice.address);
  const fee = 21_000n * 1_000_000_000n;
  const { signedTx, txHash } = await signTransaction(alice, {
    type: "transfer",
    serialNumbers: [record.serialNumber],
    outputs: [
      { to: bob.address, value: 5n },
      { to: alice.address, value: record.value - 5n - fee },
    ],
    nonce,
    gasPrice: 1_000_000_000n,
    gasLimit: 21_000n,
  });
  await client.rpc.tx_sendRawTransaction(signedTx);
  await service.produceBlock("alpha");
  expect(await client.getTransaction(txHash)).toMatchObject({ status: "success", value: 5n });
  expect(await client.rpc.alpha_getSerialNumber(record.serialNumber)).toMatchObject({
    spent: true,
  });
}
