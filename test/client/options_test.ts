import { describe, expect, test } from "vitest";
import { type Client, createClient } from "../../src/mod.ts";
import { SYSTEM_CLOCK } from "../../src/transport/internal.ts";
import { createTransport, type TransportOptions } from "../../src/transport/mod.ts";
import { connectTo, ORIGIN } from "../_client.ts";
import { ManualClock } from "../_manual_clock.ts";

function open(options: object): () => unknown {
  return () => createClient("delta", { endpoints: ORIGIN, ...options });
}

function errorOf(action: () => unknown): Error {
  try {
    action();
  } catch (error) {
    return error as Error;
  }
  return expect.fail("nothing was thrown");
}

describe("the options of createClient()", () => {
  test.each([
    ["another place", { value: "secret", in: "cookie", name: "key" }, "got another string as in"],
    ["no name", { value: "secret", in: "header" }, "got nothing as name"],
    ["an empty name", { value: "secret", in: "query", name: "" }, "got an empty string as name"],
    ["a name that is no header", { value: "secret", in: "header", name: "a b" }, "in a header"],
    ["no value", { in: "header", name: "key" }, "got nothing as value"],
    ["a number as value", { value: 71077, in: "query", name: "key" }, "got a number as value"],
    ["a number", 71077, "got a number"],
    ["null", null, "got null"],
    ["an array", ["secret"], "got an array of 1"],
    ["an empty text", "", "got an empty string"],
    ["an empty value", { value: "", in: "query", name: "key" }, "got an empty string as value"],
    ["a text with a line break", "secret\nsecret", "got a value that cannot be sent in a header"],
  ])("refuse a key of %s, without repeating it", (_, apiKey, got) => {
    const error = errorOf(open({ apiKey }));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain(
      'a string, { value, in: "header" or "query", name } or a function',
    );
    expect(error.message).toContain(got);
    expect(error.message).not.toMatch(/secret|71077/);
    expect(error.cause).toBeUndefined();
  });

  test.each([
    [undefined, "got nothing"],
    ["secret", "got another string"],
    [{ headers: {} }, "got an object"],
  ])("refuse a key function that returns %j", async (returned, got) => {
    const client = createClient("delta", {
      endpoints: ORIGIN,
      apiKey: () => returned as never,
      fetch: () => expect.fail("sent"),
    });
    const refused = client.getBlock(1);
    await expect(refused).rejects.toThrow(TypeError);
    await expect(refused).rejects.toThrow(`must return a Request, ${got}`);
  });

  test.each([
    [5, "got 5"],
    [null, "got null"],
    [{}, "got an object"],
  ])("refuse %j as fetch", (fetch, got) => {
    expect(open({ fetch })).toThrow(TypeError);
    expect(open({ fetch })).toThrow(`fetch must be a function, ${got}`);
  });

  test.each([
    [{ dedupe: "no" }, 'Cannot create a transport: dedupe must be a boolean, got "no"'],
    [{ cache: "yes" }, 'Cannot create a transport: cache must be an object or false, got "yes"'],
    [{ events: 300 }, "Cannot create a client: events must be an object, got 300"],
    [{ random: 0.5 }, "Cannot create a transport: random must be a function, got 0.5"],
    [{ hooks: [] }, "Cannot create a transport: hooks must be an object, got an array"],
    [{ cache: [] }, "Cannot create a transport: cache must be an object or false, got an array"],
    [{ batch: [] }, "batch must be a boolean or an object, got an array"],
    [{ events: [] }, "Cannot create a client: events must be an object, got an array"],
    [
      { hooks: { onRequest: "x" } },
      'Cannot create a transport: hooks.onRequest must be a function, got "x"',
    ],
    [
      { clock: {} },
      "Cannot create a transport: clock must be an object with now, setTimeout, clearTimeout, got an object",
    ],
    [{ onDrift: 5 }, "Cannot create a client: onDrift must be a function, got 5"],
    [{ retires: 1 }, "Cannot create a client: there is no option retires, there are endpoints,"],
    [{ tier: null }, "Cannot use tier: it must be one of"],
    [{ maxResponseBytes: "1 MB" }, "maxResponseBytes must be bytes above 0, or Infinity"],
    [{ fetchCache: "no-store" }, 'fetchCache must be a boolean, got "no-store"'],
    [{ maxInFlight: "9" }, 'maxInFlight must be an integer from 1, got "9"'],
  ])("refuse %j", (options, message) => {
    expect(open(options)).toThrow(TypeError);
    expect(open(options)).toThrow(message);
  });

  test("are those of a transport too, each of them", () => {
    const every: Record<keyof TransportOptions, undefined> = {
      fetch: undefined,
      fetchCache: undefined,
      apiKey: undefined,
      tier: undefined,
      maxInFlight: undefined,
      store: undefined,
      dedupe: undefined,
      cache: undefined,
      hooks: undefined,
      spanHeaders: undefined,
      clock: undefined,
      random: undefined,
      timeout: undefined,
      deadline: undefined,
      retries: undefined,
      priority: undefined,
      maxResponseBytes: undefined,
    };
    expect(open(every)).not.toThrow();
  });

  test.each([
    [Number.NaN, RangeError, "got NaN"],
    [1.5, RangeError, "got 1.5"],
    ["0.5", TypeError, 'got "0.5"'],
  ])("refuse a random that returns %s, and hold no other call", async (value, kind, got) => {
    const clock = new ManualClock();
    const { client, sent } = connectTo("delta", () => new Response("", { status: 429 }), {
      random: () => value as never,
      tier: "Enterprise",
      clock,
    });
    const calls = Promise.allSettled(
      Array.from({ length: 20 }, (_, height) => client.getBlock(height)),
    );
    await clock.advance(60_000);
    for (const result of await calls) {
      const { reason } = result as PromiseRejectedResult;
      expect(reason).toBeInstanceOf(kind);
      expect(String(reason)).toContain(`random: it must return a number from 0 to 1, ${got}`);
    }
    expect(sent).toHaveLength(20);
  });

  test.each([
    [undefined, "got nothing"],
    [{ status: 200 }, "got an object"],
    ["ok", 'got "ok"'],
  ])("refuse a fetch that resolves to %j", async (answer, got) => {
    const { client } = connectTo("delta", () => answer as never);
    for (const call of [client.getBlock(1), client.rpc.chain_getInfo(), client.fetch(ORIGIN)]) {
      await expect(call).rejects.toThrow(TypeError);
      await expect(call).rejects.toThrow(`must resolve to a Response, ${got}`);
    }
  });

  test("take a fetch that brings a Response of its own class", async () => {
    const text = '{"jsonrpc":"2.0","id":1,"result":{"nonce":4}}';
    const own = { status: 200, ok: true, type: "basic", text: async () => text };
    const { client } = connectTo("delta", () => own as never);
    expect(await client.rpc.account_getNonce("dx1a")).toEqual({ nonce: 4 });
  });
});

test("an unknown option of a transport is refused by its name", () => {
  const { message } = errorOf(() => createTransport({ teir: "Public" } as object));
  expect(message).toContain("Cannot create a transport: there is no option teir, there are ");
  expect(message).toMatch(/Did you mean tier\?$/);
});

describe("an unknown option of a call", () => {
  const misspelt = { singal: new AbortController().signal } as object;

  test.each<[string, (client: Client<"delta">) => unknown]>([
    ["getBlock", (client) => client.getBlock(1, misspelt)],
    ["listBlocks", (client) => client.listBlocks({}, misspelt)],
    ["listBlocks", (client) => client.listBlocks({}, { resume: "", ...misspelt })],
    ["account_getNonce", (client) => client.rpc.account_getNonce("dx1a", misspelt)],
    ["batch", (client) => client.rpc.batch([["chain_getInfo"]], misspelt)],
    ["tx_sendRawTransaction", (client) => client.sendRawTransaction("0x00", misspelt)],
  ])("is refused by %s, which sends nothing", async (name, call) => {
    const { client, sent } = connectTo("delta", () => expect.fail("sent"));
    const error = await Promise.resolve(call(client)).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(TypeError);
    expect(String(error)).toContain(`Cannot call ${name}: there is no option singal, there are `);
    expect(String(error)).toContain("timeout, deadline,");
    expect(String(error)).toContain("Did you mean signal?");
    expect(sent).toEqual([]);
  });
});

describe("a transport given to createClient()", () => {
  test.each([
    [{ tier: "Public" }, "tier"],
    [{ timeout: 5, fetch, clock: SYSTEM_CLOCK }, "fetch, clock, timeout"],
    [{ cache: false, dedupe: false }, "dedupe, cache"],
  ])("refuses options beside it that it would ignore: %o", (options, names) => {
    const make = open({ transport: createTransport(), ...options });
    expect(make).toThrow(TypeError);
    expect(make).toThrow(`Cannot use transport together with ${names}:`);
  });

  test.each([
    [{}, "got an object"],
    ["fast", 'got "fast"'],
  ])("refuses %j", (transport, got) => {
    expect(open({ transport })).toThrow(`Cannot use transport: expected a transport, ${got}`);
  });

  test("brings its clock to waits, and takes a key for events and what is left out", async () => {
    const clock = new ManualClock();
    const transport = createTransport({ clock, fetch: () => new Promise(() => {}) });
    const further = { apiKey: "secret", timeout: undefined };
    const client = createClient("delta", { endpoints: ORIGIN, transport, ...further });
    const wait = client.waitForReceipt(`0x${"07".repeat(32)}`, { timeout: 600_000 });
    const ended = expect(wait).rejects.toMatchObject({ reason: "timeout" });
    await clock.advance(600_000);
    await ended;
    await client.events.close();
  });
});

describe("fetch() of a client", () => {
  test("takes what the runtime's own fetch takes", async () => {
    const { client, sent } = connectTo("delta", () => new Response("ok"));
    await client.fetch(`${ORIGIN}/a`);
    await client.fetch(new URL(`${ORIGIN}/b`), { method: "POST", body: "x" });
    await client.fetch(new Request(`${ORIGIN}/c`), { headers: { "x-trace": "7" } });
    await client.fetch(new Request(`${ORIGIN}/d`, { method: "PUT", body: "y" }));
    expect(sent.map(({ method, url }) => `${method} ${url.slice(ORIGIN.length)}`)).toEqual([
      "GET /a",
      "POST /b",
      "GET /c",
      "PUT /d",
    ]);
    expect(await sent[1]?.text()).toBe("x");
    expect(sent[2]?.headers.get("x-trace")).toBe("7");
    expect(await sent[3]?.text()).toBe("y");
  });
});

describe("headers of a call", () => {
  test.each([
    ["an object", { "content-type": "text/plain", "x-trace": "7" }],
    ["a Headers object", new Headers({ "content-type": "text/plain", "x-trace": "7" })],
  ])("given as %s go with JSON-RPC beside its one content type", async (_, headers) => {
    const { client, sent } = connectTo("delta", () =>
      Response.json({ jsonrpc: "2.0", id: 1, result: { nonce: 4 } }),
    );
    await client.rpc.account_getNonce("dx1a", { headers });
    expect(sent[0]?.headers.get("content-type")).toBe("application/json");
    expect(sent[0]?.headers.get("x-trace")).toBe("7");
  });

  test("given as a Headers object go with REST", async () => {
    const { client, sent } = connectTo("delta", () => Response.json({}));
    await client.getBlock(1, { headers: new Headers({ "x-trace": "7" }) }).catch(() => {});
    expect(sent[0]?.headers.get("x-trace")).toBe("7");
  });

  test.each<[string, (client: Client<"delta">) => unknown]>([
    ["resume", (client) => client.listBlocks({}, { resum: "x" } as object)],
    ["onProgress", (client) => client.listBlocks({}, { onprogress: () => {} } as object)],
  ])("names the own option %s of a list", async (name, call) => {
    const { client } = connectTo("delta", () => expect.fail("sent"));
    await expect(call(client)).rejects.toThrow(`Did you mean ${name}?`);
  });
});

test.each(["send", "use"] as const)("%s of nonces wants a function", async (name) => {
  const { client } = connectTo("delta", () => expect.fail("sent"));
  const given = client.createNonces("dx1a")[name]({} as never);
  await expect(given).rejects.toThrow("must be a function of the nonce, got an object");
});
