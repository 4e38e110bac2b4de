import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DevAccount, devAccounts, signTransaction } from "../../src/devnet/mod.ts";
import { createClient } from "../../src/mod.ts";
import { type Listener, listen, type Service } from "../../src/service/mod.ts";
import { invalidateOnBlocks } from "../../src/query/mod.ts";
import { BlockSchema, fromJson } from "../../src/schemas/mod.ts";
import { formatUnits, parseUnits } from "../../src/units/mod.ts";
import { openTestService } from "../_client.ts";

let service: Service;
let listener: Listener;
let origin: string;
beforeAll(async () => {
  service = await openTestService();
  listener = await listen(service, { port: 0 });
  ({ origin } = listener);
});
afterAll(() => listener.close());

test("a number and a bigint are told how to be written as the other", async () => {
  const { getBlock, listBlocks, rpc } = createClient("delta", { endpoints: origin });
  const [alice] = await devAccounts("delta", { count: 1 });
  const sign = (value: number) =>
    signTransaction(alice as DevAccount, {
      type: "transfer",
      to: alice?.address ?? "",
      value: value as never,
      nonce: 0,
    });
  await expect(sign(1e21)).rejects.toThrow(/: write 1000000000000000000000n$/);
  await expect(sign(-5)).rejects.toThrow(/got -5$/);
  await expect(getBlock((2n ** 80n) as never)).rejects.toThrow(/got 1208925819614629174706176n$/);
  expect(() => parseUnits("1", 18n as never)).toThrow(/from 0 to 255, got 18n: write 18$/);
  expect(() => parseUnits(1.5 as never, 18)).toThrow(/text must be a string, got 1\.5$/);
  expect(() => formatUnits(5 as never, 18)).toThrow(/amount must be a bigint, got 5: write 5n$/);
  return Promise.all([
    expect(getBlock(5n as never)).rejects.toThrow(/must be an integer or .*, got 5n: write 5$/),
    expect(listBlocks({ limit: 5n as never })).rejects.toThrow(/100, got 5n: write 5$/),
    expect(rpc.chain_getBlockByNumber(5n as never)).rejects.toThrow(/got 5n: write 5$/),
  ]);
});

test("an address in capitals is shown, and a value in place of JSON is refused", async () => {
  const address = "DX17680Y836EE3GKMDJYD0W34AYLW80W9LG3CY2FZ";
  const { getAccount } = createClient("delta", { endpoints: origin });
  await expect(getAccount(address)).rejects.toThrow(`got "${address}"`);
  expect(() => fromJson(BlockSchema, {} as never)).toThrow("text must be a string, got an object");
});

describe("what is misspelt is told, with what was meant", () => {
  test.each([
    [{ endpoint: "http://a.test" }, "there is no option endpoint,", "Did you mean endpoints?"],
    [{ endpoints: "http://a.test", apikey: "x" }, "no option apikey,", "Did you mean apiKey?"],
    [{ endpoints: { apihost: "http://a.test" } }, "no option apihost,", "Did you mean apiHost?"],
    [
      { endpoints: "http://a.test", events: { webSockets: 1 } },
      "Cannot use events: there is no option webSockets,",
      "Did you mean webSocket?",
    ],
  ])("in the options %j", (options, told, meant) => {
    const open = () => createClient("delta", options as never);
    expect(open).toThrow(TypeError);
    expect(open).toThrow(told);
    expect(open).toThrow(meant);
  });

  test("in the names of methods, topics, and options of calls", async () => {
    const client = createClient("delta", { endpoints: origin });
    await expect(client.rpc.call("chain_getinfo" as "chain_getInfo", [])).rejects.toThrow(
      /got "chain_getinfo"\. Did you mean chain_getInfo\?$/,
    );
    await expect(client.events.subscribe("block" as never).next()).rejects.toThrow(
      /got "block"\. Did you mean blocks\?$/,
    );
    await expect(client.getBlock(7, { timeOut: 5 } as never)).rejects.toThrow(
      "Did you mean timeout?",
    );
  });

  test.each([
    ["cache", { cache: { confirmation: 20 } }, "confirmation"],
    ["batch", { batch: { maxCall: 5 } }, "maxCall"],
    ["events.reconnect", { events: { reconnect: { max: 5 } } }, "max"],
    ["events.heartbeat", { events: { heartbeat: { silent: 5 } } }, "silent"],
    ["events.polling", { events: { polling: { shares: 0.5 } } }, "shares"],
  ])("inside of the option %s", (_, options, name) => {
    const open = () => createClient("delta", { endpoints: origin, ...options } as never);
    expect(open).toThrow(TypeError);
    expect(open).toThrow(`there is no option ${name}, there are `);
  });

  test("in the options of everything that a client does", async () => {
    const client = createClient("delta", { endpoints: origin });
    const { events, rpc } = client;
    const told = /: there is no option (\w+), there are .*\bsignal\b/;
    await expect(events.subscribe("blocks", {}, { after: "x" } as never).next()).rejects.toThrow(
      "there is no option after, there are signal, buffer, onExpired, fromHeight",
    );
    await expect(
      events.subscribe("blocks", {}, { buffer: { length: 5 } } as never).next(),
    ).rejects.toThrow("no option length, there are size, overflow");
    await expect(client.waitForReceipt("0x00", { timeOut: 1 } as never)).rejects.toThrow(told);
    expect(() => client.createNonces("dx1", { resends: 1 } as never)).toThrow(
      "Did you mean resend?",
    );
    await expect(rpc.batch([["chain_getInfo"]], { setle: true } as never)).rejects.toThrow(
      "Did you mean settle?",
    );
    await expect(devAccounts("delta", { net: "testnet" } as never)).rejects.toThrow(
      "there is no option net, there are network, count, seed",
    );
    expect(() => invalidateOnBlocks({} as never, client, { each: 5 } as never)).toThrow(
      "there is no option each, there are every, onError",
    );
  });

  test("and what is no object of options is not taken for one", () => {
    const open = (options: unknown) => () => createClient("delta", options as never);
    expect(open("http://a.test/?key=secret")).toThrow(
      "Cannot create a client: expected an object of options, got a string",
    );
    expect(open([origin])).toThrow("expected an object of options, got an array");
    expect(open({ endpoints: [origin] })).toThrow("expected an object of options, got an array");
  });

  test("and nothing is proposed where no name is near", () => {
    const open = () => createClient("delta", { endpoints: origin, server: 1 } as never);
    expect(open).toThrow(/there is no option server, there are .*maxResponseBytes$/);
  });
});

describe("an endpoint that is not the service's", () => {
  test("says that it has no TLS where https was given", async () => {
    const endpoints = origin.replace("http", "https");
    await expect(
      createClient("delta", { endpoints, retries: 0 }).getChainInfo(),
    ).rejects.toMatchObject({
      kind: "network",
      message: `Cannot reach ${endpoints}: it has no TLS, use ${origin}`,
    });
  });

  test("asks whether a service is running there where connections are refused", async () => {
    const closed = createServer().listen(0, "127.0.0.1");
    await once(closed, "listening");
    const { port } = closed.address() as AddressInfo;
    closed.close();
    const client = createClient("delta", { endpoints: `http://127.0.0.1:${port}`, retries: 0 });
    await expect(client.getChainInfo()).rejects.toThrow(
      /: connect ECONNREFUSED 127\.0\.0\.1:\d+\. Is a service running there, and the endpoint right\?$/,
    );
  });

  test.each([
    ["", "No POST /: it takes GET"],
    ["/rpc", "No POST /rpc: there are /v1/{segment}, /rpc/{segment}"],
    ["/rpc/beta", "the segment beta is not served, expected one of alpha, delta"],
  ])("passes on what the service says of the JSON-RPC path %j", async (path, said) => {
    const client = createClient("delta", {
      endpoints: { apiHost: origin, rpcUrl: origin + path },
      retries: 0,
    });
    const refused = client.rpc.chain_getInfo();
    await expect(refused).rejects.toMatchObject({ kind: "http", status: 404, retryable: false });
    await expect(refused).rejects.toThrow(`without a reply with result or error: No POST /`);
    await expect(refused).rejects.toThrow(said);
    await expect(refused).rejects.toThrow(/or the whole URL as rpcUrl$/);
    await expect(client.rpc.batch([["chain_getInfo"], ["chain_getInfo"]])).rejects.toThrow(said);
  });

  test("is named where no WebSocket answers, without a key", async () => {
    const client = createClient("delta", {
      endpoints: { apiHost: origin, wsUrl: "ws://127.0.0.1:1/ws" },
      apiKey: "secret-key",
      events: { polling: false, reconnect: { maximum: 1 } },
    });
    const refused = client.events.subscribe("blocks").next();
    await expect(refused).rejects.toThrow(
      /^WebSocket: Connection to ws:\/\/127\.0\.0\.1:1\/ws failed\. Is a service running there/,
    );
  });
});

test("a cursor that no service wrote is told from one that has expired", async () => {
  const { events } = createClient("delta", { endpoints: origin });
  await expect(events.subscribe("blocks", { after: "nonsense" }).next()).rejects.toThrow(
    '"nonsense" is no cursor of this service: subscribe after the oldest one, ',
  );
  await expect(events.subscribe("blocks", { after: "" }).next()).rejects.toThrow(
    'filter.after must be a cursor, got ""',
  );
  await events.close();
});
