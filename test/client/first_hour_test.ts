import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../src/mod.ts";
import { type Listener, listen, type Service } from "../../src/service/mod.ts";
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

test("a number and a bigint are told how to be written as the other", () => {
  const { getBlock, listBlocks, rpc } = createClient("delta", { endpoints: origin });
  return Promise.all([
    expect(getBlock(5n as never)).rejects.toThrow(/must be an integer or .*, got 5n: write 5$/),
    expect(listBlocks({ limit: 5n as never })).rejects.toThrow(/100, got 5n: write 5$/),
    expect(rpc.chain_getBlockByNumber(5n as never)).rejects.toThrow(/got 5n: write 5$/),
  ]);
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
