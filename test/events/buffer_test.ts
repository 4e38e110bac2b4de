import { afterEach, expect, test } from "vitest";
import { EventBuffer } from "../../src/events/_event_buffer.ts";
import { ManualClock } from "../_manual_clock.ts";
import { answer, begin, HostileServer, sendBlock } from "./_hostile_server.ts";
import { heights, mine, Opened, take, until } from "./_streams.ts";

const SUBSCRIBE = "chain_subscribe";

const opened = new Opened();
afterEach(() => opened.close());

function upFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => first + at);
}

test("a full buffer ends the subscription on the socket, and nothing is lost", async () => {
  const service = await opened.service();
  const { events } = opened.delta(service.origin);
  const slow = events.subscribe("blocks", {}, { buffer: { size: 10 } });
  const quick = events.subscribe("blocks");
  const states: string[] = [];
  slow.onState(({ state }) => states.push(state));
  await Promise.all([slow.ready, quick.ready]);
  await mine(service, 100);
  expect(heights(await take(quick, 100))).toEqual(upFrom(3, 100));
  expect(slow.state).toBe("paused");
  expect(heights(await take(slow, 5))).toEqual(upFrom(3, 5));
  expect(slow.state).toBe("paused");
  expect(heights(await take(slow, 95))).toEqual(upFrom(8, 95));
  await mine(service, 1);
  expect(heights(await take(slow, 1))).toEqual([103]);
  expect(states.slice(0, 4)).toEqual(["open", "paused", "connecting", "open"]);
});

test("a replay that fills a small buffer again and again is asked for after a pause each time, and nothing is lost", async () => {
  // A service that replays sends all that is left at once.
  const server = await HostileServer.open((call) => {
    if (call.method !== SUBSCRIBE) return answer(call);
    const [, { after = "0" } = {}] = call.params;
    begin(call, after);
    for (const number of upFrom(Number(after) + 1, 20 - Number(after)))
      sendBlock(call, number, String(number));
  });
  opened.add(() => server.close());
  const clock = new ManualClock();
  const { events } = opened.delta(server.origin, { clock, reconnect: { base: 500 } });
  const stream = events.subscribe("blocks", { after: "0" }, { buffer: { size: 4 } });
  const asked = (): number => server.asked.filter(({ method }) => method === SUBSCRIBE).length;
  const read: (number | string)[] = [];
  for (const pause of [0, 500, 500, 500]) {
    if (pause > 0) {
      const before = asked();
      await clock.advance(pause - 1);
      expect([asked(), stream.state]).toEqual([before, "paused"]);
      await clock.advance(1);
    }
    await until(() => stream.state === "paused" || read.length === 15);
    read.push(...heights(await take(stream, 5)));
  }
  expect(read).toEqual(upFrom(1, 20));
  expect(asked()).toBe(4);
});

test("a lost connection while it is full changes nothing", async () => {
  const service = await opened.service();
  const sockets: WebSocket[] = [];
  class Kept extends WebSocket {
    constructor(url: string) {
      super(url);
      sockets.push(this);
    }
  }
  const { events } = opened.delta(service.origin, { webSocket: Kept });
  const slow = events.subscribe("blocks", {}, { buffer: { size: 3 } });
  await slow.ready;
  await mine(service, 20);
  await until(() => slow.state === "paused");
  sockets[0]?.close(4000);
  await until(() => sockets.length === 2 && events.state === "open");
  expect(slow.state).toBe("paused");
  expect(heights(await take(slow, 20))).toEqual(upFrom(3, 20));
});

test("dropOldest keeps the newest, and counts what it dropped", async () => {
  const service = await opened.service();
  const { events } = opened.delta(service.origin);
  const stream = events.subscribe("blocks", {}, { buffer: { size: 5, overflow: "dropOldest" } });
  const quick = events.subscribe("blocks");
  await Promise.all([stream.ready, quick.ready]);
  await mine(service, 20);
  await take(quick, 20);
  expect(heights(await take(stream, 5))).toEqual(upFrom(18, 5));
  expect(stream.dropped).toBe(15);
  expect(stream.state).toBe("open");
});

test("a read that waits gets the event that comes, though another read is made at once", async () => {
  const buffer = new EventBuffer({
    topic: "blocks",
    segment: "delta",
    filter: {},
    cursor: null,
    size: 10,
    overflow: "pause",
    onRoom: () => undefined,
    onInvalid: () => undefined,
  });
  const block = { number: 7 };
  const first = buffer.next();
  buffer.put({ result: block, cursor: "c1", isDecoded: true });
  const second = buffer.next();
  buffer.put({ result: block, cursor: "c2", isDecoded: true });
  expect([(await first).value?.cursor, (await second).value?.cursor]).toEqual(["c1", "c2"]);
  const third = buffer.next();
  buffer.end();
  const fourth = buffer.next();
  expect([(await third).done, (await fourth).done]).toEqual([true, true]);
});

test("an event of another chain is refused", async () => {
  const buffer = new EventBuffer({
    topic: "blocks",
    segment: "delta",
    filter: {},
    cursor: null,
    size: 10,
    overflow: "pause",
    onRoom: () => undefined,
    onInvalid: () => undefined,
  });
  const block = { number: 7, hash: "0x07", timestamp: 1, txCount: 0, validator: "ax1a" };
  buffer.put({ result: block, cursor: "c1" });
  await expect(buffer.next()).rejects.toThrow(
    'validator: expected an address of delta, got "ax1a"',
  );
});

test("an event that does not pass the filter is refused", async () => {
  const [wanted, other] = ["dx1wanted", "dx1other"];
  const buffer = new EventBuffer({
    topic: "transactions",
    segment: "delta",
    filter: { address: wanted },
    cursor: null,
    size: 10,
    overflow: "pause",
    onRoom: () => undefined,
    onInvalid: () => undefined,
  });
  const amounts = { value: "1", gasPrice: "1", gasLimit: "1", gasUsed: "1" };
  const place = { hash: "0x01", blockNumber: 7, blockHash: "0x07", nonce: 0, timestamp: 1 };
  const transaction = { ...amounts, ...place, status: "success", type: "transfer" };
  buffer.put({ result: { ...transaction, from: other, to: wanted }, cursor: "c1" });
  buffer.put({ result: { ...transaction, from: other, to: other }, cursor: "c2" });
  expect((await buffer.next()).value?.cursor).toBe("c1");
  await expect(buffer.next()).rejects.toMatchObject({
    name: "ContractError",
    issues: [
      {
        path: "",
        message: `expected from or to to be "${wanted}", got "${other}" and "${other}"`,
      },
    ],
  });
});
