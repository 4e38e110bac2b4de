import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import type { ServerResponse } from "node:http";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { type Client, createClient, type ClientOptions } from "../../src/mod.ts";
import type { CallOptions } from "../../src/transport/mod.ts";
import { connectByClock } from "./_canned.ts";
import { ManualClock } from "../_manual_clock.ts";
import {
  answer,
  cut,
  drip,
  type HostileServer,
  openHostileServer,
  refusal,
  reset,
  result,
  silence,
  stall,
} from "./_hostile_server.ts";

const BLOCK = {
  number: 7,
  hash: "0x07",
  timestamp: 1,
  txCount: 0,
  validator: "dx1a",
  parentHash: "0x06",
  stateRoot: "0x01",
  transactionsRoot: "0x02",
  receiptsRoot: "0x03",
  gasUsed: "0",
  gasLimit: "1",
};
const META = { timestamp: 1, requestId: "r-7" };
const FINE = answer(200, { success: true, data: BLOCK, meta: META });
const HTML = answer(502, "<html>bad gateway</html>", { "content-type": "text/html" });
const INTERNAL = answer(500, {
  success: false,
  error: { code: "INTERNAL_ERROR", message: "Oops" },
  meta: META,
});
const MISSING = answer(404, {
  success: false,
  error: { code: "NOT_FOUND", message: "No block" },
  meta: META,
});

const NOW = { "retry-after": "0" };

function refusedWith(error: unknown): object {
  return { success: false, error, meta: META };
}

function connect(server: HostileServer, options: Partial<ClientOptions> = {}) {
  return createClient("delta", { endpoints: server.origin, random: () => 0, ...options });
}

describe("a read from a hostile server", () => {
  test.each([
    ["an HTML page of a proxy", HTML],
    ["an internal error", INTERNAL],
    ["a broken connection", reset],
    ["a body that is cut", cut],
    ["a 408", answer(408, "")],
    [
      "a 503 with a code of its own",
      answer(503, refusedWith({ code: "MAINTENANCE", message: "" })),
    ],
    ["a 502 with an error of its own", answer(502, refusedWith("Bad gateway"))],
    ["a 429 with a code of its own", answer(429, refusedWith({ code: "SLOW", message: "" }), NOW)],
    ["a 429 with an error of its own", answer(429, refusedWith("Slow down"), NOW)],
  ])("is sent again after %s", async (_, fault) => {
    await using server = await openHostileServer(fault, fault, FINE);
    const { data, response } = await connect(server).getBlock(7).withResponse();
    expect(data.number).toBe(7);
    expect(response).toMatchObject({ status: 200, requestId: "r-7" });
    expect(server.came).toHaveLength(3);
  });

  test("is sent again after -32603, which comes with a 200", async () => {
    await using server = await openHostileServer(refusal(-32_603, "Oops"), result({ nonce: 4 }));
    expect(await connect(server).rpc.account_getNonce("dx1a")).toEqual({ nonce: 4 });
  });

  test.each([
    ["-32099 and a 503", refusal(-32_099, "Oops", 503)],
    ["-32600 and a 429", refusal(-32_600, "Oops", 429)],
  ])("is sent again after %s", async (_, fault) => {
    await using server = await openHostileServer(fault, result({ nonce: 4 }));
    expect(await connect(server).rpc.account_getNonce("dx1a")).toEqual({ nonce: 4 });
  });

  test.each([
    ["-32602 and a 500", refusal(-32_602, "No", 500)],
    ["-32099 and a 400", refusal(-32_099, "No", 400)],
  ])("is not sent again after %s", async (_, fault) => {
    await using server = await openHostileServer(fault);
    await expect(connect(server).rpc.chain_getInfo()).rejects.toMatchObject({ attempts: 1 });
    expect(server.came).toHaveLength(1);
  });

  test("ends with the last fault and says how often it was sent", async () => {
    await using server = await openHostileServer(HTML);
    const calls = [connect(server).getBlock(7), connect(server, { retries: 0 }).getBlock(7)];
    const [twice, once] = await Promise.allSettled(calls);
    const fault = { name: "TransportError", kind: "http", status: 502, operation: "getBlock" };
    expect(twice).toMatchObject({ reason: { ...fault, attempts: 3 } });
    expect(once).toMatchObject({ reason: { ...fault, attempts: 1 } });
  });

  test.each([
    ["a 404", MISSING, { name: "RestError", code: "NOT_FOUND", requestId: "r-7" }],
    ["a 400", answer(400, ""), { name: "TransportError", status: 400 }],
    ["an answer of another type", answer(200, "<html>"), { name: "ContractError", status: 200 }],
    ["a redirect", answer(302, "", { location: "/" }), { name: "TransportError", status: 302 }],
  ])("is not sent again after %s", async (_, treatment, expected) => {
    await using server = await openHostileServer(treatment);
    await expect(connect(server).getBlock(7)).rejects.toMatchObject({ ...expected, attempts: 1 });
    expect(server.came).toHaveLength(1);
  });

  test.each([-32_600, -32_601, -32_602, -32_000, -32_002])(
    "is not sent again after %i",
    async (code) => {
      await using server = await openHostileServer(refusal(code, "No"));
      await expect(connect(server).rpc.chain_getInfo()).rejects.toMatchObject({
        code,
        attempts: 1,
      });
      expect(server.came).toHaveLength(1);
    },
  );

  test.each([
    ["silence", silence],
    ["a body that stalls", stall],
    ["a body that drips", drip],
  ])("ends in time for %s, and gives the connection up", async (_, fault) => {
    await using server = await openHostileServer(fault);
    const clock = new ManualClock();
    let heads = 0;
    const client = connect(server, {
      timeout: 200,
      retries: 0,
      clock,
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        heads += 1;
        return response;
      },
    });
    const ends: unknown[] = [];
    const calls = [client.getBlock(7), client.rpc.chain_getInfo(), client.fetch(server.origin)];
    for (const call of calls) call.then(undefined, (error: unknown) => ends.push(error));
    await expect.poll(() => server.came.length).toBe(3);
    await expect.poll(() => heads).toBe(fault === silence ? 0 : 3);
    await clock.advance(199);
    expect(ends).toEqual([]);
    await clock.advance(1);
    const timeout = { name: "TransportError", kind: "timeout", attempts: 1, retryable: true };
    expect(ends).toMatchObject([timeout, timeout, timeout]);
    await expect.poll(() => server.abandoned()).toBe(3);
    expect(clock.pending).toBe(0);
  });

  test("gets a further request after one that took too long", async () => {
    await using server = await openHostileServer(stall, FINE);
    const clock = new ManualClock();
    const call = connect(server, { timeout: 400, clock }).getBlock(7);
    await expect.poll(() => server.came.length).toBe(1);
    await clock.advance(400);
    expect((await call).number).toBe(7);
    expect(server.came).toHaveLength(2);
  });

  test("ends at its deadline, however many requests that takes", async () => {
    await using server = await openHostileServer(silence);
    const clock = new ManualClock();
    const client = connect(server, { timeout: 60, retries: 100, clock });
    const ended = expect(client.getBlock(7, { deadline: 250 })).rejects.toMatchObject({
      name: "TransportError",
      kind: "timeout",
      message: "No answer within the deadline of 250 ms",
      attempts: 5,
    });
    for (let sent = 1; sent <= 4; sent += 1) {
      await expect.poll(() => server.came.length).toBe(sent);
      await clock.advance(60);
    }
    await clock.advance(10);
    await ended;
  });
});

describe("a submission to a hostile server", () => {
  test.each([
    ["silence", silence],
    ["a broken connection", reset],
    ["a body that is cut", cut],
    ["an HTML page of a proxy", HTML],
    ["-32603", refusal(-32_603, "Oops")],
    ["a refusal for the limits", refusal(-32_005, "Limit exceeded", 429)],
  ])("is sent once, whatever happens: %s", async (_, fault) => {
    await using server = await openHostileServer(fault);
    const clock = new ManualClock();
    const client = connect(server, { timeout: 500, retries: 5, clock });
    const sent = expect(client.rpc.tx_sendRawTransaction("0x00")).rejects;
    await clock.until(sent.toMatchObject({ attempts: 1 }));
    await clock.until(client.requestKey({ email: "a@b.test" }).catch(() => {}));
    expect(server.came).toEqual(["POST /rpc/delta", "POST /v1/keys"]);
  });
});

describe("an abort of a call", () => {
  test("ends it with the signal's reason in the pause before it is sent again", async () => {
    await using server = await openHostileServer(HTML);
    const client = connect(server, { random: () => 1 });
    const controller = new AbortController();
    const call = client.getBlock(7, { signal: controller.signal });
    await expect.poll(() => server.came.length).toBe(1);
    setTimeout(() => controller.abort("enough"), 20);
    await expect(call).rejects.toBe("enough");
  });

  test("leaves nothing on a signal that 10,000 calls were given, and slows none", async () => {
    const client = createClient("delta", {
      endpoints: "http://service.test",
      tier: "Enterprise",
      fetch: async (_, init) => {
        const { id } = JSON.parse(init?.body as string) as { id: number };
        return Response.json({ jsonrpc: "2.0", id, result: { nonce: 1 } });
      },
    });
    const { signal } = new AbortController();
    for (let turn = 0; turn < 10_000; turn += 1) {
      await client.rpc.account_getNonce("dx1a", { signal });
      if (turn % 1_000 === 0) expect(getEventListeners(signal, "abort")).toEqual([]);
    }
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("ends a call without a timeout, and its request", async () => {
    await using server = await openHostileServer(FINE, silence);
    const client = connect(server);
    await client.getBlock(7);
    const controller = new AbortController();
    const { signal } = controller;
    const call = client.getBlock(7, { signal, timeout: Infinity });
    await expect.poll(() => server.came.length).toBe(2);
    controller.abort("enough");
    await expect(call).rejects.toBe("enough");
    await expect.poll(() => server.abandoned()).toBe(1);
  });

  test("is heard by one listener for all calls under way", async () => {
    await using server = await openHostileServer(silence);
    const client = connect(server);
    const controller = new AbortController();
    const { signal } = controller;
    const calls = Array.from({ length: 20 }, (_, height) => [
      client.getBlock(height, { signal }),
      client.fetch(`${server.origin}/${height}`, { method: "POST", body: "x", signal }),
    ]).flat();
    const ends = Promise.allSettled(calls);
    await expect.poll(() => server.came.length).toBeGreaterThan(5);
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    controller.abort("enough");
    for (const end of await ends) expect(end).toEqual({ status: "rejected", reason: "enough" });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test("rejects rest.GET with a reason that is falsy, also while its body stalls", async () => {
    await using server = await openHostileServer(stall);
    const client = connect(server);
    for (const reason of [null, 0, ""]) {
      const controller = new AbortController();
      const call = client.rest.GET("/chain/info", { signal: controller.signal });
      setTimeout(() => controller.abort(reason), 20);
      const [end] = await Promise.allSettled([call]);
      expect(end).toEqual({ status: "rejected", reason });
    }
  });
});

describe("an answer that is too large", () => {
  const body = gzipSync(Buffer.alloc(1_000_000, "1"));
  const bomb = (_: unknown, response: ServerResponse): void => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(body);
  };

  test.each([
    ["REST", (client: Client<"delta">, options?: CallOptions) => client.getBlock(7, options)],
    [
      "RPC",
      (client: Client<"delta">, options?: CallOptions) => client.rpc.chain_getInfo({ ...options }),
    ],
  ])("ends a %s call, by its decompressed bytes", async (_, call) => {
    await using server = await openHostileServer(bomb);
    const expected = {
      name: "TransportError",
      kind: "http",
      status: 200,
      retryable: false,
      message: expect.stringContaining("more than 999999 bytes; raise maxResponseBytes") as string,
    };
    const options = { maxResponseBytes: 999_999 };
    await expect(call(connect(server), options)).rejects.toMatchObject(expected);
    await expect(call(connect(server, options))).rejects.toMatchObject(expected);
    expect(server.came).toHaveLength(2);
    await expect(call(connect(server))).rejects.toMatchObject({ name: "ContractError" });
  });

  test("is read where it has as many bytes as it may", async () => {
    await using server = await openHostileServer(bomb);
    const response = await connect(server, { maxResponseBytes: 1_000_000 }).fetch(server.origin);
    expect((await response.text()).length).toBe(1_000_000);
  });

  test("is measured also where a fetch brings a class of its own", async () => {
    const response = { status: 200, text: () => Promise.resolve("x".repeat(100)) };
    const client = createClient("delta", {
      endpoints: "http://service.test",
      maxResponseBytes: 99,
      fetch: () => Promise.resolve(response as Response),
    });
    await expect(client.getBlock(7)).rejects.toThrow("more than 99 bytes");
  });
});

describe("a fetch that throws", () => {
  test("an object without a string form is no answer, like any error", async () => {
    const { client } = connectByClock(
      () => {
        // oxlint-disable-next-line typescript/only-throw-error -- a fetch of the user's own may
        throw Object.create(null);
      },
      { retries: 0 },
    );
    const message = "Cannot reach http://service.test: an object";
    await expect(client.getBlock(7)).rejects.toThrow(message);
  });

  test("several errors in one has the key taken out of each", async () => {
    const apiKey = "key-a1b2c3";
    const { client } = connectByClock(
      () => {
        throw new AggregateError([new Error(`Unknown key ${apiKey}`)], "Nobody answers");
      },
      { apiKey, retries: 0 },
    );
    const error: unknown = await client.getBlock(7).catch((reason: unknown) => reason);
    expect(inspect(error, { depth: 9 })).toContain("Unknown key …");
    expect(inspect(error, { depth: 9 })).not.toContain(apiKey);
  });
});

describe("client.fetch", () => {
  test.each([
    ["a string", (url: string) => url],
    ["a Request", (url: string, init: RequestInit) => new Request(url, init)],
  ])("ends by an abort while the body given with %s is on its way", async (_, inputOf) => {
    const { client, sent } = connectByClock(() => new Response());
    const controller = new AbortController();
    const body = new ReadableStream({ pull: () => new Promise(() => {}) });
    const init = { method: "POST", body, duplex: "half", signal: controller.signal } as RequestInit;
    const input = inputOf("http://service.test/a", init);
    const call = client.fetch(input, input instanceof Request ? {} : init);
    setTimeout(() => controller.abort("enough"), 20);
    await expect(call).rejects.toBe("enough");
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    expect(sent).toEqual([]);
  });

  test.each([
    ["/a", {}, "Cannot fetch: expected a URL"],
    ["file:///a", {}, "Cannot fetch: expected a URL"],
    ["http://user:secret@service.test/", {}, /^Cannot fetch: expected a URL(?!.*secret)/],
    ["http://service.test/", { body: "x" }, ""],
  ])("refuses %s with %j, and sends nothing", async (url, init, message) => {
    const { client, sent } = connectByClock(() => new Response());
    await expect(client.fetch(url, init)).rejects.toThrow(TypeError);
    await expect(client.fetch(url, init)).rejects.toThrow(message);
    expect(sent).toEqual([]);
    expect(client.budget().day.remaining).toBe(client.budget().day.limit);
  });

  test("reads again what a GET asks for, and no POST", async () => {
    await using server = await openHostileServer(reset, answer(200, { ok: true }), reset);
    const client = connect(server);
    const response = await client.fetch(`${server.origin}/a`);
    expect(await response.json()).toEqual({ ok: true });
    const post = client.fetch(`${server.origin}/b`, { method: "POST", body: "x" });
    await expect(post).rejects.toMatchObject({ name: "TransportError", attempts: 1 });
    expect(server.came).toEqual(["GET /a", "GET /a", "POST /b"]);
  });

  test("resolves with an error status once it was tried again", async () => {
    await using server = await openHostileServer(HTML);
    const response = await connect(server).fetch(server.origin);
    expect([response.status, await response.text()]).toEqual([502, "<html>bad gateway</html>"]);
    expect(server.came).toHaveLength(3);
  });
});
