import { describe, expect, test } from "vitest";
import { endpointsAt } from "../../src/chains/mod.ts";
import { createRestOf, getBlock } from "../../src/rest/mod.ts";
import { account_getNonce, createRpcOf, tx_sendRawTransaction } from "../../src/rpc/mod.ts";
import { type CallerOptions, createCaller } from "../../src/transport/mod.ts";
import { ManualClock, settle } from "../_manual_clock.ts";
import {
  answer,
  cut,
  type HostileServer,
  openHostileServer,
  refusal,
  reset,
  result,
  silence,
  stall,
} from "./_hostile_server.ts";

const META = { timestamp: 1, requestId: "r-7" };
const BUSY = answer(429, { success: false, error: { code: "RATE_LIMITED", message: "No" } });
const MISSING = answer(404, {
  success: false,
  error: { code: "NOT_FOUND", message: "No block" },
  meta: META,
});

function connect({ origin }: Pick<HostileServer, "origin">, options: CallerOptions = {}) {
  const caller = createCaller({ random: () => 0, ...options });
  const endpoints = endpointsAt("delta", origin);
  const rpc = createRpcOf("delta", endpoints, caller, { account_getNonce, tx_sendRawTransaction });
  return { rest: createRestOf("delta", endpoints, caller, { getBlock }), rpc };
}

describe("a small program", () => {
  test.each([
    ["a broken connection", reset],
    ["a body that is cut", cut],
    ["an internal error", refusal(-32603, "Internal error")],
    ["too many requests", refusal(-32005, "Limit exceeded", 429)],
  ])("has a read sent again after %s", async (_, fault) => {
    await using server = await openHostileServer(fault, fault, result({ nonce: 4 }));
    const { rpc } = connect(server);
    expect(await rpc.call("account_getNonce", ["dx1a"])).toMatchObject({ nonce: 4 });
    expect(server.came).toHaveLength(3);
  });

  test("has a read sent again as often as it says, and tells of each request", async () => {
    await using server = await openHostileServer(reset);
    const { rpc } = connect(server, { retries: 1 });
    await expect(rpc.call("account_getNonce", ["dx1a"])).rejects.toMatchObject({
      name: "TransportError",
      kind: "network",
      attempts: 2,
      segment: "delta",
      operation: "account_getNonce",
    });
    const asked = rpc.call("account_getNonce", ["dx1a"], { retries: 0 });
    await expect(asked).rejects.toMatchObject({ attempts: 1 });
    expect(server.came).toHaveLength(3);
  });

  test("never has a submission sent again, nor its bytes in an error", async () => {
    const bytes = "deadbeef00112233";
    await using server = await openHostileServer(refusal(-32603, `Oops 0x${bytes}`));
    const { rpc } = connect(server);
    const error: unknown = await rpc
      .call("tx_sendRawTransaction", [`0x${bytes}`])
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "RpcError", code: -32603, attempts: 1 });
    expect(String(error)).not.toContain(bytes);
    expect(server.came).toHaveLength(1);
  });

  test("waits for as long as the service says, and gives up where it may not", async () => {
    const clock = new ManualClock();
    const sent: number[] = [];
    const fetch = (): Promise<Response> => {
      sent.push(clock.now());
      const body = { success: false, error: { code: "RATE_LIMITED", message: "No" } };
      return Promise.resolve(Response.json(body, { status: 429, headers: { "retry-after": "3" } }));
    };
    const { rest } = connect({ origin: "http://a.test" }, { clock, fetch, retries: 1 });
    const [start] = [clock.now()];
    const asked = expect(rest.call("getBlock", [7])).rejects.toMatchObject({
      name: "RestError",
      code: "RATE_LIMITED",
      retryAfter: 3,
      attempts: 2,
    });
    await clock.advance(3_000);
    await asked;
    expect(sent).toEqual([start, start + 3_000]);
    await expect(rest.call("getBlock", [7], { deadline: 2_000 })).rejects.toMatchObject({
      retryAfter: 3,
      attempts: 1,
    });
    expect(clock.pending).toBe(0);
  });

  test.each([
    ["an answer", silence],
    ["the rest of a body", stall],
  ])("does not wait longer than its timeout for %s", async (_, treatment) => {
    await using server = await openHostileServer(treatment);
    const { rest } = connect(server, { timeout: 50, retries: 0 });
    await expect(rest.call("getBlock", [7])).rejects.toMatchObject({
      name: "TransportError",
      kind: "timeout",
    });
  });

  test("ends a call at its deadline, in a pause too", async () => {
    const clock = new ManualClock();
    const options = { clock, random: () => 1, fetch: () => Promise.reject(new Error("Lost")) };
    const { rest } = connect({ origin: "http://a.test" }, { ...options, retries: 9 });
    const asked = expect(rest.call("getBlock", [7], { deadline: 600 })).rejects.toMatchObject({
      kind: "network",
      attempts: 2,
    });
    await clock.advance(600);
    await asked;
    expect(clock.pending).toBe(0);
  });

  test("rejects with a signal's own reason in any phase, and ends the request", async () => {
    await using server = await openHostileServer(silence);
    const { rest } = connect(server);
    const stop = new AbortController();
    const asked = rest.call("getBlock", [7], { signal: stop.signal });
    while (server.came.length === 0) await settle();
    stop.abort("enough");
    await expect(asked).rejects.toBe("enough");
    await expect(rest.call("getBlock", [7], { signal: stop.signal })).rejects.toBe("enough");
    await expect.poll(() => server.abandoned()).toBe(1);
    expect(server.came).toHaveLength(1);
  });

  test("refuses a redirect, so that its key goes nowhere else", async () => {
    await using elsewhere = await openHostileServer(silence);
    await using server = await openHostileServer(
      answer(302, "", { location: `${elsewhere.origin}/` }),
    );
    const { rest } = connect(server, { apiKey: "secret" });
    await expect(rest.call("getBlock", [7])).rejects.toMatchObject({
      kind: "http",
      status: 302,
      message: expect.stringContaining("Redirect refused") as string,
    });
    expect(elsewhere.came).toEqual([]);
  });

  test("presents its key in the header, and shows it nowhere", async () => {
    const keys: unknown[] = [];
    await using server = await openHostileServer((request, response) => {
      keys.push(request.headers["x-api-key"]);
      response.writeHead(500).end("<html>");
    });
    const { rest } = connect(server, { apiKey: "secret", retries: 0 });
    const error: unknown = await rest.call("getBlock", [7]).catch((reason: unknown) => reason);
    expect(keys).toEqual(["secret"]);
    expect(JSON.stringify([error, String(error)])).not.toContain("secret");
    expect(() => createCaller({ apiKey: "a\nsecret" })).toThrow(
      "a value that cannot be sent in a header",
    );
    expect(() => createCaller({ apiKey: "a\nsecret" })).not.toThrow("secret");
  });

  test("tells what the service refused, and what breaks the interface", async () => {
    const broken = answer(200, { success: true, data: { number: "7" }, meta: META });
    await using server = await openHostileServer(MISSING, broken, BUSY);
    const { rest } = connect(server, { retries: 0 });
    await expect(rest.call("getBlock", [7])).rejects.toMatchObject({
      name: "RestError",
      code: "NOT_FOUND",
      requestId: "r-7",
    });
    await expect(rest.call("getBlock", [7])).rejects.toMatchObject({ name: "ContractError" });
    await expect(rest.call("getBlock", [7])).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });

  test("gets status and headers of the answer beside its data", async () => {
    await using server = await openHostileServer(result({ nonce: 4 }));
    const { rpc } = connect(server);
    const { data, response } = await rpc.call("account_getNonce", ["dx1a"]).withResponse();
    expect(data).toMatchObject({ nonce: 4 });
    expect(response).toMatchObject({ status: 200, headers: expect.any(Headers) as Headers });
  });
});
