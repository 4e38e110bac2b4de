import { setImmediate } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { TOPICS } from "../../src/generated/topics.gen.ts";
import { createService, listen, type Listener } from "../../src/service/mod.ts";
import { upstreamOf } from "../../src/upstream/mod.ts";
import type { FaultProxy } from "../fault_proxy.ts";
import type { EventService } from "../service/server/websocket/_event_service.ts";
import { type Notification, SocketClient } from "../service/server/websocket/_socket_client.ts";
import { mine, Opened } from "./_gateway.ts";

const opened = new Opened();
let gateway: Listener;
afterEach(async () => {
  await gateway.close();
  await opened.close();
});

/** A gateway that listens, and a service behind a proxy. */
async function start(
  eventQueue: number,
): Promise<{ readonly service: EventService; readonly proxy: FaultProxy }> {
  const service = await opened.service({ segments: ["delta"] });
  const proxy = await opened.proxy(service.origin);
  const options = { segments: ["delta"], keylessTier: "Enterprise", eventQueue } as const;
  gateway = await listen(
    await createService({
      ...options,
      upstream: upstreamOf({ endpoints: proxy.origin, tier: "Enterprise" }),
      connectionsPerSubject: 1_000,
    }),
    { port: 0, stopTimeout: 1_000, maximumConnectionsPerAddress: 1_000 },
  );
  return { service, proxy };
}

async function subscribers(count: number): Promise<readonly SocketClient[]> {
  const clients = await Promise.all(
    Array.from({ length: count }, () => SocketClient.open(gateway.origin, "delta")),
  );
  await Promise.all(clients.map((client) => client.subscribe("blocks")));
  return clients;
}

/** What subscribers got, as it was sent. */
function told(events: readonly Notification[]): readonly string[] {
  return events.map(({ result }) => JSON.stringify(result["reorg"] ?? result));
}

test("500 clients on one upstream subscription get all events, in order and none twice, also where it is lost", async () => {
  const { service, proxy } = await start(1_000);
  const clients = await subscribers(500);
  const truth = await SocketClient.open(service.origin, "delta");
  await truth.subscribe("blocks");
  for (let round = 0; round < 4; round++) {
    await mine(service, 2);
    // What comes now is not told before the connection is back.
    proxy.cutAll();
    await service.service.reorganise("delta", 1 + (round % 2));
    await mine(service, 2);
  }
  await mine(service, 1);
  // A block for each call, one more than were removed in their place, and a notice of each removal.
  const expected = told(await truth.take(4 * 4 + 1 + (6 + 4) + 4));
  for (const client of clients) expect(told(await client.take(expected.length))).toEqual(expected);
  const metrics = await (await fetch(`${service.origin}/metrics`)).text();
  const topics = Object.values(TOPICS).filter(({ chains }) => chains.includes("delta")).length;
  // That of this test too.
  expect(metrics).toContain(`alphadelta_subscriptions{segment="delta"} ${topics + 1}\n`);
}, 60_000);

test("a slow client holds no other, is closed with 1013, and resumes without gap or repetition", async () => {
  const { service } = await start(200);
  const others = await subscribers(20);
  const slow = await SocketClient.open(gateway.origin, "delta");
  for (let count = 0; count < 100; count++) await slow.subscribe("blocks");
  slow.socket.pause();
  const blocks = 400;
  for (let made = 1; made <= blocks; made++) {
    await service.service.produceBlock("delta");
    while (!others.every(({ events }) => events.length === made)) await setImmediate();
  }
  slow.socket.resume();
  expect(await slow.closed).toMatchObject({ code: 1013 });
  const expected = told(others[0]?.events ?? []);
  for (const { events } of others) expect(told(events)).toEqual(expected);
  const own = slow.events.filter(({ subscription }) => subscription === "s1");
  expect(own.length).toBeLessThan(blocks);
  const again = await SocketClient.open(gateway.origin, "delta");
  await again.subscribe("blocks", { after: own.at(-1)?.cursor });
  await again.take(blocks - own.length);
  expect([...told(own), ...told(again.events)]).toEqual(expected);
}, 60_000);
