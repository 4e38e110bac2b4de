import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { devAccounts, signTransaction } from "../../src/devnet/mod.ts";
import { type Client, createClient } from "../../src/mod.ts";
import { createService, type LogEntry } from "../../src/service/mod.ts";
import { SYSTEM_CLOCK } from "../../src/transport/internal.ts";
import { type Gateway, openGateway } from "../upstream/_served.ts";
import { Recorder } from "./_recorder.ts";

const BLOCK = "/v1/{segment}/blocks/{identifier}";
const EMAIL = "ada.lovelace@example.org";

/** Of the tests, and of the gateway: what comes from there is continued. */
const TRUSTING = { trustedProxies: ["127.0.0.1"] };

/** Entries of the log of the gateway. */
const entries: LogEntry[] = [];
let recorder: Recorder;
let gateway: Gateway;
let client: Client<"delta">;
let key: string;
let origin: string;

beforeAll(async () => {
  recorder = new Recorder();
  gateway = await openGateway({
    clock: SYSTEM_CLOCK,
    gateway: { log: (entry) => void entries.push(entry), logRequests: true, ...TRUSTING },
    behind: TRUSTING,
  });
  ({ origin } = await gateway.listen());
  const issued = await createClient("delta", { endpoints: origin }).requestKey({ email: EMAIL });
  key = issued.apiKey ?? "";
  client = createClient("delta", { endpoints: origin, apiKey: key, tier: "Enterprise" });
  await gateway.caughtUp();
});
afterAll(async () => {
  await client.close();
  await gateway.close();
  await recorder.close();
});
beforeEach(() => {
  recorder.clear();
  entries.length = 0;
});

async function sign(): Promise<{ readonly signedTx: string; readonly txHash: string }> {
  const [alice, bob] = await devAccounts("delta");
  if (!alice || !bob) throw new Error("No accounts");
  const { nonce } = await client.rpc.account_getNonce(alice.address);
  return signTransaction(alice, { type: "transfer", to: bob.address, value: 1n, nonce });
}

describe("one trace shows", () => {
  test("a REST call from the client through the gateway to the service", async () => {
    await client.getBlock(3);
    const served = `GET ${BLOCK}`;
    expect(recorder.treeOf(recorder.root("getBlock"))).toEqual({
      getBlock: { [served]: { getBlock: { [served]: {} } } },
    });
    const request = await recorder.ended(served);
    expect(request.attributes).toMatchObject({
      "alphadelta.operation": "getBlock",
      "alphadelta.tier": "Enterprise",
      "http.response.status_code": 200,
    });
  });

  test("a batch, whose calls are told by the upstream's requests", async () => {
    await client.rpc.batch([
      ["chain_getBlockByNumber", 1, false],
      ["account_getNonce", (await devAccounts("delta"))[0]?.address ?? ""],
    ]);
    const span = recorder.root("batch");
    const served = "POST /rpc/{segment}";
    expect(recorder.treeOf(span)).toEqual({
      batch: {
        [served]: {
          chain_getBlockByNumber: { [served]: {} },
          account_getNonce: { [served]: {} },
        },
      },
    });
  });

  test("a submission", async () => {
    const { signedTx } = await sign();
    recorder.clear();
    await client.sendRawTransaction(signedTx);
    const served = "POST /rpc/{segment}";
    const name = "tx_sendRawTransaction";
    expect(recorder.treeOf(recorder.root(name))).toEqual({
      [name]: { [served]: { [name]: { [served]: {} } } },
    });
  });
});

test("a WebSocket has the span of the request that opened it, and its messages have the id of that trace", async () => {
  const stream = client.events.subscribe("blocks");
  await stream.ready;
  await stream.return();
  const opening = await recorder.ended("GET /ws/{segment}");
  const messages = entries.filter((entry) => "method" in entry && entry.method === "MESSAGE");
  expect(messages.length).toBeGreaterThan(0);
  for (const message of messages)
    expect(message).toMatchObject({ trace_id: opening.spanContext().traceId });
  expect(recorder.spans.filter(({ name }) => name.startsWith("chain_"))).toEqual([]);
});

test("a request of a stranger begins a trace of its own, with a link to the one that it names", async () => {
  const service = await createService({ segments: ["delta"], history: 1, mode: "manual" });
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
  await service.fetch("http://service.test/v1/delta/blocks/1", { headers: { traceparent } });
  const span = recorder.root(`GET ${BLOCK}`);
  expect(span.spanContext().traceId).not.toBe(traceId);
  expect(span.links.map(({ context }) => context.traceId)).toEqual([traceId]);
  await service.close();
});

describe("a span", () => {
  test("of a failed call tells what kind of error it was, and no message", async () => {
    await expect(client.getBlock(999_999)).rejects.toThrow("999999");
    const { attributes, status } = recorder.root("getBlock");
    expect(attributes).toMatchObject({
      "error.type": "RestError",
      "http.response.status_code": 404,
    });
    expect(status).toEqual({ code: 2 });
  });

  test("of a refused JSON-RPC call tells its code on both sides", async () => {
    await expect(client.rpc.account_getNonce("dx1nobody")).rejects.toThrow();
    const spans = recorder.spans.filter(({ name }) => /account_getNonce|POST/.test(name));
    expect(spans.length).toBeGreaterThan(1);
    for (const { attributes } of spans)
      expect(attributes).toMatchObject({ "rpc.response.status_code": "-32602" });
  });

  test("is named by its route, whatever path was asked for", async () => {
    await fetch(`${origin}/v1/delta/nothing/${key}?key=${key}`);
    const span = await recorder.ended("HTTP");
    expect(span.attributes["url.path"]).toBeUndefined();
    expect(span.attributes["http.response.status_code"]).toBe(404);
  });
});

test("no span holds a key, an email, a signed transaction or a query", async () => {
  const { signedTx } = await sign();
  const other = createClient("delta", {
    endpoints: origin,
    apiKey: { value: key, in: "query", name: "api_key" },
    tier: "Enterprise",
    retries: 0,
  });
  await other.requestKey({ email: EMAIL });
  await other.getBlock(1);
  await other.listBlocks({ limit: 17, page: 1 });
  await other.sendRawTransaction(signedTx);
  await other.sendRawTransaction(`${signedTx}00`).catch(() => undefined);
  const stream = other.events.subscribe("blocks");
  await stream.ready;
  await other.close();
  const shown = JSON.stringify(
    recorder.spans.map(({ name, attributes, events, links, status }) => {
      return [name, attributes, events, links.map((link) => link.attributes), status];
    }),
  );
  expect(recorder.spans.length).toBeGreaterThan(10);
  for (const secret of [key, EMAIL, "ada.lovelace", signedTx.slice(2, 60), "limit=17", "?"])
    expect(shown).not.toContain(secret);
});

test("log entries carry the id of the trace", async () => {
  await client.getBlock(2);
  const { traceId } = recorder.root("getBlock").spanContext();
  expect(entries).toContainEqual(
    expect.objectContaining({ operation: "getBlock", trace_id: traceId }),
  );
});
