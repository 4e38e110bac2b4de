import { expect, test, vi } from "vitest";
import type { RpcServiceError } from "../../../../src/service/api/context/mod.ts";
import {
  addressKey,
  AddressRoom,
  EventFeed,
  EventSession,
  formatCursor,
  readCursor,
  type SessionLink,
} from "../../../../src/service/api/events/mod.ts";
import {
  type EventDraft,
  type EventLog,
  openSqliteStore,
  type Store,
} from "../../../../src/service/chain/store/mod.ts";
import type { ProducedBlock } from "../../../../src/service/chain/ledger/mod.ts";
import { formatAddress } from "../../../../src/units/mod.ts";
import { makeBlock, RENDER } from "../../chain/store/_blocks.ts";

/** A connection whose reader takes what was sent when the test says so. */
class ManualLink implements SessionLink {
  readonly seen: string[] = [];
  readonly closed: number[] = [];
  #waiting: { readonly text: string; readonly sent: () => void }[] = [];

  get buffered(): number {
    return this.#waiting.reduce((sum, { text }) => sum + text.length, 0);
  }

  send(frame: string | Uint8Array, sent: () => void): void {
    this.#waiting.push({
      text: typeof frame === "string" ? frame : new TextDecoder().decode(frame),
      sent,
    });
  }

  close(code: number): void {
    this.closed.push(code);
  }

  /** Reads everything there is. */
  read(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { text } of waiting) this.seen.push(text);
    for (const { sent } of waiting) sent();
  }
}

const FILLER = "x".repeat(1_000);

type Draft = Omit<EventDraft, "body">;

function setUp(
  maximumEvents: number,
  draftOf: (height: number) => Draft = () => ({ topic: "blocks" }),
  { perBlock = 1, filler = FILLER } = {},
): {
  store: Store;
  feed: EventFeed;
  grow: (count: number) => Promise<void>;
} {
  const store = openSqliteStore({
    bound: { events: maximumEvents, age: Infinity },
    render: {
      ...RENDER,
      events: {
        block: ({ block: { height } }) =>
          Array.from({ length: perBlock }, (_, index) => height * perBlock + index).map(
            (event) => ({
              ...draftOf(event),
              body: `"${event} ${filler}"`,
            }),
          ),
        removal: () => [],
      },
    },
  });
  const feed = new EventFeed({ log: store.events, onError: () => undefined });
  let top: ProducedBlock | undefined;
  return {
    store,
    feed,
    async grow(count) {
      for (let i = 0; i < count; i++) {
        top = makeBlock(top, []);
        await store.apply([top]);
        feed.wake();
      }
    },
  };
}

function connect(
  feed: EventFeed,
  maximumQueue = 10,
  room = new AddressRoom({ perSubject: 5, perProcess: 9 }),
  waitForRate: (signal: AbortSignal) => Promise<void> = () => Promise.resolve(),
): { link: ManualLink; session: EventSession } {
  const link = new ManualLink();
  const subject = "address:192.0.2.7";
  const onError = (): undefined => undefined;
  const options = { link, feed, maximumQueue, subject, room, waitForRate, onError };
  return { link, session: new EventSession(options) };
}

function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

/** Turns of the event loop after which sessions and feeds have done all that they can do without a reader. */
const TURNS = 50;

async function settle(): Promise<void> {
  for (let i = 0; i < TURNS; i++) await turn();
}

/** A log that counts how often it is read. */
function countReads(log: EventLog): EventLog & { reads: number } {
  return {
    epoch: log.epoch,
    reads: 0,
    bounds: () => log.bounds(),
    endOf: (epoch) => log.endOf(epoch),
    size: () => log.size(),
    read(...asked) {
      this.reads++;
      return log.read(...asked);
    },
  };
}

function heights(link: ManualLink): number[] {
  return link.seen.map((text) => Number(/"result":"(\d+)/.exec(text)?.[1]));
}

test("a replay reads no further than its reader, and is ended with 1013 once the log has forgotten its place", async () => {
  const { feed, grow } = setUp(300);
  const { link, session } = connect(feed);
  const { cursor = "" } = await session.subscribe("blocks", {});
  await grow(250);
  const late = connect(feed);
  await late.session.subscribe("blocks", { after: cursor });
  late.session.start();
  await settle();
  expect(late.link.buffered).toBeLessThan(200_000);
  late.link.read();
  await settle();
  expect(heights(late.link)).toEqual(Array.from({ length: 100 }, (_, height) => height));
  await grow(400);
  late.link.read();
  await settle();
  expect(late.link.closed).toEqual([1013]);
  expect(link.seen).toEqual([]);
  session.end();
});

/** A rate that has room when the test says so; counts how often it was waited for. */
class ManualRate {
  readonly signals: AbortSignal[] = [];
  #go: () => void = () => undefined;

  readonly wait = (signal: AbortSignal): Promise<void> => {
    this.signals.push(signal);
    return new Promise((resolve) => {
      this.#go = resolve;
      signal.addEventListener("abort", () => resolve());
    });
  };

  allow(): void {
    this.#go();
  }
}

/** A log of 2,300 short events, and a connection that replays it at a rate. */
async function replayAtRate(draftOf?: (event: number) => Draft) {
  const room = new AddressRoom({ perSubject: 5, perProcess: 9 });
  const parts = setUp(100_000, draftOf, { perBlock: 50, filler: "x" });
  const rate = new ManualRate();
  await parts.grow(46);
  const { link, session } = connect(parts.feed, 100, room, rate.wait);
  const after = formatCursor({ epoch: parts.store.events.epoch, sequence: 0 });
  const { subscription } = await session.subscribe("blocks", { after });
  session.start();
  const readOn = async (): Promise<void> => {
    for (let step = 0; step < 10; step++) {
      await settle();
      link.read();
    }
  };
  await readOn();
  return { ...parts, rate, link, session, subscription, readOn };
}

test("each page of a replay but the first waits for the rate, and live events go on from there, each once", async () => {
  const { rate, link, session, readOn, grow } = await replayAtRate();
  expect([link.seen.length, rate.signals.length]).toEqual([1_000, 1]);
  // What comes while it waits is a part of the replay.
  await grow(2);
  await readOn();
  expect(link.seen).toHaveLength(1_000);
  rate.allow();
  await readOn();
  expect([link.seen.length, rate.signals.length]).toEqual([2_000, 2]);
  rate.allow();
  await grow(2);
  await readOn();
  expect(heights(link)).toEqual(Array.from({ length: 2_500 }, (_, event) => event));
  await grow(1);
  await readOn();
  expect(heights(link)).toEqual(Array.from({ length: 2_550 }, (_, event) => event));
  expect([rate.signals.length, link.closed]).toEqual([2, []]);
  session.end();
});

test.each([
  ["its end", (session: EventSession, id: string) => session.unsubscribe(id)],
  ["that of its connection", (session: EventSession) => session.end()],
])("%s ends the wait of a replay for the rate, and nothing more is read", async (_, end) => {
  const { rate, link, session, subscription, readOn } = await replayAtRate();
  expect(rate.signals.map(({ aborted }) => aborted)).toEqual([false]);
  end(session, subscription);
  expect(rate.signals.map(({ aborted }) => aborted)).toEqual([true]);
  await readOn();
  expect([link.seen.length, rate.signals.length]).toEqual([1_000, 1]);
});

test("ten events of other topics that a replay passes over are one of its page", async () => {
  const { rate, link, session } = await replayAtRate((event) => ({
    topic: event < 500 ? "blocks" : "proposals",
  }));
  // 500 of its own, and 1,800 others.
  expect([link.seen.length, rate.signals.length]).toEqual([500, 0]);
  session.end();
});

test("a page of long events ends before it has as many", async () => {
  const room = new AddressRoom({ perSubject: 5, perProcess: 9 });
  const { store, feed, grow } = setUp(1_000, undefined, { filler: "x".repeat(8_000) });
  await grow(300);
  const rate = new ManualRate();
  const { link, session } = connect(feed, 10, room, rate.wait);
  const after = formatCursor({ epoch: store.events.epoch, sequence: 0 });
  await session.subscribe("blocks", { after });
  session.start();
  for (let step = 0; step < 5; step++) {
    await settle();
    link.read();
  }
  // A step has 100 events, and 132 of these are 1 MiB.
  expect([link.seen.length, rate.signals.length]).toEqual([200, 1]);
  session.end();
});

test("a subscription is told of replays of its connection that have yet to come to its cursor", async () => {
  const { rate, session, readOn } = await replayAtRate();
  expect(await session.subscribe("blocks", {})).toMatchObject({ replaying: true });
  rate.allow();
  await readOn();
  rate.allow();
  await readOn();
  const { replaying } = await session.subscribe("blocks", {});
  expect(replaying).toBeUndefined();
  // None of these has begun, and there is nothing to replay.
  expect((await session.subscribe("blocks", {})).replaying).toBeUndefined();
  session.end();
});

test("a live queue above its bound for a moment does not end a connection that empties it", async () => {
  const { feed, grow } = setUp(1_000);
  const quick = connect(feed);
  const slow = connect(feed);
  for (const { session } of [quick, slow]) {
    await session.subscribe("blocks", {});
    session.start();
  }
  await settle();
  await grow(100);
  while (quick.link.seen.length < 100) {
    await turn();
    quick.link.read();
  }
  await expect.poll(() => slow.link.closed).toEqual([1013]);
  expect(heights(quick.link)).toEqual(Array.from({ length: 100 }, (_, height) => height));
  expect(quick.link.closed).toEqual([]);
});

test("a reader that empties its queue again and again is not too slow, one that leaves it is", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate"] });
  try {
    const { link, session } = connect(setUp(1_000).feed, 2);
    const overflow = (): void => {
      for (let i = 0; i < 3; i++) session.outbox.sendLive(() => new Uint8Array(1));
    };
    for (let i = 0; i < 5; i++) {
      overflow();
      vi.advanceTimersByTime(9);
      link.read();
    }
    overflow();
    vi.advanceTimersByTime(9);
    expect(link.closed).toEqual([]);
    vi.advanceTimersByTime(2);
    expect(link.closed).toEqual([1013]);
  } finally {
    vi.useRealTimers();
  }
});

test("a service that was busy for long lets a connection send before it judges its reader", async () => {
  const { link, session } = connect(setUp(1_000).feed, 2);
  // From here on timers that have run out come before what sockets tell.
  await turn();
  const read = turn().then(() => link.read());
  for (let i = 0; i < 3; i++) session.outbox.sendLive(() => new Uint8Array(1));
  const busyUntil = performance.now() + 30;
  while (performance.now() < busyUntil);
  await read;
  expect(link.closed).toEqual([]);
  session.end();
});

test("however many subscriptions replay at a time, others are served after each page", async () => {
  const { store, grow } = setUp(1_000);
  await grow(250);
  const log = countReads(store.events);
  const { link, session } = connect(new EventFeed({ log, onError: () => undefined }));
  const after = formatCursor({ epoch: log.epoch, sequence: 0 });
  for (let i = 0; i < 20; i++) await session.subscribe("blocks", { after });
  session.start();
  let most = 0;
  while (link.seen.length < 20 * 250) {
    const before = log.reads;
    await turn();
    most = Math.max(most, log.reads - before);
    link.read();
  }
  // One of a replay, and one of the feed for those that have caught up.
  expect(most).toBeLessThanOrEqual(2);
  session.end();
});

test("a replay passes over events of other topics, a page at a time", async () => {
  const { store, grow } = setUp(1_000);
  await grow(250);
  const log = countReads(store.events);
  const { session } = connect(new EventFeed({ log, onError: () => undefined }));
  await session.subscribe("proposals", { after: formatCursor({ epoch: log.epoch, sequence: 0 }) });
  session.start();
  await settle();
  // Three of 100 events, and the feed's, which goes on from there.
  expect(log.reads).toBe(4);
  session.end();
});

test("a cursor that the log no longer keeps has expired, and the oldest that holds is named", async () => {
  const { feed, grow } = setUp(10);
  const { session } = connect(feed);
  const { cursor = "" } = await session.subscribe("blocks", {});
  await grow(10);
  await session.subscribe("blocks", { after: cursor });
  await grow(1);
  const refusal = await session
    .subscribe("blocks", { after: cursor })
    .catch((error: unknown) => error);
  const named = (refusal as RpcServiceError).error.data?.split(" ").at(-1) ?? "";
  expect((await session.subscribe("blocks", { after: named })).cursor).toBe(named);
});

test("a feed without listeners reads nothing, and continues where its next listener begins", async () => {
  const { feed, grow } = setUp(10);
  const first = connect(feed);
  await first.session.subscribe("blocks", {});
  first.session.start();
  await grow(3);
  await settle();
  first.link.read();
  first.session.end();
  await grow(30);
  const second = connect(feed);
  await second.session.subscribe("blocks", {});
  second.session.start();
  await grow(2);
  await settle();
  second.link.read();
  first.link.read();
  expect(second.link.closed).toEqual([]);
  expect([heights(first.link), heights(second.link)]).toEqual([
    [0, 1, 2],
    [33, 34],
  ]);
});

test("events read before they were announced are not sent twice", async () => {
  const { store, feed, grow } = setUp(1_000);
  const first = connect(feed);
  const { cursor = "" } = await first.session.subscribe("blocks", {});
  first.session.start();
  await grow(2);
  await settle();
  // Written, and the feed does not know of it yet.
  await store.truncate(-1);
  await store.apply([makeBlock(undefined, [], [], "other")]);
  const second = connect(feed);
  await second.session.subscribe("blocks", { after: cursor });
  second.session.start();
  await settle();
  for (const { link } of [first, second]) link.read();
  expect([heights(first.link), heights(second.link)]).toEqual([
    [0, 1, 0],
    [0, 1, 0],
  ]);
});

test("events written during the last page of a replay are sent at once", async () => {
  const { store, grow } = setUp(1_000);
  let isFirst = true;
  const log: EventLog = {
    epoch: store.events.epoch,
    bounds: () => store.events.bounds(),
    endOf: (epoch) => store.events.endOf(epoch),
    size: () => store.events.size(),
    async read(after, limit) {
      const page = await store.events.read(after, limit);
      if (isFirst) {
        isFirst = false;
        await grow(2);
        feed.wake();
      }
      return page;
    },
  };
  const feed = new EventFeed({ log, onError: () => undefined });
  const { link, session } = connect(feed);
  await session.subscribe("blocks", {});
  session.start();
  await settle();
  link.read();
  expect(heights(link)).toEqual([0, 1]);
});

test("a subscription that cannot read the log ends the connection with 1011", async () => {
  const { store, grow } = setUp(1_000);
  await grow(3);
  const log: EventLog = {
    epoch: store.events.epoch,
    bounds: () => store.events.bounds(),
    endOf: (epoch) => store.events.endOf(epoch),
    size: () => store.events.size(),
    read: () => Promise.reject(new Error("The disk is gone")),
  };
  const { link, session } = connect(new EventFeed({ log, onError: () => undefined }));
  await session.subscribe("blocks", {});
  session.start();
  await expect.poll(() => link.closed).toEqual([1011]);
  expect(session.subscriptionCount).toBe(0);
});

test("a reader that does not read is sent 64 KiB, and its other events are not written out", async () => {
  const { feed, grow } = setUp(1_000);
  const { link, session } = connect(feed, 500);
  await session.subscribe("blocks", {});
  session.start();
  await settle();
  await grow(400);
  await settle();
  expect(session.outbox.waitingLive).toBe(400);
  // One more event may be begun below the bound.
  expect(link.buffered).toBeLessThan(64 * 1_024 + 2 * FILLER.length);
  while (session.outbox.waitingLive > 0) link.read();
  expect(heights(link)).toEqual(Array.from({ length: 400 }, (_, height) => height));
});

test("a response waits behind the events before it", async () => {
  const { feed, grow } = setUp(1_000);
  const { link, session } = connect(feed, 500);
  await session.subscribe("blocks", {});
  session.start();
  await settle();
  await grow(100);
  await settle();
  session.outbox.reply("last");
  while (session.outbox.waitingLive > 0) link.read();
  link.read();
  expect(link.seen.length).toBe(101);
  expect(link.seen.at(-1)).toBe("last");
});

/** Addresses of which each sends every other transaction. */
const SENDERS = [1, 2].map((byte) =>
  formatAddress({ prefix: "dx", bytes: new Uint8Array(20).fill(byte) }),
);
const [EVEN = "", ODD = ""] = SENDERS.map(addressKey);

function sentInTurn(height: number): Draft {
  const from = SENDERS[height % 2] ?? "";
  return { topic: "transactions", about: { type: "transfer", from, to: from } };
}

function range(from: number, to: number, step = 1): number[] {
  return Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step);
}

test("a subscription by addresses that replays gets no live event before its turn", async () => {
  const { feed, grow } = setUp(1_000, sentInTurn);
  const live = connect(feed, 1_000);
  const { cursor = "" } = await live.session.subscribe("transactions", {}, new Set([EVEN, ODD]));
  live.session.start();
  await settle();
  await grow(250);
  const late = connect(feed, 1_000);
  await late.session.subscribe("transactions", { after: cursor }, new Set([EVEN, ODD]));
  late.session.start();
  await settle();
  await grow(5);
  await settle();
  for (let turns = 0; turns < 4; turns++) {
    late.link.read();
    await settle();
  }
  expect(heights(late.link)).toEqual(range(0, 255));
});

test("a change of addresses holds from the place where its cursor is, in a replay and live", async () => {
  const { feed, grow } = setUp(1_000, sentInTurn);
  const { link, session } = connect(feed, 1_000);
  const { cursor = "" } = await session.subscribe("transactions", {}, new Set());
  await grow(300);
  const { subscription } = await session.subscribe(
    "transactions",
    { after: cursor },
    new Set([EVEN]),
  );
  session.start();
  await settle();
  const inReplay = session.updateSubscription(subscription, {
    add: new Set([ODD]),
    remove: new Set([EVEN]),
  });
  for (let turns = 0; turns < 4; turns++) {
    link.read();
    await settle();
  }
  const changed = readCursor((await inReplay)?.cursor ?? "")?.sequence ?? -1;
  expect(changed).toBeGreaterThan(0);
  expect(changed).toBeLessThan(300);
  // The event of height 0 has sequence 1.
  const expected = [...range(0, changed, 2), ...range(changed + 1 - (changed % 2), 300, 2)];
  expect(heights(link)).toEqual(expected);
  await grow(3);
  await settle();
  const live = await session.updateSubscription(subscription, {
    add: new Set([EVEN]),
    remove: new Set(),
  });
  expect(readCursor(live?.cursor ?? "")?.sequence).toBe(303);
  await grow(2);
  await settle();
  link.read();
  expect(heights(link)).toEqual([...expected, 301, 303, 304]);
  expect(live?.addresses).toBe(2);
});

test("a subscription that has ended is watched for by nobody", async () => {
  const { feed, grow } = setUp(1_000, sentInTurn);
  const { link, session } = connect(feed);
  const { subscription } = await session.subscribe("transactions", {}, new Set([EVEN]));
  session.start();
  await settle();
  session.unsubscribe(subscription);
  const kept = connect(feed);
  await kept.session.subscribe("transactions", {}, new Set([EVEN]));
  kept.session.start();
  await settle();
  await grow(1);
  await settle();
  link.read();
  kept.link.read();
  expect([link.seen, heights(kept.link)]).toEqual([[], [0]]);
  kept.session.end();
  expect([...feed.addressesOf("transactions").watchersOf(EVEN)]).toEqual([]);
});

test("addresses are counted until their session ends, and never those of one that ended before it had them", async () => {
  const { store, feed } = setUp(1_000);
  const room = new AddressRoom({ perSubject: 5, perProcess: 9 });
  const { session } = connect(feed, 10, room);
  const keys = new Set(["a", "b", "c"]);
  await session.subscribe("transactions", {}, keys);
  expect(room.total).toBe(3);
  await expect(session.subscribe("transactions", {}, keys)).rejects.toMatchObject({
    error: {
      message: "Limit exceeded",
      data: expect.stringContaining(
        "All connections of one key or IP address have at most 5 addresses in their filters, these have 3",
      ),
    },
  });
  expect(room.total).toBe(3);
  const late = session.subscribe("transactions", {}, new Set(["d"]));
  session.end();
  session.end();
  await late;
  expect(room.total).toBe(0);
  await store.close();
});
