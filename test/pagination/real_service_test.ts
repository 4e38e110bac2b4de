import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { devAccounts, signTransaction } from "../../src/devnet/mod.ts";
import { type Client, createClient } from "../../src/mod.ts";
import { validatorAccounts } from "../../src/service/chain/ledger/mod.ts";
import type { Service } from "../../src/service/mod.ts";
import { formatHex } from "../../src/units/mod.ts";
import { connect, openTestService, ORIGIN } from "../_client.ts";

let service: Service;
beforeEach(async () => {
  service = await openTestService(["delta"]);
});
afterEach(() => service.close());

/** A client in whose way something happens before each request after the first. */
function connectWith(happening: (count: number) => Promise<void>): {
  client: Client<"delta">;
  asked: string[];
} {
  const asked: string[] = [];
  const client = createClient("delta", {
    endpoints: ORIGIN,
    tier: "Enterprise",
    async fetch(input, init) {
      if (asked.length > 0) await happening(asked.length);
      asked.push(String(input));
      return service.fetch(new Request(input, init));
    },
  });
  return { client, asked };
}

/** Puts `count` transfers of the first account into one block. */
async function transfer(count: number): Promise<void> {
  const { client } = connect(service, "delta");
  const [alice, bob] = await devAccounts("delta");
  if (!alice || !bob) throw new Error("No accounts");
  const { nonce: first } = await client.rpc.account_getNonce(alice.address);
  for (let nonce = first; nonce < first + count; nonce += 1) {
    const payload = { type: "transfer", to: bob.address, value: 1n, nonce } as const;
    const { signedTx } = await signTransaction(alice, payload);
    await client.rpc.tx_sendRawTransaction(signedTx);
  }
  await service.produceBlock("delta");
}

async function produceBlocks(count: number): Promise<void> {
  for (let block = 0; block < count; block += 1) await service.produceBlock("delta");
}

describe("walks over the service while blocks arrive between pages", () => {
  test("give each block of their beginning once, newest first", async () => {
    const { client, asked } = connectWith((count) => produceBlocks(count % 4));
    const walk = client.listBlocks({ limit: 4 }).walk();
    const numbers: number[] = [];
    for await (const { number } of walk) numbers.push(number);
    expect(numbers).toEqual(Array.from({ length: 31 }, (_, index) => 30 - index));
    expect(walk.shift?.duplicates).toBeGreaterThan(10);
    expect(walk.shift).toMatchObject({ mayHaveGaps: false });
    expect(asked.length).toBeLessThan(25);
  });

  test("follow the chain upwards to where it ends by then, and on by a token", async () => {
    const { client, asked } = connectWith((count) => produceBlocks(count < 4 ? 2 : 0));
    const query = { order: "asc", limit: 10 } as const;
    const walk = client.listBlocks(query).walk();
    const numbers: number[] = [];
    for await (const { number } of walk) numbers.push(number);
    expect(numbers).toEqual(Array.from({ length: 37 }, (_, index) => index));
    expect(asked.length).toBe(4);
    expect(walk.shift).toEqual({ duplicates: 0, mayHaveGaps: false });

    await produceBlocks(5);
    const resume = walk.resumeToken ?? "";
    const further = await client.listBlocks(query, { resume }).toArray();
    expect(further.map(({ number }) => number)).toEqual([37, 38, 39, 40, 41]);
  });

  test("give each transaction once, of all and of an account", async () => {
    await transfer(10);
    const [alice] = await devAccounts("delta");
    const address = alice?.address ?? "";
    const { client } = connect(service, "delta");
    const lists = [
      (all: Client<"delta">, limit: number) => all.listTransactions({ limit }),
      (all: Client<"delta">, limit: number) => all.listTransactions({ limit, address }),
      (all: Client<"delta">, limit: number) =>
        all.listTransactions({ limit, type: "transfer", address }),
      (all: Client<"delta">, limit: number) =>
        all.listAccountTransactions(address, { limit, direction: "out" }),
    ];
    for (const list of lists) {
      const expected = await list(client, 100).toArray();
      const moving = connectWith((count) => transfer([0, 3, 12, 2][count] ?? 0));
      expect(await list(moving.client, 10).toArray()).toEqual(expected);
    }
  });
});

describe("walks over the service while it changes otherwise", () => {
  test("report a reorganisation below the blocks that were given, and give none twice", async () => {
    const { client } = connectWith(async (count) => {
      if (count === 1) await service.reorganise("delta", 8);
    });
    const walk = client.listBlocks({ limit: 5 }).walk();
    const hashes: string[] = [];
    for await (const { hash } of walk) hashes.push(hash);
    const now = await connect(service, "delta").client.listBlocks({ limit: 100 }).toArray();
    const missed = now.filter(({ hash }) => !hashes.includes(hash));
    expect(new Set(hashes).size).toBe(hashes.length);
    // The newest block came in addition; four others took the place of blocks that were given.
    expect(missed).toHaveLength(5);
    expect(walk.shift).toMatchObject({ mayHaveGaps: true });
  });

  test("give a validator once that another has passed, and report that one", async () => {
    const all = await connect(service, "delta").client.listValidators().toArray();
    const { client } = connectWith(async (count) => {
      if (count === 1) await raiseStake(all[3]?.address ?? "");
    });
    const first = await client.listValidators({ limit: 3 });
    expect(first.defaults).toEqual({ status: "active" });
    const last = await first.next();
    const found = [...first.items, ...(last?.items ?? [])].map(({ address }) => address);
    expect(found).toEqual(all.toSpliced(3, 1).map(({ address }) => address));
    expect(last?.hasNext).toBe(false);
    expect(last?.shift).toEqual({ duplicates: 1, mayHaveGaps: true });
  });
});

/** Lets a validator stake more with itself, out of what the first account gives it. */
async function raiseStake(address: string): Promise<void> {
  const { client } = connect(service, "delta");
  const validator = validatorAccounts("delta", 0).find((account) => account.address === address);
  const [alice] = await devAccounts("delta");
  if (!alice || !validator) throw new Error("No accounts");
  const privateKey = formatHex(validator.privateKey);
  const value = 500_000n * 10n ** 18n;
  const { nonce } = await client.rpc.account_getNonce(alice.address);
  const own = await client.rpc.account_getNonce(address);
  const gift = { type: "transfer", to: address, value: value + 10n ** 18n, nonce } as const;
  const stake = { type: "delegate", validator: address, value, nonce: own.nonce } as const;
  for (const { signedTx } of [
    await signTransaction(alice, gift),
    await signTransaction({ ...alice, ...validator, privateKey }, stake),
  ]) {
    await client.rpc.tx_sendRawTransaction(signedTx);
    await service.produceBlock("delta");
  }
}
