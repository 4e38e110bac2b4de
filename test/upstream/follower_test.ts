import { cpSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, test } from "vitest";
import { seeded } from "../fault_proxy.ts";
import type { EventService } from "../service/server/websocket/_event_service.ts";
import { type Notification, SocketClient } from "../service/server/websocket/_socket_client.ts";
import { type Followed, headOf, mine, Opened, until } from "./_gateway.ts";

const opened = new Opened();
afterEach(() => opened.close());

const TOPICS = [
  "blocks",
  "transactions",
  "validators",
  "proposals",
  "pending_transactions",
  "reorgs",
];

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
  const isNotified = !["reorgs", "pending_transactions"].includes(topic);
  const events = await followed.events(isNotified ? [topic, "reorgs"] : [topic]);
  return events.map(({ body }) => body);
}

/** Topics come one after another, in no fixed order. */
async function expectAll(
  followed: Followed,
  truth: Awaited<ReturnType<typeof watch>>,
): Promise<void> {
  for (const topic of TOPICS) {
    await until(async () => (await logged(followed, topic)).length >= truth.of(topic).length);
    expect(await logged(followed, topic)).toEqual(truth.of(topic));
  }
}

async function act(service: EventService, random: () => number): Promise<void> {
  await mine(service, 1 + Math.floor(random() * 3));
  if (random() < 0.4) await service.service.reorganise("delta", 1 + Math.floor(random() * 3));
  await mine(service, 1);
}

describe("a follower has every event of the upstream, each once, in order and as it was sent,", () => {
  test.each([1, 2, 3])("through reorganisations, with seed %i", async (seed) => {
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

  test.each([1, 2, 3])(
    "through cuts and stalls, with seed %i",
    { timeout: 60_000 },
    async (seed) => {
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
    },
  );

  test("through a restart of its own", async () => {
    const service = await opened.service({ segments: ["delta"] });
    const path = join(opened.folder(), "delta.db");
    const before = await opened.upstream([service.origin], { path });
    await before.reaches(service);
    const truth = await watch(service);
    await mine(service, 2);
    await before.reaches(service);
    const { epoch } = before.follower.log;
    await before.close();
    await mine(service, 3);
    await service.service.reorganise("delta", 2);
    await mine(service, 2);
    const after = await opened.upstream([service.origin], { path });
    await after.reaches(service);
    await expectAll(after, truth);
    expect(await after.follower.log.endOf(epoch)).toBeGreaterThan(0);
    truth.end();
  });
});

/** A service of the same chain, whose event log is another one. */
async function withOtherLog(data: string, folder: string): Promise<EventService> {
  cpSync(data, folder, { recursive: true });
  const database = new DatabaseSync(join(folder, "delta.sqlite"));
  database.exec("DELETE FROM event; DELETE FROM epoch");
  database.close();
  return opened.service({ segments: ["delta"], data: folder });
}

describe("where cursors lead nowhere,", () => {
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
      await until(() => followed.follower.isPolled, 20_000);
      await followed.reaches(service);
      await mine(service, 2);
      await followed.reaches(service);
      state.isOpen = true;
      await until(() => !followed.follower.isPolled, 40_000);
      await followed.reaches(service);
      await expectAll(followed, truth);
      truth.end();
    },
  );
});
