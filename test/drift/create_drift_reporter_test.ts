import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestService, ORIGIN } from "../_client.ts";
import { devAccounts } from "../../src/devnet/mod.ts";
import type { DriftOptions } from "../../src/drift/create_drift_reporter.ts";
import { createDriftReporter, type Drift } from "../../src/drift/mod.ts";
import { type Client, createClient } from "../../src/mod.ts";
import type { Service } from "../../src/service/mod.ts";

let service: Service;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

function connect<S extends "alpha" | "delta">(
  segment: S,
  change: (text: string) => string = (text) => text,
  options: DriftOptions = {},
): { client: Client<S>; drifts: Drift[] } {
  const drifts: Drift[] = [];
  const client = createClient(segment, {
    endpoints: ORIGIN,
    tier: "Enterprise",
    onDrift: createDriftReporter((drift) => drifts.push(drift), options),
    async fetch(input, init) {
      const response = await service.fetch(new Request(input, init));
      const { status, headers } = response;
      return new Response(change(await response.text()), { status, headers });
    },
  });
  return { client, drifts };
}

describe("answers of the service itself", () => {
  test("do not differ from the documents on delta", async () => {
    const { client, drifts } = connect("delta");
    const [account] = await devAccounts("delta");
    const address = account?.address ?? "";
    await client.getChainInfo();
    await client.getChainStats();
    await client.listBlocks();
    await client.listTransactions({ limit: 100 });
    await client.listValidators({ status: "all" });
    await client.listProposals({ status: "all" });
    await client.listAccountTokens(address);
    await client.getAccount(address);
    await client.getBlock(999_999).catch(() => undefined);
    await client.rpc.chain_getInfo();
    await client.rpc.chain_getBlockByNumber(7, true);
    await client.rpc.delta_getStake(address);
    await client.rpc.tx_sendRawTransaction("0x00").catch(() => undefined);
    await client.simple.getBalance(address);
    const [transaction] = (await client.listTransactions()).items;
    await client.rpc.tx_getTransactionReceipt(transaction?.hash ?? "");
    await client.simple.getTransaction(transaction?.hash ?? "");
    expect(drifts).toEqual([]);
  });

  test("do not differ on alpha", async () => {
    const { client, drifts } = connect("alpha");
    const { items } = await client.listTransactions({ limit: 20 });
    const [commitment] = items[0]?.commitments ?? [];
    await client.rpc.alpha_getRecord(commitment ?? "");
    await client.rpc.tx_getTransaction(items[0]?.hash ?? "");
    expect(drifts).toEqual([]);
  });
});

describe("a difference", () => {
  test("that the client tolerates is reported with its place in the answer and in the document", async () => {
    const { client, drifts } = connect("delta", (text) =>
      text.replace(/"validator":"dx1\w+"/, '"validator":"dx1SECRET77"'),
    );
    await expect(client.getBlock(7)).resolves.toMatchObject({ validator: "dx1SECRET77" });
    expect(drifts).toEqual([
      {
        segment: "delta",
        operation: "getBlock",
        path: "data.validator",
        expected: expect.stringContaining("a string matching /^(ax|dx)1"),
        got: '"aa9aaaaaa99" (11 characters)',
        documented: "openapi.yaml#/components/schemas/Address",
      },
    ]);
  });

  test("shows only the shape of a number, never its value", async () => {
    const { client, drifts } = connect("delta", (text) =>
      text.replace(/"balance":"\d+"/, '"balance":-98765.25,"further":1234'),
    );
    const { validator } = await client.getBlock(7);
    await client.getAccount(validator).catch(() => undefined);
    expect(drifts.map(({ path, got }) => [path, got])).toEqual([
      ["data.balance", "-99999.99"],
      ["data.further", "9999"],
    ]);
  });

  test("in a result of JSON-RPC names the method", async () => {
    const { client, drifts } = connect("delta", (text) =>
      text.replace('"status":"confirmed"', '"status":"included"'),
    );
    const [transaction] = (await client.listTransactions()).items;
    await client.rpc.tx_getTransaction(transaction?.hash ?? "");
    expect(drifts).toMatchObject([
      {
        operation: "tx_getTransaction",
        path: "result.status",
        expected: '"pending" or "confirmed" or "failed"',
        got: '"included" (8 characters)',
      },
    ]);
  });

  test("in a reply of a batch names the method of its call, whatever the order", async () => {
    const { client, drifts } = connect("delta", (text) => {
      if (!text.startsWith("[")) return text;
      const replies = JSON.parse(text) as { result: object | null }[];
      return JSON.stringify(
        replies.toReversed().map(({ result, ...reply }) => ({
          ...reply,
          result: result && "blockHeight" in result ? { ...result, mood: "fine" } : result,
        })),
      );
    });
    const { items } = await client.listBlocks({ limit: 1 });
    const [block, info] = await client.rpc.batch([
      ["chain_getBlockByHash", items[0]?.hash ?? ""],
      ["chain_getInfo"],
      ["chain_getBlockByNumber", 999_999],
    ]);
    expect([block?.number, info.blockHeight]).toEqual([30, 30]);
    expect(drifts.map(({ operation, path, expected }) => [operation, path, expected])).toEqual([
      ["chain_getInfo", "result.mood", "no such field"],
    ]);
  });

  test("may be an HTTP status that the documents do not have for the operation", async () => {
    const drifts: Drift[] = [];
    const client = createClient("delta", {
      endpoints: ORIGIN,
      tier: "Enterprise",
      onDrift: createDriftReporter((drift) => drifts.push(drift)),
      async fetch(input, init) {
        const { status, headers, body } = await service.fetch(new Request(input, init));
        return new Response(body, { status: status === 404 ? 410 : 203, headers });
      },
    });
    expect((await client.getBlock(7)).number).toBe(7);
    await expect(client.getValidator("dx1none")).rejects.toMatchObject({ name: "RestError" });
    expect(drifts).toMatchObject([
      { operation: "getBlock", path: "", got: "203", documented: "openapi.yaml#/paths" },
      { operation: "getValidator", path: "", got: expect.stringMatching(/^(410|203)$/) },
    ]);
    expect(drifts[0]?.expected).toMatch(/^one of the statuses 200, /);
  });

  test("may be a field that is new, missing or of another type", async () => {
    const { client, drifts } = connect("delta", (text) =>
      text.replace('"tps":', '"tpsNow":').replace(/"avgBlockTime":[\d.]+/, '"avgBlockTime":"soon"'),
    );
    await client.getChainStats().catch(() => undefined);
    expect(drifts.map(({ path, expected, got }) => [path, expected, got])).toEqual([
      ["data.tps", "a number", "nothing"],
      ["data.avgBlockTime", "a number", '"aaaa" (4 characters)'],
      ["data.tpsNow", "no such field", expect.stringMatching(/^[\d.]+$/)],
    ]);
  });

  test("may be a status or a code that the documents do not have", async () => {
    const { client, drifts } = connect("delta", (text) =>
      text.replace('"code":-32602', '"code":-32999').replace('"NOT_FOUND"', '"GONE"'),
    );
    await client.rpc.chain_getBlockByHash("0x12").catch(() => undefined);
    await client.getBlock(999_999).catch(() => undefined);
    expect(drifts.map(({ operation, path, got }) => [operation, path, got])).toEqual([
      ["chain_getBlockByHash", "error.code", "-32999"],
      ["getBlock", "error.code", '"GONE" (4 characters)'],
    ]);
  });

  test("is reported once for each field of a list, and each time on demand", async () => {
    const change = (text: string): string => text.replaceAll('"type":"transfer"', '"type":"gift"');
    const once = connect("delta", change);
    await once.client.listTransactions();
    await once.client.listTransactions({ page: 2 });
    expect(once.drifts.length).toBe(1);
    const often = connect("delta", change, { repeat: true });
    await often.client.listTransactions();
    expect(often.drifts.length).toBeGreaterThan(2);
  });

  const listeners: readonly (readonly [string, () => unknown])[] = [
    ["throws", thrower],
    ["rejects", async () => thrower()],
  ];
  test.each(listeners)("changes no call where the listener %s", async (_, listener) => {
    let told = 0;
    const counted = (): unknown => {
      told += 1;
      return listener();
    };
    for (const onDrift of [createDriftReporter(counted), counted]) {
      const client = createClient("delta", {
        endpoints: ORIGIN,
        onDrift,
        fetch: async (input, init) => {
          const response = await service.fetch(new Request(input, init));
          return new Response((await response.text()).replace('"blockHeight"', '"height":1,$&'));
        },
      });
      expect((await client.getChainInfo()).blockHeight).toBeGreaterThan(0);
    }
    expect(told).toBe(2);
  });

  test("is not looked for in a response without JSON", async () => {
    const drifts: Drift[] = [];
    const client = createClient("delta", {
      endpoints: ORIGIN,
      onDrift: createDriftReporter((drift) => drifts.push(drift)),
      fetch: async () => new Response("<html>", { status: 502 }),
      retries: 0,
    });
    await expect(client.getChainInfo()).rejects.toMatchObject({ name: "TransportError" });
    expect(drifts).toEqual([]);
  });

  test("cannot be reported to a listener that is not a function", () => {
    expect(() => createDriftReporter(undefined as never)).toThrow(TypeError);
  });
});

function thrower(): never {
  throw new Error("Listener");
}
