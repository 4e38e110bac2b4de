import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { devAccounts, signTransaction } from "../../../../src/devnet/mod.ts";
import { spend } from "../producer/_fixtures.ts";
import { SocketClient } from "../../server/websocket/_socket_client.ts";
import { type DevService, openDevService } from "./_dev_service.ts";

const CHAINS = ["alpha", "delta"] as const;
type Chain = (typeof CHAINS)[number];

let opened: DevService;
beforeAll(async () => {
  opened = await openDevService();
});
afterAll(() => opened.listener.close());

interface Head {
  readonly number: number;
  readonly hash: string;
}

/** The newest block, as the plain methods show it. */
async function headOf(chain: Chain): Promise<Head & { readonly timestamp: number }> {
  const { blockHeight } = (await opened.dev(chain, "chain_getInfo")) as { blockHeight: number };
  return (await opened.dev(chain, "chain_getBlockByNumber", blockHeight)) as Awaited<
    ReturnType<typeof headOf>
  >;
}

async function addressOf(chain: Chain, index: number): Promise<string> {
  return (await devAccounts(chain, { seed: 99, count: index + 1 }))[index]?.address ?? "";
}

async function balanceOf(chain: Chain, address: string): Promise<string> {
  const reading = await opened.dev(chain, "account_getBalance", address);
  return (reading as { balance: string }).balance;
}

/** A signed transfer of the third dev account. */
async function signed(chain: Chain): Promise<{ signedTx: string; txHash: string }> {
  if (chain === "delta") {
    const sender = (await devAccounts(chain))[3];
    if (!sender) throw new Error("No account");
    const transfer = { type: "transfer", to: sender.address, value: 1n, nonce: 0 } as const;
    return signTransaction(sender, transfer);
  }
  const sender = (await devAccounts(chain))[3];
  const [record] = sender?.records ?? [];
  if (!sender || !record) throw new Error("No account");
  const to = await addressOf(chain, 9);
  return signTransaction(sender, spend(sender.address, record, { to, value: 1n, nonce: 0 }));
}

describe.each(CHAINS)("devnet control of %s over HTTP", (chain) => {
  test("makes one block, or the requested number", async () => {
    const before = await headOf(chain);
    expect(await opened.dev(chain, "dev_mine")).toMatchObject({ number: before.number + 1 });
    const head = (await opened.dev(chain, "dev_mine", 4)) as Head;
    expect(head.number).toBe(before.number + 5);
    expect(await headOf(chain)).toMatchObject(head);
  });

  test("sets the interval, and 0 ends blocks by themselves", async () => {
    const { number } = await headOf(chain);
    expect(await opened.dev(chain, "dev_setInterval", 0.05)).toBe(0.05);
    await expect.poll(async () => (await headOf(chain)).number).toBeGreaterThanOrEqual(number + 2);
    expect(await opened.dev(chain, "dev_setInterval", 0)).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 60));
    const { number: stopped } = await headOf(chain);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await headOf(chain)).number).toBe(stopped);
  });

  test("sets the clock, never back before the newest block", async () => {
    const later = (await headOf(chain)).timestamp + 86_400;
    expect(await opened.dev(chain, "dev_setTime", later)).toBe(later);
    await opened.dev(chain, "dev_mine");
    const { timestamp } = await headOf(chain);
    expect(timestamp - later).toBeGreaterThanOrEqual(0);
    expect(timestamp - later).toBeLessThan(10);
    expect(await opened.call(chain, "dev_setTime", later - 1)).toMatchObject({
      error: { code: -32602 },
    });
  });

  test("funds an address in the next block", async () => {
    const to = await addressOf(chain, 0);
    const outcome = await opened.dev(chain, "dev_fund", to, "1200000000000000000");
    expect(outcome).toMatchObject({ status: "pending" });
    expect(await balanceOf(chain, to)).toBe("0");
    await opened.dev(chain, "dev_mine");
    expect(await balanceOf(chain, to)).toBe("1200000000000000000");
    const { txHash } = outcome as { txHash: string };
    expect(await opened.dev(chain, "tx_getTransactionReceipt", txHash)).toMatchObject({
      status: 1,
    });
  });

  test("refuses to fund with more than it has", async () => {
    const to = await addressOf(chain, 0);
    expect(await opened.call(chain, "dev_fund", to, `1${"0".repeat(30)}`)).toMatchObject({
      error: { code: -32001, message: "Insufficient funds" },
    });
  });

  test("replaces blocks, and what was in them is pending or in the others", async () => {
    const to = await addressOf(chain, 1);
    await opened.dev(chain, "dev_fund", to, "7");
    await opened.dev(chain, "dev_mine", 2);
    const old = await headOf(chain);
    const reorg = (await opened.dev(chain, "dev_reorg", 2)) as Record<string, unknown>;
    expect(reorg).toMatchObject({ fromHeight: old.number - 1, oldHead: old.hash });
    const kept = await opened.dev(chain, "chain_getBlockByNumber", old.number - 2);
    expect(kept).toMatchObject({ hash: reorg.newHead });
    expect((await headOf(chain)).number).toBe(old.number + 1);
    expect(await opened.dev(chain, "chain_getBlockByHash", old.hash)).toBeNull();
    expect(await balanceOf(chain, to)).toBe("7");
  });

  test("goes back to a snapshot with what was pending, and tells subscribers", async () => {
    const client = await SocketClient.open(opened.origin, chain);
    await client.subscribe("reorgs");
    await client.subscribe("blocks");
    const { signedTx, txHash } = await signed(chain);
    await opened.dev(chain, "tx_sendRawTransaction", signedTx);
    const before = await headOf(chain);
    const snapshot = await opened.dev(chain, "dev_snapshot");
    expect(snapshot).toMatch(/^snap-\d+$/);

    const to = await addressOf(chain, 2);
    await opened.dev(chain, "dev_fund", to, "9");
    await opened.dev(chain, "dev_mine", 2);
    expect(await opened.dev(chain, "tx_getTransaction", txHash)).toMatchObject({
      status: "confirmed",
    });
    const later = await headOf(chain);
    const reverted = await opened.dev(chain, "dev_revert", snapshot);
    expect(reverted).toEqual({ number: before.number, hash: before.hash });
    expect(await balanceOf(chain, to)).toBe("0");
    expect(await opened.dev(chain, "tx_getTransaction", txHash)).toMatchObject({
      status: "pending",
      blockHash: null,
    });
    // The same snapshot is there again, and the chain goes on from it.
    await opened.dev(chain, "dev_mine");
    expect(await opened.dev(chain, "tx_getTransaction", txHash)).toMatchObject({
      status: "confirmed",
    });
    expect(await opened.dev(chain, "dev_revert", snapshot)).toEqual(reverted);

    const notice = {
      reorg: { fromHeight: before.number + 1, oldHead: later.hash, newHead: before.hash },
    };
    const events = (await client.take(7)).map(({ subscription, result }) => ({
      subscription,
      result: "reorg" in result ? result : { number: result.number ?? result },
    }));
    const blocks = events.filter(({ subscription }) => subscription === "s2");
    expect(blocks.slice(0, 3).map(({ result }) => result)).toEqual([
      { number: before.number + 1 },
      { number: before.number + 2 },
      notice,
    ]);
    expect(events.filter(({ subscription }) => subscription === "s1").length).toBe(2);
    client.socket.close();
    await client.closed;
  });

  test("forgets the snapshots after the one it went back to", async () => {
    const first = await opened.dev(chain, "dev_snapshot");
    const second = await opened.dev(chain, "dev_snapshot");
    await opened.dev(chain, "dev_revert", first);
    const { error } = await opened.call(chain, "dev_revert", second);
    expect(error?.code).toBe(-32602);
    expect(error?.data).toContain(`there is no snapshot "${String(second)}"`);
  });

  test("takes a batch, in its order", async () => {
    const { number } = await headOf(chain);
    const calls = ["dev_mine", "dev_snapshot", "dev_mine"].map((method, id) => ({
      jsonrpc: "2.0",
      id,
      method,
    }));
    const response = await opened.post(chain, calls);
    expect(await response.json()).toMatchObject([
      { id: 0, result: { number: number + 1 } },
      { id: 1, result: expect.stringMatching(/^snap-/) },
      { id: 2, result: { number: number + 2 } },
    ]);
  });

  test("gives a notification no answer, and does what it says", async () => {
    const { number } = await headOf(chain);
    const response = await opened.post(chain, { jsonrpc: "2.0", method: "dev_mine", params: [3] });
    expect(response.status).toBe(204);
    expect((await headOf(chain)).number).toBe(number + 3);
  });
});

describe.each(CHAINS)("devnet control of %s in process", (chain) => {
  test("is the same, without a token", async () => {
    const control = opened.service.dev(chain);
    const to = await addressOf(chain, 4);
    const snapshot = await control.snapshot();
    expect(await control.fund(to, 3n)).toMatchObject({ status: "pending" });
    const head = await control.mine(2);
    expect(await balanceOf(chain, to)).toBe("3");
    expect(await control.setTime((await headOf(chain)).timestamp + 60)).toBeGreaterThan(0);
    const reorg = await control.reorganise(1, { blocks: 3 });
    expect(reorg).toMatchObject({ fromHeight: head.number, oldHead: head.hash });
    expect((await headOf(chain)).number).toBe(head.number + 2);
    expect((await control.revert(snapshot)).number).toBe(head.number - 2);
    expect(control.setInterval(0)).toBe(0);
  });

  test("refuses values out of range", async () => {
    const control = opened.service.dev(chain);
    for (const count of [0, 1.5, 1_001, NaN]) {
      await expect(control.mine(count)).rejects.toThrow(
        new RangeError(`count must be an integer from 1 to 1000, got ${count}`),
      );
    }
    await expect(control.revert("snap-0")).rejects.toThrow(RangeError);
    await expect(control.reorganise(0)).rejects.toThrow(RangeError);
    expect(() => control.setInterval(-1)).toThrow(RangeError);
  });
});

test("A segment that is not served cannot be controlled", () => {
  expect(() => opened.service.dev("delta-testnet")).toThrow(
    "Cannot control delta-testnet: it is not served, expected one of alpha, delta",
  );
});
