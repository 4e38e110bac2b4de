import { expect, test } from "vitest";
import type { ProducedBlock } from "../../../../src/service/chain/ledger/mod.ts";
import type { EventRender, Store } from "../../../../src/service/chain/store/mod.ts";
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
  pending: ({ raw }) => [{ topic: "pending", body: `pending ${raw[0]}` }],
};

/** Opens stores that render events with {@linkcode EVENTS}. */
export interface EventStores {
  /** A place where there is no store yet. */
  readonly place: () => string;
  /** Opens the store at a place, a new one or the one that was closed there. */
  readonly open: (place: string, maximumEvents?: number) => Promise<Store>;
}

async function bodies(store: Store, after = 0): Promise<string[]> {
  return (await store.events.read(after, 1_000)).events.map(({ body }) => body);
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
  test("a write and its events are one step: blocks, removals, and what is pending anew", async () => {
    const store = await open(place());
    expect(await store.events.bounds()).toEqual({ first: 1, last: 0 });
    const genesis = makeBlock(undefined, [], [{ key: "a", value: "1" }]);
    const first = makeBlock(genesis, [], [{ key: "a", value: "2" }]);
    await store.apply([genesis, first]);
    await store.putPending([pending(1), pending(2)]);
    await store.putPending([pending(2)]);
    await store.truncate(0, [pending(3), pending(1)]);
    await store.truncate(0);
    expect(await bodies(store)).toEqual([
      "block 0",
      "a: undefined to 1",
      "block 1",
      "a: 1 to 2",
      "pending 1",
      "pending 2",
      `1 ${first.block.hash} ${genesis.block.hash}`,
      "pending 3",
    ]);
    const { events, ...bounds } = await store.events.read(1, 1);
    expect(bounds).toEqual({ first: 1, last: 8 });
    const about = { type: "change", from: "a", to: "a" };
    expect(events).toEqual([{ sequence: 2, topic: "changes", body: "a: undefined to 1", about }]);
    await store.close();
  });

  test("a transaction that stands in a batch twice is pending once", async () => {
    const store = await open(place());
    await store.apply(chain(1));
    const before = (await store.events.bounds()).last;
    await store.putPending([pending(1), pending(2), pending(1)]);
    expect(await store.listPending()).toEqual([pending(1), pending(2)]);
    await store.truncate(0, [pending(3), pending(1), pending(3)]);
    expect(await store.listPending()).toEqual([pending(3), pending(1)]);
    expect(await bodies(store, before)).toEqual(["pending 1", "pending 2", "pending 3"]);
    await store.close();
  });

  test("the events of some topics are read without the others, and the bounds are the whole log's", async () => {
    const store = await open(place());
    const genesis = makeBlock(undefined, [], [{ key: "a", value: "1" }]);
    await store.apply([genesis]);
    await store.putPending([pending(1), pending(2)]);
    const { events, ...bounds } = await store.events.read(1, 2, ["pending", "blocks"]);
    expect(events.map(({ sequence }) => sequence)).toEqual([3, 4]);
    expect(bounds).toEqual({ first: 1, last: 4 });
    expect((await store.events.read(0, 10, ["reorgs"])).events).toEqual([]);
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
    const store = await open(at, 5);
    await store.apply(blocks.slice(0, 18));
    expect(await store.events.bounds()).toEqual({ first: 14, last: 18 });
    await store.close();
    const again = await open(at, 5);
    await again.apply(blocks.slice(18));
    expect(await again.events.bounds()).toEqual({ first: 16, last: 20 });
    expect(await bodies(again)).toEqual([15, 16, 17, 18, 19].map((height) => `block ${height}`));
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
