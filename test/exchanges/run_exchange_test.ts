import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { WebSocketServer } from "ws";
import {
  type Contract,
  loadContract,
  openPlace,
  parseExchange,
  type Place,
  runExchange,
} from "../exchange_runner/mod.ts";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
const META = { timestamp: 1_795_262_400, requestId: "a" };
const HASH = `0x${"ab".repeat(32)}`;
const VALIDATOR = `dx1${"q".repeat(38)}`;
const SUMMARY = { number: 1, hash: HASH, timestamp: 1, txCount: 0, validator: VALIDATOR };

let contract: Contract;

beforeAll(async () => {
  contract = await loadContract(ROOT);
});

/** A segment whose every request is answered so. */
function answering(status: number, body: unknown, type = "application/json"): Promise<Place> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return openPlace({
    segment: "delta",
    target: {
      origin: "http://service.test",
      hasOwnBlocks: true,
      advance: async () => undefined,
      fetch: async () => new Response(text, { status, headers: { "Content-Type": type } }),
    },
  });
}

async function run(text: string, place: Promise<Place>): Promise<string[]> {
  return runExchange(parseExchange(`# Case\n${text}`, "delta"), await place, contract);
}

/** A case that takes any body of a REST answer. */
function asking(path: string, status = 200): string {
  return `>>> GET {rest}${path}\n<<< ${status}\n<any>`;
}

/** A case that takes any reply to a call. */
function calling(method: string, params: unknown): string {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return `>>> POST {rpc}\n${body}\n<<< 200\n<any>`;
}

function failing(code: number, message: string): unknown {
  return { jsonrpc: "2.0", id: 1, error: { code, message } };
}

describe("what the case says", () => {
  const info = { success: true, data: {}, meta: META };

  test("A different status is reported with the body", async () => {
    expect(await run(asking("/chain/info", 404), answering(200, info))).toEqual([
      `line 2: status: expected 404, got 200 ${JSON.stringify(info)}`,
    ]);
  });

  test("A header that differs and a body where none is expected are reported", async () => {
    const text = ">>> GET {rest}/chain/info\n<<< 200\nContent-Type: text/plain";
    expect(await run(text, answering(200, info))).toEqual([
      'line 2: Content-Type: expected "text/plain", got "application/json"',
      "line 2: a body was answered",
    ]);
  });

  test("A body that is no JSON, and another content type, are reported", async () => {
    expect(await run(asking("/chain/info"), answering(200, "<html>"))).toEqual([
      "line 2: the body is no JSON: <html>",
    ]);
    expect(await run(asking("/chain/info"), answering(200, info, "text/html"))).toEqual([
      "line 2: Content-Type: expected application/json, got text/html",
    ]);
  });

  test("The first step that fails ends the case", async () => {
    const text = `${asking("/chain/info", 404)}\n${asking("/chain/info", 500)}`;
    expect(await run(text, answering(200, info))).toHaveLength(1);
  });

  test("A name without a value and an option that does not exist are reported", async () => {
    const place = answering(200, info);
    expect(await run(asking("/blocks/<nothing>"), place)).toEqual([
      "line 2: There is no value named <nothing>",
    ]);
    expect(await run("let a = transfer colour 3", place)).toEqual([
      "line 2: transfer has no option colour",
    ]);
  });

  test("A transaction that gets into no block ends the case", async () => {
    const place = answering(200, [{ jsonrpc: "2.0", id: 0, result: null }]);
    expect(await run("wait for <account 0>", place)).toEqual([
      expect.stringContaining("did not come about"),
    ]);
  });
});

describe("what the specs say of REST", () => {
  const pagination = { page: 1, limit: 20, totalItems: 1, totalPages: 1 };
  const list = (parts: object): unknown => ({
    success: true,
    data: { blocks: [SUMMARY], pagination, ...parts },
    meta: META,
  });

  test("An answer as documented passes", async () => {
    expect(await run(asking("/blocks"), answering(200, list({})))).toEqual([]);
  });

  test("A field that is missing, wrong or undocumented is reported", async () => {
    const { hash: _, ...without } = SUMMARY;
    expect(await run(asking("/blocks"), answering(200, list({ blocks: [without] })))).toEqual([
      expect.stringContaining("data.blocks.0.hash"),
    ]);
    const extra = list({ blocks: [{ ...SUMMARY, size: 5 }] });
    expect(await run(asking("/blocks"), answering(200, extra))).toEqual([
      "line 2: data has fields that the specs do not: blocks.0.size",
    ]);
  });

  test("Totals that do not fit the page are reported", async () => {
    const wrong = list({ pagination: { ...pagination, totalItems: 2, totalPages: 2 } });
    expect(await run(asking("/blocks"), answering(200, wrong))).toEqual([
      "line 2: page 1 of 2 items by 20 has 1 items, not 2",
      "line 2: totalPages must be 1, got 2",
    ]);
  });

  test("A code with another status, and a status the operation does not have, are reported", async () => {
    const fault = { success: false, error: { code: "NOT_FOUND", message: "No" }, meta: META };
    expect(await run(asking("/blocks", 400), answering(400, fault))).toEqual([
      "line 2: NOT_FOUND is sent with status 404, not 400",
    ]);
    expect(await run(asking("/blocks", 404), answering(404, fault))).toEqual([
      "line 2: the specs do not have status 404 for listBlocks",
    ]);
  });

  test("A success outside every operation is reported", async () => {
    const any = { success: true, data: {}, meta: META };
    expect(await run(asking("/nowhere"), answering(200, any))).toEqual([
      "line 2: no operation of the specs is answered here with 200",
    ]);
  });
});

describe("what the specs say of JSON-RPC", () => {
  test("A result of another shape, or with undocumented fields, is reported", async () => {
    const place = (result: unknown): Promise<Place> =>
      answering(200, { jsonrpc: "2.0", id: 1, result });
    const text = calling("account_getNonce", [VALIDATOR]);
    expect(await run(text, place({ nonce: 5 }))).toEqual([]);
    expect(await run(text, place({ nonce: "5" }))).toEqual([
      expect.stringContaining("result.nonce"),
    ]);
    expect(await run(text, place({ nonce: 5, next: 6 }))).toEqual([
      "line 2: result has fields that the specs do not: next",
    ]);
  });

  test("A code that the method does not have, and another message, are reported", async () => {
    const text = calling("account_getNonce", [VALIDATOR]);
    expect(await run(text, answering(200, failing(-32001, "Insufficient funds")))).toEqual([
      "line 2: the specs do not have error -32001 for account_getNonce",
    ]);
    expect(await run(text, answering(200, failing(-32603, "Oops")))).toEqual([
      'line 2: message of -32603 must be "Internal error"',
    ]);
  });

  test("A method of the other chain that is answered is reported", async () => {
    const reply = { jsonrpc: "2.0", id: 1, result: null };
    expect(await run(calling("alpha_getRecord", [HASH]), answering(200, reply))).toEqual([
      "line 2: alpha_getRecord is no method of delta",
    ]);
  });

  test("Replies of a batch are checked each by its own call", async () => {
    const text = `>>> POST {rpc}
[{"jsonrpc": "2.0", "id": 1, "method": "chain_getInfo"}, {"jsonrpc": "2.0", "id": 2, "method": "account_getNonce", "params": ["${VALIDATOR}"]}]
<<< 200
<any>`;
    const reply = [{ jsonrpc: "2.0", id: 2, result: { nonce: -1 } }];
    expect(await run(text, answering(200, reply))).toEqual([
      expect.stringContaining("result.nonce"),
    ]);
  });
});

describe("messages on a WebSocket", () => {
  test("A reply, and an event, that are not as documented are reported", async () => {
    const server = new WebSocketServer({ port: 0 });
    const events: unknown[] = [];
    server.on("connection", (socket) =>
      socket.on("message", () => {
        socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { subscription: 1 } }));
        for (const event of events) socket.send(JSON.stringify(event));
      }),
    );
    const { port } = server.address() as AddressInfo;
    const place = openPlace({
      segment: "delta",
      target: { ...(await answering(200, "")).target, socketOrigin: `http://127.0.0.1:${port}` },
    });
    const ask = (method: string): string =>
      `>>> MESSAGE {ws}\n{"jsonrpc": "2.0", "id": 1, "method": "${method}", "params": ["a"]}\n<<< message\n<any>`;
    expect(await run(ask("chain_unsubscribe"), place)).toEqual([
      expect.stringMatching(/^line 2: result/),
    ]);
    events.push({ jsonrpc: "2.0", method: "chain_subscription", params: { subscription: "s1" } });
    expect(await run(`${ask("other")}\n<<< message\n<any>`, place)).toEqual([
      expect.stringMatching(/^line 2: .*is no method of delta/),
    ]);
    const free = `>>> MESSAGE {ws}\n[]\n<<< message\n<any>\n<<< message\n<any>`;
    expect(await run(free, place)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^line 2: event/)]),
    );
    server.close();
  });

  test("A service without WebSocket is reported", async () => {
    const text = `>>> MESSAGE {ws}\n{}\n<<< message\n<any>`;
    expect(await run(text, answering(200, ""))).toEqual(["line 2: The service has no WebSocket"]);
  });
});

describe("the second opinion", () => {
  const nonce = { jsonrpc: "2.0", id: 1, result: { nonce: 5 } };
  const refused = failing(-32602, "Invalid params");

  test("Parameters that are accepted against the specs are reported", async () => {
    expect(await run(calling("account_getNonce", ["alice"]), answering(200, nonce))).toEqual([
      "line 2: schema-utils-js refuses the parameters of account_getNonce",
    ]);
    expect(await run(calling("account_getNonce", []), answering(200, nonce))).toHaveLength(1);
    const named = calling("account_getNonce", { address: VALIDATOR });
    expect(await run(named, answering(200, nonce))).toEqual([
      "line 2: parameters that are no array must be refused",
    ]);
  });

  test("Parameters that are refused against the specs are reported", async () => {
    expect(await run(calling("chain_getBlockByNumber", [5]), answering(200, refused))).toEqual([
      "line 2: schema-utils-js takes the parameters of chain_getBlockByNumber",
    ]);
  });

  test("What it cannot see may be refused", async () => {
    for (const params of [[VALIDATOR], [VALIDATOR, 1]]) {
      expect(await run(calling("account_getNonce", params), answering(200, refused))).toEqual([]);
    }
    expect(await run(calling("chain_getInfo", [1]), answering(200, refused))).toEqual([]);
  });
});
