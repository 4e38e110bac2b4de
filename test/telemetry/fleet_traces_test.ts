import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { devAccounts, signTransaction } from "../../src/devnet/mod.ts";
import { type Client, createClient } from "../../src/mod.ts";
import { migrate } from "../../src/service/internal.ts";
import { createService, listen, type Listener, type Service } from "../../src/service/mod.ts";
import { type Databases, openDatabases } from "../_postgres.ts";
import { Recorder } from "./_recorder.ts";

const BLOCK = "/v1/{segment}/blocks/{identifier}";

describe("in a fleet", () => {
  let recorder: Recorder;
  let postgres: Databases;
  let writer: Service;
  let gateway: Listener;
  let client: Client<"delta">;

  beforeAll(async () => {
    recorder = new Recorder();
    postgres = await openDatabases();
    const store = postgres.url("fleet");
    await migrate({ store, segments: ["delta"] });
    const options = {
      segments: ["delta"],
      history: 5,
      mode: "manual",
      traffic: false,
      store,
      keylessTier: "Enterprise",
      databaseConnections: 4,
      // Of the test, whose trace is continued.
      trustedProxies: ["127.0.0.1"],
    } as const;
    writer = await createService({ ...options, role: "writer" });
    gateway = await listen(await createService({ ...options, role: "gateway" }), { port: 0 });
    client = createClient("delta", { endpoints: gateway.origin, tier: "Enterprise" });
  });
  afterAll(async () => {
    await client?.close();
    await gateway?.close();
    await writer?.close();
    await recorder?.close();
  });
  beforeEach(() => recorder.clear());

  test("a read shows the statement that PostgreSQL ran, without its values", async () => {
    await client.getBlock(3);
    const root = recorder.root("getBlock");
    expect(recorder.treeOf(root)).toEqual({
      getBlock: {
        "GET /v1/delta/blocks/{identifier}": {
          [`GET ${BLOCK}`]: { admission: {}, getBlock: { blockBody: {} } },
        },
      },
    });
    const statement = await recorder.ended("blockBody");
    expect(statement.attributes).toMatchObject({
      "db.system.name": "postgresql",
      "db.query.text": expect.stringMatching(/ WHERE height = \$1/),
    });
  });

  test("a submission to a gateway is linked with the block of the writer", async () => {
    const [alice, bob] = await devAccounts("delta");
    if (!alice || !bob) throw new Error("No accounts");
    const { nonce } = await client.rpc.account_getNonce(alice.address);
    const transfer = { type: "transfer", to: bob.address, value: 1n, nonce } as const;
    const { signedTx } = await signTransaction(alice, transfer);
    recorder.clear();
    await client.sendRawTransaction(signedTx);
    // The notice with the trace comes to the writer by itself, and a block does not wait for it.
    await new Promise((resolve) => setTimeout(resolve, 300));
    await writer.produceBlock("delta");
    const included = await recorder.ended("included in block");
    const block = await recorder.ended("produce block");
    const submission = recorder.root("tx_sendRawTransaction");
    expect(recorder.traceOf(submission)).toContain(included);
    expect(included.links.map(({ context }) => context.spanId)).toEqual([
      block.spanContext().spanId,
    ]);
    expect(block.links.map(({ context }) => context.traceId)).toEqual([
      submission.spanContext().traceId,
    ]);
    const names = recorder.traceOf(block).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["lockBlocks", "insertBlocks", "unlock"]));
  });
});
