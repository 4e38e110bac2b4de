import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { resolveEndpoints } from "../../src/chains/mod.ts";
import { type Client, type ClientOptions, createClient } from "../../src/mod.ts";
import { signTransaction } from "../../src/devnet/mod.ts";
import { createRestOf, getBlock } from "../../src/rest/mod.ts";
import { createCaller, type PlatformFetch } from "../../src/transport/mod.ts";
import type { Service } from "../../src/service/mod.ts";
import { startService } from "../../src/testing/mod.ts";
import { openTestService, ORIGIN } from "../_client.ts";
import { KINDS } from "./_request_kinds.ts";

let service: Service;
beforeAll(async () => {
  service = await openTestService(["delta"]);
});
afterAll(() => service.close());
afterEach(() => vi.unstubAllGlobals());

const ENDPOINTS = { apiHost: ORIGIN, rpcUrl: `${ORIGIN}/rpc/delta` };

const KEEPING = { fetchCache: true };

/** A client for each page that is rendered, as a server does. */
function connect(fetch: PlatformFetch, options: Partial<ClientOptions> = {}): Client<"delta"> {
  return createClient("delta", { endpoints: ENDPOINTS, tier: "Enterprise", fetch, ...options });
}

/** A fetch as that of Next.js 14: it keeps each 200, of any method, unless `cache` says otherwise. */
function openCache(send: PlatformFetch = service.fetch) {
  const kept = new Map<string, Response>();
  const hits: string[] = [];
  const modes: unknown[] = [];
  const fetch: PlatformFetch = async (input, init) => {
    const request = new Request(input, init);
    const { cache } = init ?? {};
    modes.push(cache);
    if (cache === "no-store" || cache === "no-cache") return send(request);
    const key = [request.method, request.url, await request.clone().text()].join(" ");
    const known = kept.get(key);
    if (known) hits.push(key);
    const answer = known ?? (await send(request));
    if (answer.status === 200) kept.set(key, answer.clone());
    return answer;
  };
  return { fetch, hits, modes };
}

describe("a fetch that keeps every answer", () => {
  test("shows each of three renders the present height and balance", async () => {
    await using chain = await startService({ segments: ["delta"] });
    const [{ address } = { address: "" }] = await chain.accounts("delta");
    const { fetch } = openCache(chain.fetch);
    const shown: unknown[] = [];
    for (let render = 0; render < 3; render += 1) {
      const client = chain.client("delta", { fetch });
      const [info, called, latest, { balance }] = await Promise.all([
        client.getChainInfo(),
        client.rpc.chain_getInfo(),
        client.getLatestBlock(),
        client.rpc.account_getBalance(address, "latest"),
      ]);
      shown.push([info.blockHeight, called.blockHeight, latest.number, balance]);
      await chain.fund(address, 5n);
    }
    const [[height, , , balance] = []] = shown as [number, number, number, bigint][];
    const expected = [0, 1, 2].map((more) => {
      const present = (height ?? 0) + more;
      return [present, present, present, (balance ?? 0n) + BigInt(more) * 5n];
    });
    expect(shown).toEqual(expected);
  });

  test("shows the block that took the place of another, and the receipt that was to come", async () => {
    await using chain = await startService({ segments: ["delta"] });
    const { fetch } = openCache(chain.fetch);
    const connectAnew = (): Client<"delta"> => chain.client("delta", { fetch });
    const { number, hash } = await connectAnew().getLatestBlock();
    const [alice, bob] = await chain.accounts("delta");
    if (!alice || !bob) throw new Error("There are no accounts");
    const draft = { type: "transfer", to: bob.address, value: 1n, nonce: 0 } as const;
    const { signedTx, txHash } = await signTransaction(alice, draft);
    await connectAnew().sendRawTransaction(signedTx);
    expect(await connectAnew().rpc.tx_getTransactionReceipt(txHash)).toBeNull();
    await chain.reorganise(1);
    await chain.mine();
    expect((await connectAnew().getBlock(number)).hash).not.toBe(hash);
    expect(await connectAnew().rpc.tx_getTransactionReceipt(txHash)).not.toBeNull();
  });

  test.each(Object.entries(KINDS))("answers no request of %s", async (_, send) => {
    const { fetch, hits, modes } = openCache();
    for (const client of [connect(fetch), connect(fetch)]) {
      await Promise.allSettled([send(client, fetch)]);
      await client.close();
    }
    expect(modes.length).toBeGreaterThan(1);
    expect(hits).toEqual([]);
  });

  test("answers a program that asks for its mode, or lets the cache answer", async () => {
    const { fetch, hits, modes } = openCache();
    const url = `${ORIGIN}/v1/delta/blocks/8`;
    for (const client of [connect(fetch), connect(fetch)]) {
      await client.fetch(url, { cache: "force-cache" });
      await client.fetch(new Request(url, { cache: "only-if-cached", mode: "same-origin" }));
    }
    const asked = ["force-cache", "only-if-cached"];
    expect(modes).toEqual([...asked, ...asked]);
    expect(hits).toHaveLength(3);
    for (const client of [connect(fetch, KEEPING), connect(fetch, KEEPING)])
      await client.rpc.chain_getInfo();
    const caller = createCaller({ fetch, ...KEEPING });
    const endpoints = resolveEndpoints("delta", ORIGIN);
    await createRestOf("delta", endpoints, caller, { getBlock }).call("getBlock", [9]);
    expect(modes.slice(4)).toEqual([undefined, undefined, undefined]);
    expect(hits).toHaveLength(4);
  });
});

/** As workers of before 2024 and of before August 2025, and a polyfill of React Native. */
const LESS: Readonly<Record<string, (init: RequestInit) => Partial<Request>>> = {
  "throws on any": ({ cache }) => {
    if (cache === undefined) return {};
    throw new Error("The 'cache' field on 'RequestInitializerDict' is not implemented.");
  },
  "throws on the mode": ({ cache }) => {
    if (cache === "no-store" || cache === undefined) return { cache: cache ?? "default" };
    throw new TypeError(`Unsupported cache mode: ${cache}`);
  },
  "has none": () => ({}),
};

describe("a runtime that", () => {
  test.each([
    ["throws on any", undefined],
    ["throws on the mode", "no-store"],
    ["has none", undefined],
  ] as const)("%s is given %s", async (kind, mode) => {
    class PartialRequest {
      readonly cache: RequestCache | undefined;
      constructor(_: string, init: RequestInit = {}) {
        this.cache = LESS[kind]?.(init).cache;
      }
    }
    const modes: unknown[] = [];
    vi.stubGlobal("Request", PartialRequest);
    const client = connect((input, init) => {
      modes.push(init && "cache" in init ? init.cache : undefined);
      vi.unstubAllGlobals();
      return service.fetch(input, init);
    });
    await client.getChainInfo();
    expect(modes).toEqual([mode]);
  });

  test("has no requests at all is told nothing", async () => {
    vi.stubGlobal("Request", undefined);
    const modes: unknown[] = [];
    const client = connect((input, init) => {
      modes.push(init?.cache);
      vi.unstubAllGlobals();
      return service.fetch(input, init);
    });
    await client.getChainInfo();
    expect(modes).toEqual([undefined]);
  });
});
