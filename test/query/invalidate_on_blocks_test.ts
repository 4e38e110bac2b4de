import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Client, type ClientOptions, RpcError } from "../../src/mod.ts";
import type { WebSocketConstructor } from "../../src/events/mod.ts";
import {
  type BlockEvents,
  type InvalidateOptions,
  invalidateOnBlocks,
  type QueryArguments,
  queryOptions,
} from "../../src/query/mod.ts";
import { startService, type TestService } from "../../src/testing/mod.ts";

const QUICK = { base: 1, cap: 5, fallbackAfter: 1_000 };

let service: TestService<"delta">;
let queryClient: QueryClient;
const ends: (() => void)[] = [];
beforeEach(async () => {
  service = await startService({ segments: ["delta"], history: 10, mode: "on-submit" });
  queryClient = new QueryClient();
});
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  queryClient.clear();
  await service.close();
});

describe("invalidateOnBlocks()", () => {
  test("fetches what something shows anew with each block, and marks the rest stale", async () => {
    const { client, paths } = openClient();
    const info = observe(client, "getChainInfo");
    const stats = queryOptions(client, "getChainStats");
    await queryClient.fetchQuery(stats);
    await follow(client);
    await service.mine(1);
    await expect.poll(() => info.getCurrentResult().data?.blockHeight).toBe(11);
    expect(isInvalidated(stats)).toBe(true);
    expect(paths.filter((path) => path.endsWith("/chain/stats"))).toHaveLength(1);
  });

  test("leaves blocks alone until a reorganisation replaces them", async () => {
    const { client, paths } = openClient();
    const info = observe(client, "getChainInfo");
    const low = observe(client, "getBlock", 3);
    const high = observe(client, "getBlock", 9);
    await expect
      .poll(() => low.getCurrentResult().data && high.getCurrentResult().data)
      .toBeTruthy();
    const { hash } = await client.getBlock(9);
    const byHash = observe(client, "getBlock", hash);
    await expect.poll(() => byHash.getCurrentResult().data).toBeTruthy();
    await follow(client);
    const fetched = (block: number | string): number =>
      paths.filter((path) => path.endsWith(`/blocks/${block}`)).length;
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    const before = [fetched(3), fetched(9), fetched(hash)];
    await service.mine(1);
    await expect.poll(() => info.getCurrentResult().data?.blockHeight).toBe(11);
    expect([fetched(3), fetched(9), fetched(hash)]).toEqual(before);
    await service.reorganise(3);
    await expect.poll(() => high.getCurrentResult().data?.hash).not.toBe(hash);
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    expect(fetched(3)).toBe(before[0]);
    expect(fetched(hash)).toBe(before[2]);
    expect(byHash.getCurrentResult().data?.hash).toBe(hash);
  });

  test("ends with the newest data, although a block comes while a fetch is on its way", async () => {
    let release = (): void => {};
    let held: Promise<void> | undefined;
    const { client, paths } = openClient(async () => held);
    const info = observe(client, "getChainInfo");
    await follow(client);
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    held = new Promise((resolve) => (release = resolve));
    const before = paths.length;
    await service.mine(1);
    await expect.poll(() => paths.length).toBe(before + 1);
    const told = client.events.subscribe("blocks");
    await told.ready;
    await service.mine(3);
    for await (const { data } of told) if (data?.number === 14) break;
    // The one on its way is not cancelled, however many blocks come; one more follows.
    expect(paths.length).toBe(before + 1);
    held = undefined;
    release();
    await expect.poll(() => info.getCurrentResult().data?.blockHeight).toBe(14);
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    expect(paths.length).toBe(before + 2);
  });

  test("marks what is fetched ahead stale once it has come, and fetches nothing else anew for it", async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const { client, paths } = openClient();
    const info = observe(client, "getChainInfo");
    await follow(client);
    await expect.poll(() => info.getCurrentResult().data).toBeTruthy();
    const ahead = openClient(() => held);
    const stats = queryOptions(ahead.client, "getChainStats");
    const prefetch = queryClient.prefetchQuery(stats);
    await expect.poll(() => ahead.paths.length).toBe(1);
    await service.mine(1);
    await expect.poll(() => info.getCurrentResult().data?.blockHeight).toBe(11);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const fetches = paths.filter((path) => path.endsWith("/chain/info")).length;
    expect(fetches).toBeLessThanOrEqual(3);
    release();
    await prefetch;
    await expect.poll(() => isInvalidated(stats)).toBe(true);
    expect(paths.filter((path) => path.endsWith("/chain/info"))).toHaveLength(fetches);
  });

  test("fetches a query once in the time of `every`, however many blocks come", async () => {
    const { client, paths } = openClient();
    const info = observe(client, "getChainInfo");
    await expect.poll(() => info.getCurrentResult().data).toBeTruthy();
    await follow(client, { every: 3_600_000 });
    const fetches = (): number => paths.filter((path) => path.endsWith("/chain/info")).length;
    await expect.poll(fetches).toBe(2);
    const told = client.events.subscribe("blocks");
    await told.ready;
    await service.mine(3);
    for await (const { data } of told) if (data?.number === 13) break;
    expect(fetches()).toBe(2);
  });

  test("fetches what came while the connection was lost", async () => {
    const sockets: WebSocket[] = [];
    let isReachable = true;
    const webSocket = function Listed(url: string): WebSocket {
      if (!isReachable) throw new Error("Not now");
      return sockets[sockets.push(new WebSocket(url)) - 1] as WebSocket;
    } as unknown as WebSocketConstructor;
    const { client } = openClient(undefined, { webSocket, reconnect: QUICK });
    const info = observe(client, "getChainInfo");
    await follow(client);
    isReachable = false;
    for (const socket of sockets) socket.close();
    await service.mine(2);
    isReachable = true;
    await expect.poll(() => info.getCurrentResult().data?.blockHeight).toBe(12);
  });

  test("begins anew where the cursor has expired, and fetches all that may have changed", async () => {
    const { client } = openClient();
    const block = observe(client, "getBlock", 9);
    await expect.poll(() => block.getCurrentResult().data).toBeTruthy();
    const { hash } = await client.getBlock(9);
    let expire: ((error: RpcError) => void) | undefined;
    let count = 0;
    const events = {
      subscribe(...args: Parameters<BlockEvents["events"]["subscribe"]>) {
        const stream = client.events.subscribe(...args);
        if (count++ > 0) return stream;
        // The first one ends with the error, as after a restart of the service with another log.
        const next = (): Promise<never> => new Promise((_, reject) => (expire = reject));
        const iterated = {
          ready: stream.ready,
          state: "open",
          [Symbol.asyncIterator]: () => ({ next }),
        };
        return iterated as unknown as typeof stream;
      },
    };
    ends.push(invalidateOnBlocks(queryClient, { segment: "delta", events }));
    await expect.poll(() => expire).toBeDefined();
    await expect.poll(() => queryClient.isFetching()).toBe(0);
    await service.reorganise(3);
    expire?.(new RpcError(-32004, "Cursor expired", undefined, {}));
    await expect.poll(() => block.getCurrentResult().data?.hash).not.toBe(hash);
    expect(count).toBe(2);
  });

  test("tells why events ended, and refuses wrong options", async () => {
    const client = service.client("delta", { apiKey: "unknown" });
    const error = await new Promise<unknown>((resolve) => {
      ends.push(invalidateOnBlocks(queryClient, client, { onError: resolve }));
    });
    expect(error).toBeInstanceOf(Error);
    const heard = new Promise((resolve) => {
      const onError = (): void => {
        // A rejection that nobody handles would fail the run.
        setTimeout(resolve, 5);
        throw new Error("The listener throws");
      };
      ends.push(invalidateOnBlocks(queryClient, client, { onError }));
    });
    await heard;
    expect(() => invalidateOnBlocks(queryClient, client, { every: -1 })).toThrow(RangeError);
    expect(() => invalidateOnBlocks(queryClient, client, { onError: 5 as never })).toThrow(
      TypeError,
    );
  });
});

/** A client of the service, and the paths of its requests; `hold` delays their responses. */
function openClient(
  hold: () => Promise<void> | undefined = () => undefined,
  events?: ClientOptions["events"],
): { client: Client<"delta">; paths: string[] } {
  const paths: string[] = [];
  const client = service.client("delta", {
    ...(events && { events }),
    async fetch(input, init) {
      const response = await fetch(input, init);
      paths.push(new URL(response.url).pathname);
      await hold();
      return response;
    },
  });
  return { client, paths };
}

/** Resolves once blocks are told of, and all is invalidated that may have changed before. */
async function follow(client: Client<"delta">, options: InvalidateOptions = {}): Promise<void> {
  const probe = queryOptions(client, "chain_getInfo");
  await queryClient.fetchQuery(probe);
  ends.push(invalidateOnBlocks(queryClient, client, options));
  await expect.poll(() => isInvalidated(probe)).toBe(true);
}

function observe<Name extends "getChainInfo" | "getBlock">(
  client: Client<"delta">,
  name: Name,
  ...args: QueryArguments<Name>
) {
  const observer = new QueryObserver(queryClient, queryOptions(client, name, ...args));
  ends.push(observer.subscribe(() => {}));
  return observer;
}

function isInvalidated({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean {
  return queryClient.getQueryState(queryKey)?.isInvalidated ?? false;
}
