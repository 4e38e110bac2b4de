import { type AddressInfo, createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { inspect } from "node:util";
import { type ContractError, createClient } from "../../src/mod.ts";
import { connectTo } from "../_client.ts";
import { ManualClock } from "../_manual_clock.ts";

/** The reason a call rejects with. */
function failureOf(call: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(call).then(
    () => expect.fail("It resolved"),
    (error: unknown) => error,
  );
}

const META = { timestamp: 1_767_225_600, requestId: "r-1" };

describe("a client whose call fails", () => {
  test.each([
    ["an HTML page of a proxy", 502, "<html>bad gateway</html>", "TransportError", "http"],
    ["an empty error", 503, "", "TransportError", "http"],
    ["JSON of somebody else with an error status", 500, '{"oops":1}', "TransportError", "http"],
    ["a success that is no JSON", 200, "<html>", "ContractError", "contract"],
    ["an empty success", 200, "", "ContractError", "contract"],
    ["a cut success", 200, '{"success":true,"data":{"nu', "ContractError", "contract"],
    ["a success without data", 200, '{"success":true}', "ContractError", "contract"],
    [
      "an error object without a code",
      404,
      '{"success":false,"error":{}}',
      "ContractError",
      "contract",
    ],
  ])("rejects for %s", async (_, status, body, name, code) => {
    const { client } = connectTo("delta", () => new Response(body, { status }));
    const context = { segment: "delta", operation: "getBlock", status, attempts: 1 };
    await expect(client.getBlock(1)).rejects.toMatchObject({ name, code, ...context });
  });

  test.each([
    [400, false],
    [404, false],
    [408, true],
    [429, true],
    [500, true],
    [503, true],
  ])("says whether a %i of a proxy may pass", async (status, retryable) => {
    for (const body of ["<html>", "{}"]) {
      const clock = new ManualClock();
      const { client } = connectTo("delta", () => new Response(body, { status }), { clock });
      const expected = { name: "TransportError", status, retryable };
      for (const call of [() => client.getBlock(1), () => client.rpc.chain_getInfo()])
        expect(await clock.until(failureOf(call()))).toMatchObject(expected);
    }
  });

  test("treats an error envelope as a refusal although its status is 200", async () => {
    const error = { code: "NOT_FOUND", message: "No block" };
    const { client } = connectTo("delta", () =>
      Response.json({ success: false, error, meta: META }),
    );
    await expect(client.getBlock(1)).rejects.toMatchObject({
      name: "RestError",
      code: "NOT_FOUND",
      requestId: "r-1",
    });
  });

  test("keeps a code that the documents do not know, and says what may be retried", async () => {
    const error = { code: "MAINTENANCE", message: "Back soon" };
    const unknown = connectTo("delta", () =>
      Response.json({ success: false, error, meta: META }, { status: 503 }),
    );
    await expect(unknown.client.getBlock(1)).rejects.toMatchObject({
      code: "MAINTENANCE",
      retryable: true,
    });
    const limited = { code: "RATE_LIMITED", message: "Slow down" };
    const full = connectTo("delta", () =>
      Response.json({ success: false, error: limited, meta: META }, { status: 429 }),
    );
    await expect(full.client.getBlock(1)).rejects.toMatchObject({
      code: "RATE_LIMITED",
      retryable: true,
    });
  });

  test("names each field of an answer that breaks the interface", async () => {
    const data = { number: "7", hash: 5 };
    const { client } = connectTo("delta", () => Response.json({ success: true, data, meta: META }));
    const error: unknown = await client.getBlock(7).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name: "ContractError", status: 200 });
    expect((error as { issues: unknown[] }).issues).toEqual(
      expect.arrayContaining([
        { path: "number", message: 'expected a number, got "7"' },
        { path: "hash", message: "expected a string, got 5" },
        { path: "gasUsed", message: "expected a string, got nothing" },
      ]),
    );
  });

  test("refuses an integer that a number cannot represent, rather than round it", async () => {
    const { client } = connectTo("delta", async () => {
      const data = `{"nonce":9007199254740993}`;
      return new Response(`{"jsonrpc":"2.0","id":1,"result":${data}}`);
    });
    await expect(client.rpc.account_getNonce("dx1a")).rejects.toMatchObject({
      name: "ContractError",
    });
  });

  test("refuses such an integer beside a text of any length", async () => {
    const { client } = connectTo("delta", async () => {
      const data = `{"note":"${"x".repeat(2 ** 24)}","nonce":9007199254740993}`;
      return new Response(`{"jsonrpc":"2.0","id":1,"result":${data}}`);
    });
    await expect(client.rpc.account_getNonce("dx1a")).rejects.toMatchObject({
      name: "ContractError",
    });
  });

  test("says which host it could not reach", async () => {
    const port = await freePort();
    const clock = new ManualClock();
    const client = createClient("delta", { endpoints: `http://127.0.0.1:${port}`, clock });
    expect(await clock.until(failureOf(client.getChainInfo()))).toMatchObject({
      name: "TransportError",
      kind: "network",
      retryable: true,
      operation: "getChainInfo",
      message: expect.stringContaining(`http://127.0.0.1:${port}`),
    });
    expect(await clock.until(failureOf(client.rpc.chain_getInfo()))).toMatchObject({
      kind: "network",
      operation: "chain_getInfo",
    });
  });

  test("follows no redirect, so that a key stays with its host", async () => {
    const { client, sent } = connectTo(
      "delta",
      () => new Response(null, { status: 302, headers: { location: "http://other.test" } }),
    );
    await expect(client.getChainInfo()).rejects.toMatchObject({
      name: "TransportError",
      kind: "http",
      status: 302,
    });
    expect(sent[0]?.redirect).toBe("manual");
  });

  test("says where a redirect leads, without its query", async () => {
    const headers = { location: "https://other.test/v1?key=secret" };
    const { client } = connectTo("delta", () => new Response(null, { status: 301, headers }));
    await expect(client.getChainInfo()).rejects.toThrow(
      /^Redirect refused: GET http:\/\/service.test\/v1\/delta\/chain\/info leads to https:\/\/other\.test\/v1$/,
    );
  });

  test("names the URL that answered without JSON, and asks whether the endpoint is right", async () => {
    const { client } = connectTo("delta", () => new Response("<html>", { status: 404 }), {
      apiKey: { value: "my-secret-key", in: "query", name: "key" },
    });
    await expect(client.getChainInfo()).rejects.toThrow(
      'GET http://service.test/v1/delta/chain/info answered 404 without JSON, got "<html>". ' +
        "Is the endpoint right? Expected an origin such as http://service.test",
    );
    await expect(client.rpc.chain_getInfo()).rejects.toThrow(
      "POST http://service.test/rpc/delta answered 404",
    );
    const page = connectTo("delta", () => new Response("<!doctype html>"), {
      apiKey: { value: "my-secret-key", in: "query", name: "key" },
    });
    await expect(page.client.getChainInfo()).rejects.toThrow(
      "Answer breaks the interface: GET http://service.test/v1/delta/chain/info answered 200 without JSON, " +
        'got "<!doctype html>". Is the endpoint right? Expected an origin such as http://service.test',
    );
    await expect(page.client.rpc.chain_getInfo()).rejects.toThrow(
      "POST http://service.test/rpc/delta answered 200 without JSON",
    );
    const echo = connectTo("delta", ({ url }) => new Response(url, { status: 502 }), {
      apiKey: { value: "my-secret-key", in: "query", name: "key" },
    });
    await expect(echo.client.getChainInfo()).rejects.not.toThrow("my-secret-key");
  });

  test.each([
    ["a code", { code: "X".repeat(2 ** 20), message: "no" }],
    ["a message", { code: "INVALID_PARAM", message: "m".repeat(2 ** 20) }],
  ])("truncates %s of a megabyte", async (_, error) => {
    const body = { success: false, error, meta: { timestamp: 1, requestId: "r".repeat(2 ** 20) } };
    const { client } = connectTo("delta", () => Response.json(body, { status: 400 }));
    const refusal = await failureOf(client.getBlock(7));
    expect(refusal).toMatchObject({ name: "RestError", status: 400 });
    expect(inspect(refusal).length).toBeLessThan(5_000);
  });

  test("truncates the data of a JSON-RPC error of a megabyte", async () => {
    const error = { code: -32_000, message: "m".repeat(2 ** 20), data: "d".repeat(2 ** 20) };
    const { client } = connectTo("delta", () => Response.json({ jsonrpc: "2.0", id: 1, error }));
    const refusal = await failureOf(client.rpc.chain_getInfo());
    expect(refusal).toMatchObject({ name: "RpcError", code: -32_000 });
    expect(JSON.stringify(refusal).length).toBeLessThan(12_000);
    expect(String(refusal).length).toBeLessThan(1_100);
  });

  test.each(["7", "x"])("refuses an amount that is too long to parse, of %s", async (character) => {
    const gasUsed = character.repeat(20_000_000);
    const { client } = connectTo("delta", () =>
      Response.json({ success: true, data: { gasUsed }, meta: {} }),
    );
    await expect(client.getBlock(7)).rejects.toThrow(
      "gasUsed: expected at most 1000 characters, got a string of 20000000 characters",
    );
  });

  test("reports ten violations of 20,000 wrong items, and that there are more", async () => {
    const data = {
      blocks: Array.from({ length: 20_000 }, () => ({})),
      pagination: { page: 1, limit: 20, totalItems: 1 },
    };
    const { client } = connectTo("delta", () => Response.json({ success: true, data, meta: {} }));
    const failure = await failureOf(client.listBlocks());
    expect(failure).toMatchObject({ name: "ContractError" });
    expect((failure as ContractError).issues).toHaveLength(100);
    expect(String(failure)).toMatch(/blocks\.0\.number: .*; and at least \d\d more$/);
    expect(String(failure).length).toBeLessThan(2_000);
  });

  test("gives its key to no other host, by fetch or by another base", async () => {
    const { client, sent } = connectTo("delta", () => Response.json({}), {
      apiKey: "secret",
      endpoints: { apiHost: "http://service.test", rpcUrl: "http://rpc.test/x" },
    });
    await client.fetch("http://service.test/a");
    await client.fetch("http://rpc.test/b");
    await client.fetch("http://service.test.other.test/c");
    await client.fetch(new Request("http://other.test/d"));
    await client.rest.GET("/chain/info", { baseUrl: "http://other.test" });
    expect(sent.map(({ headers }) => headers.get("x-api-key"))).toEqual([
      "secret",
      "secret",
      null,
      null,
      null,
    ]);
  });

  test.each([
    ["a text, in X-API-Key", "secret", (request: Request) => request.headers.get("x-api-key")],
    [
      "a header by name",
      { value: "secret", in: "header", name: "Authorization" } as const,
      (request: Request) => request.headers.get("authorization"),
    ],
    [
      "a query parameter by name",
      { value: "secret", in: "query", name: "key" } as const,
      (request: Request) => new URL(request.url).searchParams.get("key"),
    ],
    [
      "a function",
      (request: Request) => new Request(request, { headers: { "x-own": "secret" } }),
      (request: Request) => request.headers.get("x-own"),
    ],
  ])("presents a key given as %s", async (_, apiKey, read) => {
    const sent: Request[] = [];
    const client = createClient("delta", {
      endpoints: "http://service.test",
      apiKey,
      async fetch(input, init) {
        sent.push(new Request(input, init));
        return Response.json({ jsonrpc: "2.0", id: 1, result: { nonce: 4 } });
      },
    });
    expect(await client.rpc.account_getNonce("dx1a")).toEqual({ nonce: 4 });
    expect(sent.map(read)).toEqual(["secret"]);
  });

  test("lets no path parameter change the path", async () => {
    const { client, sent } = connectTo("delta", () => Response.json({}));
    for (const identifier of ["..", ".", "", "a/../b", "/", "..\\.."]) {
      const raw = client.rest.GET("/blocks/{identifier}", { params: { path: { identifier } } });
      await expect(raw).rejects.toThrow(RangeError);
    }
    expect(sent).toEqual([]);
    await client.rest.GET("/blocks/{identifier}", { params: { path: { identifier: "a?c" } } });
    expect(sent[0]?.url).toBe("http://service.test/v1/delta/blocks/a%3Fc");
    for (const identifier of ["%2e%2e", "..%2f.."]) {
      await client.rest.GET("/blocks/{identifier}", { params: { path: { identifier } } });
      expect(new URL(sent.at(-1)?.url ?? "").pathname).toMatch(/^\/v1\/delta\/blocks\/[^/]+$/);
    }
  });

  test.each([
    ["\ud800", RangeError, 'must not be "\\ud800"'],
    ["7/transactions", RangeError, 'must not contain / or \\, got "7/transactions"'],
    [null, TypeError, "must be a string, a number or a boolean, got null"],
    [7n, TypeError, "must be a string, a number or a boolean, got 7n: write 7"],
    [["a"], TypeError, "must be a string, a number or a boolean, got an array"],
  ])("says what is wrong with the path parameter %o", async (identifier, kind, message) => {
    const { client, sent } = connectTo("delta", () => Response.json({}));
    const path = { identifier } as never;
    const refused = client.rest.GET("/blocks/{identifier}", { params: { path } });
    await expect(refused).rejects.toThrow(kind);
    await expect(refused).rejects.toThrow(message);
    expect(sent).toEqual([]);
  });

  test.each([
    ...["/../../x", "/%2e%2e/x", "/..\\..\\x", "@other.test/x", ".other.test"],
    ...["/blocks/..%2F..%2F..", "/blocks/..%5c.."],
  ])("lets no path %s leave the segment", async (path) => {
    const { client, sent } = connectTo("delta", () => Response.json({}));
    await expect(client.rest.GET(path as never)).rejects.toThrow("must stay below");
    expect(sent).toEqual([]);
  });

  test.each([
    ["an id", `{"success":true,"data":{},"meta":{"timestamp":9007199254740993,"requestId":"r"}}`],
    ["an item", `{"success":true,"data":[1,-9007199254740993],"meta":{}}`],
  ])("refuses an inexact integer wherever it stands: %s", async (_, text) => {
    const { client } = connectTo("delta", () => new Response(text));
    await expect(client.getChainInfo()).rejects.toMatchObject({
      name: "ContractError",
      message: expect.stringContaining("9007199254740993") as string,
    });
  });

  test("accepts long digit runs inside a string", async () => {
    const text = `{"jsonrpc":"2.0","id":1,"result":{"nonce":4,"note":"a: 9007199254740993, \\" 1"}}`;
    const { client } = connectTo("delta", () => new Response(text));
    expect(await client.rpc.account_getNonce("dx1a")).toMatchObject({ nonce: 4 });
  });
});

describe("createClient()", () => {
  test("lists the known segments for an unknown one", () => {
    const open = () => createClient("gamma" as never, { endpoints: "http://service.test" });
    expect(open).toThrow(RangeError);
    expect(open).toThrow('one of alpha, alpha-testnet, delta, delta-testnet, got "gamma"');
  });

  test("refuses endpoints that are no URLs, and says which", () => {
    const open = (endpoints: unknown) => () => createClient("delta", { endpoints } as never);
    expect(open(undefined)).toThrow("endpoints must be a URL http://… or https://…, or an object");
    expect(open("localhost:8645")).toThrow('got "localhost:8645"');
    expect(open({ apiHost: "http://a.test", rpcUrl: "ws://a.test" })).toThrow(
      "rpcUrl must be a URL",
    );
  });

  test("needs an RPC endpoint for RPC alone", async () => {
    const client = createClient("delta", { endpoints: { apiHost: "http://127.0.0.1:1" } });
    await expect(client.rpc.chain_getInfo()).rejects.toThrow("pass endpoints.rpcUrl");
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
