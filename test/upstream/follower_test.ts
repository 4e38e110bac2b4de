import { cpSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, test } from "vitest";
import { IS_WHOLE } from "../_suites.ts";
import { seeded } from "../fault_proxy.ts";
import type { EventService } from "../service/server/websocket/_event_service.ts";
import { type Notification, SocketClient } from "../service/server/websocket/_socket_client.ts";
import { stepOf } from "../../src/upstream/_event_writer.ts";
import { FollowedLog } from "../../src/upstream/_followed_log.ts";
import { type Followed, headOf, mine, Opened } from "./_gateway.ts";

const opened = new Opened();
afterEach(() => opened.close());

const until = (holds: () => unknown): Promise<void> => opened.clock.untilTrue(holds);

const TOPICS = ["blocks", "transactions", "validators", "proposals", "reorgs"];

/** What an upstream sends of each topic, through a connection without faults. */
async function watch(service: EventService): Promise<{ of(topic: string): string[]; end(): void }> {
  const client = await SocketClient.open(service.origin, "delta");
  const ids = new Map<string, string>();
  for (const [place, topic] of TOPICS.entries()) {
    await client.subscribe(topic);
    ids.set(topic, `s${place + 1}`);
  }
  const bodyOf = ({ result }: Notification): string => JSON.stringify(result["reorg"] ?? result);
  return {
    of: (topic) =>
      client.events.filter(({ subscription }) => subscription === ids.get(topic)).map(bodyOf),
    end: () => client.socket.terminate(),
  };
}

/** What a follower's log has of a topic, notices included. */
async function logged(followed: Followed, topic: string): Promise<string[]> {
  const events = await followed.events(topic === "reorgs" ? [topic] : [topic, "reorgs"]);
  return events.map(({ body }) => body);
}

/** Topics that are restored through REST. */
const RESTORED = ["blocks", "transactions", "reorgs"];

/** Topics come one after another, in no fixed order. */
async function expectAll(
  followed: Followed,
  truth: Awaited<ReturnType<typeof watch>>,
  topics = TOPICS,
): Promise<void> {
  for (const topic of topics) {
    await until(async () => (await logged(followed, topic)).length >= truth.of(topic).length);
    expect(await logged(followed, topic)).toEqual(truth.of(topic));
  }
}

async function act(service: EventService, random: () => number): Promise<void> {
  await mine(service, 1 + Math.floor(random() * 3));
  if (random() < 0.4) await service.service.reorganise("delta", 1 + Math.floor(random() * 3));
  await mine(service, 1);
}

const SEEDS = IS_WHOLE ? [1, 2, 3] : [1];

describe("a follower has every event of the upstream, each once, in order and as it was sent,", () => {
  test.each(SEEDS)("through reorganisations, with seed %i", async (seed) => {
    const random = seeded(seed);
    const service = await opened.service({ segments: ["delta"] });
    const followed = await opened.upstream([service.origin]);
    await followed.reaches(service);
    const truth = await watch(service);
    for (let round = 0; round < 10; round++) await act(service, random);
    await followed.reaches(service);
    await expectAll(followed, truth);
    const forks = truth.of("reorgs").map((body) => JSON.parse(body).fromHeight);
    expect(followed.removed).toEqual(forks);
    truth.end();
  });

  test.each(SEEDS)("through cuts and stalls, with seed %i", { timeout: 60_000 }, async (seed) => {
    const random = seeded(seed);
    const service = await opened.service({ segments: ["delta"] });
    const proxy = await opened.proxy(service.origin);
    const followed = await opened.upstream([proxy.origin]);
    await followed.reaches(service);
    const truth = await watch(service);
    for (let round = 0; round < 6; round++) {
      await act(service, random);
      proxy.isStalled = random() < 0.5;
      await act(service, random);
      proxy.isStalled = false;
      proxy.cutAll();
      await act(service, random);
    }
    await followed.reaches(service);
    await expectAll(followed, truth);
    truth.end();
  });

  test("through a restart of its own", async () => {
    const service = await opened.service({ segments: ["delta"] });
    const path = join(opened.folder(), "delta.db");
    const before = await opened.upstream([service.origin], { path });
    await before.reaches(service);
    const truth = await watch(service);
    await mine(service, 2);
    await before.reaches(service);
    const { epoch } = before.follower.log;
    const { last } = await before.follower.log.bounds();
    await before.close();
    await mine(service, 3);
    const after = await opened.upstream([service.origin], { path });
    await after.reaches(service);
    await expectAll(after, truth, RESTORED);
    const { log } = after.follower;
    expect(await log.endOf(epoch)).toBeGreaterThan(0);
    for (const topic of TOPICS) {
      const { first } = await log.bounds([topic]);
      const oldest = RESTORED.includes(topic) ? 1 : last + 1;
      expect(first, topic).toBeGreaterThanOrEqual(oldest);
      if (RESTORED.includes(topic)) expect(first, topic).toBe(1);
    }
    truth.end();
  });
});

test("what an absence missed is read at one request a second, which is no silence", async () => {
  const service = await opened.service({ segments: ["delta"] });
  const path = join(opened.folder(), "delta.db");
  const before = await opened.upstream([service.origin], { path });
  await before.reaches(service);
  await before.close();
  await mine(service, 8);
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const tier = { requestsPerSecond: 1, requestsPerDay: null };
  const after = await opened.upstream([service.origin], { path, tier, onError });
  await after.reaches(service);
  expect(errors).toEqual([]);
});

test("a reorganisation in a replay is waited for in each topic, as one of them waits for the rate limit", async () => {
  const service = await opened.service({ segments: ["delta"] });
  const gate = Promise.withResolvers<void>();
  const seen: string[] = [];
  let isPaced = false;
  /** Keeps the events of transactions back. */
  class Paced extends WebSocket {
    override addEventListener(type: string, listener: never): void {
      const take = listener as (event: MessageEvent) => void;
      if (type !== "message" || !isPaced) return super.addEventListener(type, listener);
      super.addEventListener("message", (event: MessageEvent<string>) => {
        seen.push(event.data);
        const isKept = event.data.includes('"subscription":"s2","result"');
        if (isKept) void gate.promise.then(() => take(event));
        else take(event);
      });
    }
  }
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const proxy = await opened.proxy(service.origin);
  const followed = await opened.upstream([proxy.origin], { onError, webSocket: Paced });
  await followed.reaches(service);
  const truth = await watch(service);
  await mine(service, 2);
  await followed.reaches(service);
  isPaced = true;
  proxy.isStalled = true;
  await mine(service, 3);
  await service.service.reorganise("delta", 2);
  await mine(service, 2);
  proxy.cutAll();
  proxy.isStalled = false;
  const isAt = (id: string): boolean =>
    seen.some((text) => text.includes(`"subscription":"${id}","result":{"reorg"`));
  await until(() => isAt("s1") && isAt("s2"));
  await opened.clock.advance(3_500);
  expect(errors).toEqual([]);
  gate.resolve();
  await followed.reaches(service);
  await expectAll(followed, truth);
  expect(errors).toEqual([]);
  truth.end();
});

/** A service of the same chain, whose event log is another one. */
async function withOtherLog(data: string, folder: string): Promise<EventService> {
  cpSync(data, folder, { recursive: true });
  const database = new DatabaseSync(join(folder, "delta.sqlite"));
  database.exec("DELETE FROM event; DELETE FROM epoch");
  database.close();
  return opened.service({ segments: ["delta"], data: folder });
}

describe("where the events of an absence are gone,", () => {
  test("blocks and transactions go on without a gap, and other topics are not resumed", async () => {
    const data = opened.folder();
    const path = join(opened.folder(), "delta.db");
    let service = await opened.service({ segments: ["delta"], data });
    const before = await opened.upstream([service.origin], { path });
    await before.reaches(service);
    await mine(service, 3);
    await before.reaches(service);
    await before.close();
    const truth = await watch(service);
    await service.service.reorganise("delta", 2);
    await mine(service, 4);
    const head = await headOf(service);
    const expected = truth.of("blocks").filter((body) => body.includes('"number"'));
    await service.listener.close();
    service = await withOtherLog(data, opened.folder());
    const after = await opened.upstream([service.origin], { path });
    await until(() => after.follower.head?.hash === head);
    const blocks = await logged(after, "blocks");
    const reorg = blocks.findIndex((body) => body.includes("oldHead"));
    const { fromHeight } = JSON.parse(blocks[reorg] ?? "");
    // The upstream removed the same blocks, and sent the ones in their place.
    const replaced = expected.findLastIndex((body) => JSON.parse(body).number === fromHeight);
    expect(blocks.slice(reorg + 1)).toEqual(expected.slice(replaced));
    expect(JSON.parse(blocks.at(-1) ?? "").hash).toBe(head);
    const transactions = (await logged(after, "transactions")).filter(
      (body) => !body.includes("oldHead"),
    );
    expect(new Set(transactions).size).toBe(transactions.length);
    const { log } = after.follower;
    const all = await log.bounds();
    expect((await log.bounds(["blocks"])).first).toBe(all.first);
    expect((await log.bounds(["validators"])).first).toBeGreaterThan(1);
    truth.end();
  });
});

test("an upstream whose head lies below all that was followed is waited for", async () => {
  const data = opened.folder();
  await (await opened.service({ segments: ["delta"], data })).listener.close();
  const older = await withOtherLog(data, opened.folder());
  const service = await opened.service({ segments: ["delta"], data });
  await mine(service, 3);
  const proxy = await opened.proxy(service.origin);
  const followed = await opened.upstream([proxy.origin]);
  await followed.reaches(service);
  const { head } = followed.follower;
  proxy.target = Number(new URL(older.origin).port);
  proxy.cutAll();
  const [status] = followed.pool.status();
  await until(() => (followed.pool.status()[0]?.head ?? Infinity) < (status?.head ?? 0));
  expect(followed.follower).toMatchObject({ head, isLive: false });
  proxy.target = Number(new URL(service.origin).port);
  proxy.cutAll();
  await mine(service, 1);
  await followed.reaches(service);
  expect(followed.removed).toEqual([]);
});

describe("a failed upstream is left for another", () => {
  test.each(["killed", "stalled"])(
    "where it is %s, and all blocks are there",
    { timeout: 30_000 },
    async (fault) => {
      const service = await opened.service({ segments: ["delta"] });
      const proxies = [await opened.proxy(service.origin), await opened.proxy(service.origin)];
      const followed = await opened.upstream(proxies.map(({ origin }) => origin));
      await followed.reaches(service);
      const truth = await watch(service);
      await mine(service, 2);
      await followed.reaches(service);
      const used = followed.pool.used?.url;
      const bad = proxies.find(({ origin }) => origin === used);
      if (bad && fault === "stalled") bad.isStalled = true;
      else await bad?.close();
      await mine(service, 3);
      await followed.reaches(service);
      expect(followed.pool.used?.url).not.toBe(used);
      await expectAll(followed, truth);
      truth.end();
    },
  );
});

describe("where the WebSocket of the only upstream does not answer,", () => {
  /** WebSockets of a service that are refused while a switch is off. */
  function sockets(state: { isOpen: boolean }): typeof WebSocket {
    return class extends WebSocket {
      constructor(url: string | URL) {
        super(state.isOpen ? url : "ws://127.0.0.1:1");
      }
    };
  }

  test("its blocks are polled, also from the first start on", { timeout: 30_000 }, async () => {
    const service = await opened.service({ segments: ["delta"], history: 4, blockTime: 1 });
    const webSocket = sockets({ isOpen: false });
    const followed = await opened.upstream([service.origin], { webSocket });
    await followed.reaches(service);
    expect(followed.follower.isPolled).toBe(true);
    await mine(service, 2);
    await followed.reaches(service);
    await service.service.reorganise("delta", 2);
    await followed.reaches(service);
    expect(followed.removed).toHaveLength(1);
  });

  test(
    "nothing is missing once it answers again, and nothing comes twice",
    { timeout: 60_000 },
    async () => {
      const service = await opened.service({ segments: ["delta"], history: 4, blockTime: 1 });
      const state = { isOpen: true };
      const proxy = await opened.proxy(service.origin);
      const webSocket = sockets(state);
      const followed = await opened.upstream([proxy.origin], { webSocket });
      await followed.reaches(service);
      const truth = await watch(service);
      await mine(service, 2);
      await followed.reaches(service);
      state.isOpen = false;
      proxy.cutAll();
      await mine(service, 2);
      await until(() => followed.follower.isPolled);
      await followed.reaches(service);
      await mine(service, 2);
      await followed.reaches(service);
      state.isOpen = true;
      await until(() => !followed.follower.isPolled);
      await followed.reaches(service);
      await expectAll(followed, truth, RESTORED);
      expect((await followed.follower.log.bounds(["blocks"])).first).toBe(1);
      expect((await followed.follower.log.bounds(["proposals"])).first).toBeGreaterThan(1);
      truth.end();
    },
  );

  test("a block that is read for polling until after its events have come comes once", async () => {
    const service = await opened.service({ segments: ["delta"], history: 4, blockTime: 1 });
    const state = { isOpen: false };
    const late = Promise.withResolvers<void>();
    const held: string[] = [];
    let isHeld = false;
    const followed = await opened.upstream([service.origin], {
      webSocket: sockets(state),
      async fetch(input, init) {
        const response = await fetch(input, init);
        const { pathname } = new URL(input instanceof Request ? input.url : input);
        if (!isHeld || !pathname.endsWith("/transactions")) return response;
        held.push(pathname);
        await late.promise;
        return response;
      },
    });
    await followed.reaches(service);
    isHeld = true;
    await mine(service, 1);
    await until(() => held.length > 0);
    isHeld = false;
    state.isOpen = true;
    await until(() => !followed.follower.isPolled);
    await followed.reaches(service);
    const before = await logged(followed, "transactions");
    late.resolve();
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(new Set(before).size).toBe(before.length);
    expect(await logged(followed, "transactions")).toEqual(before);
  });

  test("the transactions of blocks that came without them before are there", async () => {
    const service = await opened.service({ segments: ["delta"], history: 4, blockTime: 1 });
    const path = join(opened.folder(), "delta.db");
    const before = await opened.upstream([service.origin], { path });
    await before.reaches(service);
    await mine(service, 2);
    await before.reaches(service);
    await until(async () => (await before.events(["transactions"])).length >= 2);
    await before.close();
    await mine(service, 2);
    const { blocks } = await listOf(service, "blocks?order=desc&limit=2");
    const log = new FollowedLog({ path });
    for (const block of blocks.toReversed()) log.write([stepOf("blocks", block)]);
    log.close();
    const webSocket = sockets({ isOpen: false });
    const after = await opened.upstream([service.origin], { path, webSocket });
    await after.reaches(service);
    await mine(service, 1);
    await after.reaches(service);
    const { transactions } = await listOf(service, "transactions?limit=100");
    const hashes = transactions.filter(({ blockNumber }) => blockNumber > 4).toReversed();
    expect(hashes.length).toBe(5);
    await until(async () => (await after.events(["transactions"])).length >= hashes.length);
    const bodies = await logged(after, "transactions");
    expect(bodies.map((body) => JSON.parse(body).hash)).toEqual(hashes.map(({ hash }) => hash));
  });
});

/** A list of a service's delta. */
async function listOf(
  { origin }: EventService,
  path: string,
): Promise<{ blocks: object[]; transactions: { hash: string; blockNumber: number }[] }> {
  return (await (await fetch(`${origin}/v1/delta/${path}`)).json()).data;
}
