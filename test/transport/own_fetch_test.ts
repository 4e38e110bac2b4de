import { createRequire } from "node:module";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createClient } from "../../src/mod.ts";
import type { PlatformFetch } from "../../src/transport/mod.ts";
import type { Service } from "../../src/service/mod.ts";
import { openTestService, ORIGIN } from "../_client.ts";
import { ADDRESS, KINDS } from "./_request_kinds.ts";
import { answer, openHostileServer, result, type Treatment } from "./_hostile_server.ts";

const TOKEN = "Bearer of-another-host";

let service: Service;
beforeAll(async () => {
  service = await openTestService(["delta"]);
});
afterAll(() => service.close());

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

/** A package whose fetch takes no request of another class than its own. */
const nodeFetch = createRequire(import.meta.url)("node-fetch") as PlatformFetch;

describe("the fetch of a package", () => {
  test("takes the request of a key function, with its body and headers", async () => {
    const seen: unknown[] = [];
    const reply: Treatment = (request, response, body) => {
      seen.push([request.headers["x-own"], request.headers["content-type"], body]);
      result({ nonce: 4 })(request, response, body);
    };
    await using server = await openHostileServer(reply, answer(404, ""));
    const client = createClient("delta", {
      endpoints: server.origin,
      fetch: nodeFetch,
      apiKey: (request) => {
        request.headers.set("x-own", "secret-key");
        return request;
      },
    });
    expect(await client.rpc.account_getNonce(ADDRESS)).toEqual({ nonce: 4 });
    const body = { jsonrpc: "2.0", id: 1, method: "account_getNonce", params: [ADDRESS] };
    expect(seen).toEqual([["secret-key", "application/json", JSON.stringify(body)]]);
    await client.getBlock(7).catch(() => undefined);
    expect(server.came.at(-1)).toBe("GET /v1/delta/blocks/7");
  });

  test("waits for an async key function, once for each request", async () => {
    const seen: unknown[] = [];
    const reply: Treatment = (request, response, body) => {
      seen.push([request.headers["x-own"], body]);
      result({ nonce: 4 })(request, response, body);
    };
    await using server = await openHostileServer(reply);
    let count = 0;
    const client = createClient("delta", {
      endpoints: server.origin,
      fetch: nodeFetch,
      async apiKey(request) {
        await Promise.resolve();
        request.headers.set("x-own", `secret-${++count}`);
        return request;
      },
    });
    expect(await client.rpc.account_getNonce(ADDRESS)).toEqual({ nonce: 4 });
    await expect(client.sendRawTransaction("0x00")).rejects.toThrow();
    expect(seen).toEqual([
      ["secret-1", expect.stringContaining("account_getNonce")],
      ["secret-2", expect.stringContaining('"0x00"')],
    ]);
  });

  test("is not called where a key function rejects, or ends after its call", async () => {
    const sent: unknown[] = [];
    const fetch: PlatformFetch = (input) => {
      sent.push(input);
      return Promise.reject(new Error("sent"));
    };
    const rejected = new Error("no token");
    const failing = createClient("delta", {
      endpoints: ORIGIN,
      fetch,
      apiKey: () => Promise.reject(rejected),
    });
    await expect(failing.getBlock(7)).rejects.toBe(rejected);
    let present: ((request: Request) => void) | undefined;
    const late = createClient("delta", {
      endpoints: ORIGIN,
      fetch,
      apiKey: (request) =>
        new Promise((resolve) => {
          present = () => resolve(request);
        }),
    });
    const leaving = new AbortController();
    const call = late.sendRawTransaction("0x00", { signal: leaving.signal });
    await Promise.resolve();
    leaving.abort(new Error("left"));
    await expect(call).rejects.toThrow("left");
    present?.(new Request(ORIGIN));
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toEqual([]);
  });

  test("gets a redirect refused once", async () => {
    const redirect = answer(302, "", { location: "/elsewhere" });
    await using server = await openHostileServer(redirect);
    const client = createClient("delta", { endpoints: server.origin, fetch: nodeFetch });
    await expect(client.getBlock(7)).rejects.toThrow(/^Redirect refused: .*\/elsewhere$/);
    expect(server.came).toHaveLength(1);
  });
});

describe("what a fetch throws", () => {
  test.each([
    ["an error of another realm", `new TypeError("refused")`, "refused"],
    ["its cause", `new TypeError("failed", { cause: new Error("no such host") })`, "no such host"],
    ["an error without a message", `new RangeError()`, "RangeError"],
    ["a string", `"refused"`, "refused"],
    [
      "an error whose message throws",
      `Object.defineProperty(new Error(), "message", { get() { throw new Error("inner") } })`,
      "an object",
    ],
    ["an error that is its own cause", `const e = new Error("lost"); e.cause = e; e`, "lost"],
    [
      "an error of which everything throws",
      `new Proxy(new Error(), { get() { throw new Error("inner") } })`,
      "an object",
    ],
  ])("is named: %s", async (_, source, reason) => {
    const thrown: unknown = runInNewContext(source);
    const options = {
      endpoints: ORIGIN,
      apiKey: "secret-key",
      retries: 0,
      fetch: () => Promise.reject(thrown),
    };
    const message = `Cannot reach ${ORIGIN}: ${reason}`;
    const client = createClient("delta", options);
    await expect(client.getBlock(7)).rejects.toMatchObject({ name: "TransportError", message });
    const batch = client.rpc.batch([["chain_getInfo"], ["chain_getInfo"]]);
    await expect(batch).rejects.toThrow(`first error: ${message}`);
    const sent = client.sendRawTransaction("0x00");
    await expect(sent).rejects.toThrow(`was accepted: ${message}`);
  });

  test("may come from a key function, and be of another realm", async () => {
    const thrown: unknown = runInNewContext(`new TypeError("no key left")`);
    const client = createClient("delta", {
      endpoints: ORIGIN,
      apiKey() {
        throw thrown;
      },
    });
    const batch = client.rpc.batch([["chain_getInfo"], ["account_getNonce", ADDRESS]]);
    await expect(batch).rejects.toThrow(/first error: Cannot call chain_getInfo: no key left$/);
  });
});
