import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../../src/mod.ts";
import { createTransport } from "../../src/transport/mod.ts";
import { listen, type Listener } from "../../src/service/mod.ts";
import { connect, openTestService, ORIGIN } from "../_client.ts";
import { ADDRESS, KINDS } from "../transport/_request_kinds.ts";

const HASH = `0x${"00".repeat(32)}`;

/** Kinds of request that are sent by no client. */
const OTHERS = ["calls that are gathered in a batch", "a small program"];

let listener: Listener;
beforeAll(async () => {
  listener = await listen(await openTestService(["delta"]), { port: 0 });
});
afterAll(() => listener.close());

test("close() ends subscriptions, and what is called later is refused unsent", async () => {
  const service = await openTestService(["delta"]);
  const { client, sent } = connect(service, "delta");
  const under = client.getBlock(7);
  await client.close();
  await client.close();
  expect((await under).number).toBe(7);
  const { length } = sent;
  const later = {
    getBlock: () => client.getBlock(8),
    listBlocks: () => client.listBlocks(),
    chain_getInfo: () => client.rpc.chain_getInfo(),
    batch: () => client.rpc.batch([["chain_getInfo"], ["chain_getBlockByNumber", 7]]),
    tx_sendRawTransaction: () => client.sendRawTransaction("0x00"),
    fetch: () => client.fetch("http://service.test/v1/delta/blocks"),
  };
  for (const [name, call] of Object.entries(later)) {
    const refused = await Promise.resolve(call()).catch((error: unknown) => error);
    expect((refused as Error).message, name).toContain(`Cannot call ${name}: the client is closed`);
  }
  await expect(client.events.subscribe("blocks").next()).rejects.toThrow("events are closed");
  expect(sent).toHaveLength(length);
  await service.close();
});

test("each kind of request is refused after close(), for that alone", async () => {
  const service = await openTestService(["delta"]);
  const { client, sent } = connect(service, "delta");
  await client.getBlock(7);
  const { length } = sent;
  await client.close();
  const { rpc } = client;
  const further = {
    ...KINDS,
    "a batch with settle": () =>
      rpc.batch([["chain_getInfo"], ["chain_getInfo"]], { settle: true }),
    "a batch of one": () => rpc.batch([["chain_getInfo"]]),
    nonces: () => client.createNonces(ADDRESS).use(async () => "0x00"),
  };
  const calls: readonly (readonly [string, (typeof KINDS)[string]])[] = Object.entries(further);
  for (const [name, call] of calls) {
    if (OTHERS.includes(name)) continue;
    const error = await Promise.resolve(call(client, service.fetch)).catch((reason) => reason);
    expect(error, name).toBeInstanceOf(TypeError);
    expect((error as Error).message, name).toMatch(
      /^Cannot .*: (?:the client is|events are) closed$/,
    );
  }
  expect(sent).toHaveLength(length);
  await service.close();
});

test("calls that are gathered when the client is closed are answered, as those under way are", async () => {
  const service = await openTestService(["delta"]);
  const client = createClient("delta", { endpoints: ORIGIN, batch: true, fetch: service.fetch });
  const calls = [client.rpc.chain_getInfo(), client.rpc.account_getNonce(ADDRESS)];
  await client.close();
  expect(await Promise.all(calls)).toMatchObject([{ networkId: "delta" }, { nonce: 0 }]);
  await expect(client.rpc.chain_getInfo()).rejects.toThrow("the client is closed");
  await service.close();
});

test("`await using` closes a client, and leaves a transport that it shares to the others", async () => {
  const endpoints = listener.origin;
  const transport = createTransport();
  const other = createClient("delta", { endpoints, transport });
  const open = async () => {
    await using client = createClient("delta", { endpoints, transport });
    const stream = client.events.subscribe("blocks");
    await stream.ready;
    return stream;
  };
  expect(await (await open()).next()).toEqual({ done: true, value: undefined });
  expect((await other.getChainInfo()).chain).toBe("delta");
});

test("a wait for a receipt ends when its client is closed", async () => {
  const client = createClient("delta", { endpoints: listener.origin });
  const wait = client.waitForReceipt(HASH, { timeout: 600_000, pollInterval: 5 });
  setTimeout(() => void client.close(), 20);
  await expect(wait).rejects.toThrow("the client is closed");
});
