import { afterEach, describe, expect, test } from "vitest";
import { devAccounts } from "../../../../src/devnet/mod.ts";
import { ACCOUNT, isRefusal } from "../../../../src/service/chain/ledger/mod.ts";
import type { Devnet } from "../../../../src/service/devnet/producer/mod.ts";
import type { Store } from "../../../../src/service/chain/store/mod.ts";
import { openQuiet } from "./_fixtures.ts";

const CHAINS = ["alpha", "delta"] as const;
const TOKEN = 10n ** 18n;

let opened: { devnet: Devnet; store: Store } | undefined;
afterEach(async () => {
  await opened?.devnet.close();
  await opened?.store.close();
});

async function newAddress(chain: "alpha" | "delta"): Promise<string> {
  const accounts = await devAccounts(chain, { seed: 7, count: 1 });
  return accounts[0]?.address ?? "";
}

async function balanceOf(store: Store, address: string): Promise<bigint> {
  const key = ACCOUNT.key(address);
  const text = (await store.readState([key])).values.get(key);
  return text === undefined ? 0n : ACCOUNT.decode(text).balance;
}

describe.each(CHAINS)("funding on %s", (segment) => {
  test.each([true, false])("arrives with the next block, with traffic %s", async (traffic) => {
    opened = await openQuiet({ segment, history: 3, traffic });
    const { devnet, store } = opened;
    const to = await newAddress(segment);
    const outcome = await devnet.fund(to, 5n * TOKEN);
    expect(outcome).toMatchObject({ status: "pending" });
    expect(await balanceOf(store, to)).toBe(0n);
    const { executed } = await devnet.produceBlock();
    expect(
      executed.find(({ hash }) => "txHash" in outcome && hash === outcome.txHash),
    ).toMatchObject({ status: "success", to });
    expect(await balanceOf(store, to)).toBe(5n * TOKEN);
  });

  test("pays forty times before a block, each in full", async () => {
    opened = await openQuiet({ segment });
    const { devnet, store } = opened;
    const to = await newAddress(segment);
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, () => devnet.fund(to, 1_000n * TOKEN)),
    );
    expect(outcomes.filter(isRefusal)).toEqual([]);
    await devnet.produceBlock();
    expect(await balanceOf(store, to)).toBe(40_000n * TOKEN);
  });

  test("pays what takes all of an account, and refuses what no account has", async () => {
    opened = await openQuiet({ segment });
    const { devnet, store } = opened;
    const to = await newAddress(segment);
    expect(await devnet.fund(to, 999_999n * TOKEN)).toMatchObject({ status: "pending" });
    expect(await devnet.fund(to, 1_000_000n * TOKEN)).toMatchObject({ code: "InsufficientFunds" });
    const more = await Promise.all(
      Array.from({ length: 12 }, () => devnet.fund(to, 999_999n * TOKEN)),
    );
    expect(more.filter((outcome) => !isRefusal(outcome)).length).toBe(11);
    const { executed } = await devnet.produceBlock();
    expect(executed.every(({ status }) => status === "success")).toBe(true);
    expect(await balanceOf(store, to)).toBe(12n * 999_999n * TOKEN);
  });

  test("refuses an address of elsewhere and an amount below 1", async () => {
    opened = await openQuiet({ segment });
    const other = await newAddress(segment === "alpha" ? "delta" : "alpha");
    await expect(opened.devnet.fund(other, 1n)).rejects.toThrow(RangeError);
    await expect(opened.devnet.fund(await newAddress(segment), 0n)).rejects.toThrow(
      "Cannot fund: the amount must be at least 1 base unit, got 0",
    );
  });

  test("goes on after a reorganisation took the payment out of its block", async () => {
    opened = await openQuiet({ segment });
    const { devnet, store } = opened;
    const to = await newAddress(segment);
    await devnet.fund(to, TOKEN);
    await devnet.produceBlock();
    await devnet.reorganise(1);
    await devnet.fund(to, TOKEN);
    await devnet.produceBlock();
    expect(await balanceOf(store, to)).toBe(2n * TOKEN);
  });

  test("goes on from what earlier payments left, block after block", async () => {
    opened = await openQuiet({ segment });
    const { devnet, store } = opened;
    const to = await newAddress(segment);
    for (let count = 0; count < 60; count++) {
      expect(await devnet.fund(to, 100_000n * TOKEN)).toMatchObject({ status: "pending" });
      await devnet.produceBlock();
    }
    expect(await balanceOf(store, to)).toBe(6_000_000n * TOKEN);
  });
});
