import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestService, ORIGIN } from "../_client.ts";
import { devAccounts, signTransaction } from "../../src/devnet/mod.ts";
import { type Client, createClient } from "../../src/mod.ts";
import type { Service } from "../../src/service/mod.ts";
import { createVerify, type Verification } from "../../src/drift/mod.ts";

let service: Service;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

/** A client; `change` changes the text of an answer, `before` runs before each request. */
function connect(
  change: (text: string, url: string) => string = (text) => text,
  before: () => Promise<void> = async () => undefined,
): Client<"delta"> {
  return createClient("delta", {
    endpoints: ORIGIN,
    tier: "Enterprise",
    async fetch(input, init) {
      await before();
      const response = await service.fetch(new Request(input, init));
      const { status, headers } = response;
      const text = change(
        await response.text(),
        String(input instanceof Request ? input.url : input),
      );
      return new Response(text, { status, headers });
    },
  });
}

async function pay(client: Client<"delta">, index: number): Promise<string> {
  const [from, to] = (await devAccounts("delta")).slice(index);
  if (!from || !to) throw new Error("No accounts");
  const { nonce } = await client.rpc.account_getNonce(from.address);
  const transfer = { type: "transfer", to: to.address, value: 5n, nonce } as const;
  return (await client.sendRawTransaction((await signTransaction(from, transfer)).signedTx)).txHash;
}

describe("REST and JSON-RPC agree", () => {
  test("on blocks, by height and by hash", async () => {
    const client = connect();
    const verify = createVerify(client);
    const { hash } = await client.getBlock(7);
    for (const identifier of [0, 7, hash]) {
      const { agrees, compared, rounds } = await verify.block(identifier);
      expect({ agrees, rounds }).toEqual({ agrees: true, rounds: 1 });
      expect(compared).toEqual(
        "number hash parentHash timestamp stateRoot receiptsRoot txCount transactions".split(" "),
      );
    }
  });

  test("on a block whose transactions take several pages", async () => {
    const pages: string[] = [];
    const client = connect((text, url) => {
      if (url.includes("/transactions?")) pages.push(new URL(url).search);
      return text;
    });
    const [from, to] = (await devAccounts("delta")).slice(8);
    if (!from || !to) throw new Error("No accounts");
    const { nonce: first } = await client.rpc.account_getNonce(from.address);
    for (let sent = 0; sent < 102; sent++) {
      const transfer = {
        type: "transfer",
        to: to.address,
        value: 1n,
        nonce: first + sent,
      } as const;
      await client.sendRawTransaction((await signTransaction(from, transfer)).signedTx);
    }
    await service.produceBlock("delta");
    const { blockHeight } = await client.getChainInfo();
    const { txCount } = await client.getBlock(blockHeight);
    expect(txCount).toBe(102);
    expect(await createVerify(client).block(blockHeight)).toMatchObject({
      agrees: true,
      rounds: 1,
    });
    expect(pages).toEqual(["?limit=100", "?page=2&limit=100"]);
  });

  test("on transactions in blocks, pending and unknown ones", async () => {
    const client = connect();
    const hash = await pay(client, 0);
    expect(await createVerify(client).transaction(hash)).toMatchObject({
      agrees: true,
      found: true,
    });
    await service.produceBlock("delta");
    const { agrees, compared } = await createVerify(client).transaction(hash);
    expect(agrees).toBe(true);
    expect(compared).toEqual(expect.arrayContaining(["value", "gasUsed", "success", "receipt"]));
    const unknown = `0x${"00".repeat(32)}`;
    expect(await createVerify(client).transaction(unknown)).toMatchObject({
      agrees: true,
      found: false,
    });
    expect(await createVerify(client).block(unknown)).toMatchObject({ agrees: true, found: false });
  });

  test("on accounts, used and unused ones", async () => {
    const verify = createVerify(connect());
    const accounts = await devAccounts("delta", { count: 20 });
    expect(await verify.account(accounts[0]?.address ?? "")).toMatchObject({
      agrees: true,
      found: true,
      compared: ["balance", "nonce"],
    });
    const unused = accounts.at(-1)?.address ?? "";
    expect(await verify.account(unused)).toMatchObject({ agrees: true, found: false });
  });

  test("on alpha too", async () => {
    const alpha = createClient("alpha", {
      endpoints: ORIGIN,
      tier: "Enterprise",
      fetch: (input, init) => service.fetch(new Request(input, init)),
    });
    const [transaction] = (await alpha.listTransactions()).items;
    const { agrees, compared } = await createVerify(alpha).transaction(transaction?.hash ?? "");
    expect(agrees).toBe(true);
    expect(compared).toContain("serialNumbers");
  });

  test("while the chain goes on between two questions", async () => {
    let requests = 0;
    const client = connect(undefined, async () => {
      requests++;
      // A payment and a block between the first two questions of a comparison.
      if (requests === 2) {
        await pay(connect(), 3);
        await service.produceBlock("delta");
      }
    });
    const [, , , account] = await devAccounts("delta");
    const found = await createVerify(client).account(account?.address ?? "");
    expect(found).toMatchObject({ agrees: true, differences: [], rounds: 2 });
  });

  test("while the newest block is replaced between two questions", async () => {
    const { blockHeight } = await connect().getChainInfo();
    let requests = 0;
    const client = connect(undefined, async () => {
      requests++;
      if (requests === 2) await service.reorganise("delta", 1);
    });
    const found = await createVerify(client).block(blockHeight);
    expect(found).toMatchObject({ agrees: true, rounds: 2 });
  });

  test("is not told where the account never stands still", async () => {
    const client = connect(undefined, async () => {
      await pay(connect(), 5);
      await service.produceBlock("delta");
    });
    const [, , , , , account] = await devAccounts("delta");
    const found = await createVerify(client).account(account?.address ?? "");
    expect(found).toMatchObject({ agrees: undefined, differences: [] });
  });
});

describe("a difference is reported", () => {
  const isRpc = (url: string): boolean => url.includes("/rpc/");

  test("with the field and both values", async () => {
    const verify = createVerify(
      connect((text, url) => (isRpc(url) ? text : text.replace(/"txCount":\d+/, '"txCount":77'))),
    );
    const { agrees, differences, rounds } = await verify.block(7);
    expect({ agrees, rounds }).toEqual({ agrees: false, rounds: 2 });
    expect(differences).toEqual([{ field: "txCount", rest: 77, rpc: expect.any(Number) }]);
  });

  test("in the transactions of a block, though their number is the same", async () => {
    const client = connect();
    const sent = [await pay(client, 1), await pay(client, 2)];
    await service.produceBlock("delta");
    const { blockHeight } = await client.getChainInfo();
    const other = `0x${"ab".repeat(32)}`;
    const changed = (by: (url: string) => boolean): Promise<Verification> => {
      const verify = createVerify(
        connect((text, url) => (by(url) ? text.replaceAll(sent[1] ?? "", other) : text)),
      );
      return verify.block(blockHeight);
    };
    const ofRest = await changed((url) => url.includes("/transactions?"));
    expect(ofRest).toMatchObject({ agrees: false, rounds: 2 });
    const rpc = expect.arrayContaining(sent) as unknown;
    const rest = expect.arrayContaining([sent[0], other]) as unknown;
    expect(ofRest.differences).toEqual([{ field: "transactions", rest, rpc }]);
    const ofRpc = await changed(isRpc);
    expect(ofRpc.differences).toEqual([{ field: "transactions", rest: rpc, rpc: rest }]);
    const verify = createVerify(
      connect((text, url) =>
        url.includes("/transactions?")
          ? text.replace(/"transactions":\[.*\]/, '"transactions":[]')
          : text,
      ),
    );
    const { differences } = await verify.block(blockHeight);
    expect(differences).toEqual([{ field: "transactions", rest: [], rpc }]);
  });

  test("of amounts by their value", async () => {
    const verify = createVerify(
      connect((text, url) =>
        isRpc(url) ? text.replace(/"balance":"(\d+)"/, '"balance":"1$1"') : text,
      ),
    );
    const [account] = await devAccounts("delta");
    const { differences } = await verify.account(account?.address ?? "");
    expect(differences).toEqual([
      { field: "balance", rest: expect.any(BigInt), rpc: expect.any(BigInt) },
    ]);
  });

  test("where one of them alone has the thing, or calls it failed", async () => {
    const client = connect();
    const hash = await pay(client, 7);
    await service.produceBlock("delta");
    const without = connect((text, url) =>
      isRpc(url) ? text.replace(/"result":\{.*\}\}$/, '"result":null}') : text,
    );
    const missing = await createVerify(without).transaction(hash);
    expect(missing.differences).toEqual([
      { field: "found", rest: true, rpc: false },
      { field: "receipt", rest: true, rpc: false },
    ]);
    const failed = connect((text, url) =>
      isRpc(url) ? text.replace('"status":1', '"status":0') : text,
    );
    const { differences } = await createVerify(failed).transaction(hash);
    expect(differences).toEqual([{ field: "receipt.success", rest: true, rpc: false }]);
  });
});
