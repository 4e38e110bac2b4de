import { expect, test } from "vitest";
import type { ProducedBlock } from "../../../../src/service/chain/ledger/mod.ts";
import type { LogBound } from "../../../../src/service/event_retention.ts";
import {
  type EventRender,
  MAX_FORGOTTEN,
  type Store,
} from "../../../../src/service/chain/store/mod.ts";
import { hashOf, makeBlock } from "./_blocks.ts";

/** Short texts of what happened. */
export const EVENTS: EventRender = {
  block: ({ block, changes }, before) => [
    { topic: "blocks", body: `block ${block.height}` },
    ...changes.map(({ key, value }) => ({
      topic: "changes",
      body: `${key}: ${before(key)} to ${value}`,
      about: { type: "change", from: key, to: key },
    })),
  ],
  removal: ({ fromHeight, oldHead, newHead }) => [
    { topic: "reorgs", body: `${fromHeight} ${oldHead} ${newHead}` },
  ],
};

/** Opens stores that render events with {@linkcode EVENTS}. */
export interface EventStores {
  /** A place where there is no store yet. */
  readonly place: () => string;
  /** Opens the store at a place, a new one or the one that was closed there. */
  readonly open: (place: string, options?: EventLogOptions) => Promise<Store>;
}

export interface EventLogOptions {
  readonly bound?: LogBound;
  readonly clock?: () => number;
}

/** Keeps so many events. */
function atMost(events: number): EventLogOptions {
  return { bound: { events, age: Infinity } };
}

async function bodies(store: Store, after = 0): Promise<string[]> {
  return (await store.events.read(after, 100_000)).events.map(({ body }) => body);
}

export function chain(length: number): ProducedBlock[] {
  const blocks: ProducedBlock[] = [];
  for (let i = 0; i < length; i++) blocks.push(makeBlock(blocks.at(-1), []));
  return blocks;
}

function pending(id: number): { hash: string; raw: Uint8Array } {
  return { hash: hashOf(`pending ${id}`), raw: Uint8Array.of(id) };
}

/** Tests that the event log of every store must pass. */
export function testEventLog({ place, open }: EventStores): void {
  test("a write and its events are one step, and what is pending is no event", async () => {
    const store = await open(place());
    expect(await store.events.bounds()).toEqual({ first: 1, last: 0 });
    expect(await store.events.size()).toBeUndefined();
    const genesis = makeBlock(undefined, [], [{ key: "a", value: "1" }]);
    const first = makeBlock(genesis, [], [{ key: "a", value: "2" }]);
    await store.apply([genesis, first]);
    await store.putPending([pending(1), pending(2)]);
    await store.truncate(0, [pending(3), pending(1)]);
    await store.truncate(0);
    expect(await bodies(store)).toEqual([
      "block 0",
      "a: undefined to 1",
      "block 1",
      "a: 1 to 2",
      `1 ${first.block.hash} ${genesis.block.hash}`,
    ]);
    const { events, ...bounds } = await store.events.read(1, 1);
    expect(bounds).toEqual({ first: 1, last: 5 });
    const about = { type: "change", from: "a", to: "a" };
    expect(events).toEqual([{ sequence: 2, topic: "changes", body: "a: undefined to 1", about }]);
    await store.close();
  });

  test("a transaction that stands in a batch twice is pending once", async () => {
    const store = await open(place());
    await store.apply(chain(1));
    await store.putPending([pending(1), pending(2), pending(1)]);
    expect(await store.listPending()).toEqual([pending(1), pending(2)]);
    await store.truncate(0, [pending(3), pending(1), pending(3)]);
    expect(await store.listPending()).toEqual([pending(3), pending(1)]);
    await store.close();
  });

  test("the events of some topics are read without the others, and the bounds are the whole log's", async () => {
    const store = await open(place());
    const genesis = makeBlock(undefined, [], [{ key: "a", value: "1" }]);
    const first = makeBlock(genesis, []);
    await store.apply([genesis, first, makeBlock(first, [])]);
    await store.truncate(0);
    const { events, ...bounds } = await store.events.read(1, 3, ["reorgs", "blocks"]);
    expect(events.map(({ sequence }) => sequence)).toEqual([3, 4]);
    expect(bounds).toEqual({ first: 1, last: 5 });
    expect((await store.events.read(0, 4, ["reorgs"])).events).toEqual([]);
    expect((await store.events.read(0, 10, ["reorgs"])).events).toHaveLength(1);
    await store.close();
  });

  test("a write that fails leaves no event", async () => {
    const store = await open(place());
    const [genesis, , second] = chain(3);
    if (!genesis || !second) throw new Error("Three blocks were made");
    await expect(store.apply([genesis, second])).rejects.toThrow(RangeError);
    expect(await store.events.bounds()).toEqual({ first: 1, last: 0 });
    await store.close();
  });

  test("the oldest events beyond the bound are forgotten, and no number is given twice", async () => {
    const at = place();
    const blocks = chain(20);
    const store = await open(at, atMost(5));
    await store.apply(blocks.slice(0, 18));
    expect(await store.events.bounds()).toEqual({ first: 14, last: 18 });
    await store.close();
    const again = await open(at, atMost(5));
    await again.apply(blocks.slice(18));
    expect(await again.events.bounds()).toEqual({ first: 16, last: 20 });
    expect(await bodies(again)).toEqual([15, 16, 17, 18, 19].map((height) => `block ${height}`));
    await again.close();
  });

  test("events older than a bound by age are forgotten, but for the newest, and no number is given twice", async () => {
    const at = place();
    let now = 1_000;
    const options = { bound: { events: Infinity, age: 100 }, clock: () => now };
    const store = await open(at, options);
    const blocks = chain(6);
    await store.apply(blocks.slice(0, 2));
    now += 60;
    await store.apply(blocks.slice(2, 3));
    expect(await bodies(store)).toEqual(["block 0", "block 1", "block 2"]);
    now += 60;
    await store.apply(blocks.slice(3, 4));
    expect(await bodies(store)).toEqual(["block 2", "block 3"]);
    expect(await store.events.size()).toEqual({ events: 2, since: 1_060 });
    now += 1_000;
    await store.close();
    const again = await open(at, options);
    await again.apply(blocks.slice(4));
    expect(await bodies(again)).toEqual(["block 4", "block 5"]);
    expect(await again.events.bounds()).toEqual({ first: 5, last: 6 });
    await again.close();
  });

  test("a shorter bound takes a long log off in steps, each with a write", async () => {
    const at = place();
    const store = await open(at);
    // Each change is an event, too.
    const changes = Array.from({ length: 2 * MAX_FORGOTTEN }, (_, id) => {
      return { key: `key ${String(id).padStart(5, "0")}`, value: "1" };
    });
    const genesis = makeBlock(undefined, [], changes);
    const first = makeBlock(genesis, []);
    await store.apply([genesis]);
    await store.close();
    const again = await open(at, atMost(5));
    await again.apply([first]);
    expect((await again.events.size())?.events).toBe(MAX_FORGOTTEN + 1);
    await again.apply([makeBlock(first, [])]);
    expect((await again.events.size())?.events).toBe(5);
    await again.close();
  });

  test("an epoch ends where the next opening began", async () => {
    const at = place();
    const blocks = chain(5);
    const store = await open(at);
    await store.apply(blocks.slice(0, 3));
    const { epoch } = store.events;
    expect(await store.events.endOf(epoch)).toBe(3);
    await store.close();
    const again = await open(at);
    await again.apply(blocks.slice(3));
    expect(again.events.epoch).not.toBe(epoch);
    expect(await again.events.endOf(epoch)).toBe(3);
    expect(await again.events.endOf(again.events.epoch)).toBe(5);
    expect(await again.events.endOf("another")).toBeUndefined();
    await again.close();
  });
}
