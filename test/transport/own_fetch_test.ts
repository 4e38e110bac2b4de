import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resolveEndpoints } from "../../src/chains/mod.ts";
import { type Client, createClient } from "../../src/mod.ts";
import { createRpc } from "../../src/rpc/mod.ts";
import { createRestOf, getBlock } from "../../src/rest/mod.ts";
import { createCaller, createTransport, type PlatformFetch } from "../../src/transport/mod.ts";
import type { Service } from "../../src/service/mod.ts";
import { openTestService, ORIGIN } from "../_client.ts";

const BASE = `${ORIGIN}/v1/delta`;
const ADDRESS = "dx17680y836ee3gkmdjyd0w34aylw80w9lg3cy2fz";
const HASH = `0x${"00".repeat(32)}`;
const TOKEN = "Bearer of-another-host";

let service: Service;
beforeAll(async () => {
  service = await openTestService(["delta"]);
});
afterAll(() => service.close());

/** Each kind of request that a client sends. */
const KINDS: Readonly<Record<string, (client: Client<"delta">, fetch: PlatformFetch) => unknown>> =
  {
    "a REST operation": (client) => client.getBlock(1),
    "a REST operation with headers": (client) => client.getBlock(2, { headers: { "x-own": "1" } }),
    "a list": (client) => client.listBlocks({ limit: 1 }),
    "a key request": (client) => client.requestKey({ email: "me@example.org" }),
    "a JSON-RPC call": (client) => client.rpc.chain_getInfo(),
    "a JSON-RPC call with headers": (client) =>
      client.rpc.chain_getInfo({ headers: new Headers({ "x-own": "1" }) }),
    "a batch": (client) => client.rpc.batch([["chain_getInfo"], ["account_getNonce", ADDRESS]]),
    "a simplified call": (client) => client.simple.getBalance(ADDRESS),
    "a submission": (client) => client.sendRawTransaction("0x00"),
    "a comparison": (client) => client.verify.account(ADDRESS),
    "a wait for a receipt": (client) => client.waitForReceipt(HASH, { timeout: 1 }),
    "rest.GET": (client) => client.rest.GET("/chain/info", {}),
    "rest.POST": (client) => client.rest.POST("/keys", { body: { email: "me@example.org" } }),
    "fetch of a URL": (client) => client.fetch(`${BASE}/blocks/3`),
    "fetch of a URL with settings": (client) =>
      client.fetch(`${BASE}/blocks/4`, { headers: [["x-own", "1"]], method: "POST", body: "{}" }),
    "fetch of a Request": (client) => client.fetch(new Request(`${BASE}/blocks/5`)),
    "reading of the chain by polling": (client) =>
      client.events.subscribe("blocks", {}, { fromHeight: 1 }).next(),
    "calls that are gathered in a batch": (_, fetch) => {
      const endpoints = resolveEndpoints("delta", ORIGIN);
      const rpc = createRpc("delta", endpoints, createTransport({ fetch }), true);
      return Promise.all([rpc.call("chain_getInfo", []), rpc.call("account_getNonce", [ADDRESS])]);
    },
    "a small program": (_, fetch) => {
      const endpoints = resolveEndpoints("delta", ORIGIN);
      return createRestOf("delta", endpoints, createCaller({ fetch }), { getBlock }).call(
        "getBlock",
        [6],
      );
    },
  };

/** What a fetch was given, as text. */
function shown(input: unknown, init: RequestInit = {}): string {
  const headers = [init, input].flatMap((each) => [
    ...new Headers((each as RequestInit).headers ?? {}),
  ]);
  return JSON.stringify([headers, Object.keys(init), init]);
}

/** Writes to all that a fetch is given, as wrappers that trace and sign in do. */
function writeTo(input: unknown, init: RequestInit = {}): void {
  for (const { headers } of [init, input] as RequestInit[]) {
    if (headers instanceof Headers) headers.set("authorization", TOKEN);
    else if (Array.isArray(headers)) headers.push(["authorization", TOKEN]);
    else if (headers) headers.authorization = TOKEN;
  }
  Object.assign(init, { dispatcher: TOKEN, referrer: "about:client" });
}

describe("a fetch that writes to all it is given", () => {
  test.each(Object.entries(KINDS))("reaches no other request by %s", async (_, send) => {
    const given: string[] = [];
    let isWriting = true;
    const fetch: PlatformFetch = (input, init) => {
      given.push(shown(input, init));
      if (!isWriting) return service.fetch(input, init);
      writeTo(input, init);
      const isFirst = given.length === 1;
      return isFirst
        ? Promise.resolve(new Response("", { status: 503, headers: { "retry-after": "0" } }))
        : service.fetch(input);
    };
    const endpoints = { apiHost: ORIGIN, rpcUrl: `${ORIGIN}/rpc/delta` };
    const options = { endpoints, fetch, tier: "Enterprise" } as const;
    const kinds = Object.values(KINDS);
    const clients = [createClient("delta", options), createClient("delta", options)] as const;
    try {
      await Promise.allSettled([send(clients[0], fetch)]);
      expect(given.length).toBeGreaterThan(0);
      isWriting = false;
      for (const kind of kinds) await Promise.allSettled([kind(clients[1], fetch)]);
    } finally {
      for (const { events } of clients) await events.close();
    }
    expect(given.length).toBeGreaterThan(kinds.length);
    for (const each of given) expect(each).not.toContain(TOKEN);
  });
});
