import { afterEach, expect, test } from "vitest";
import { ChainWalk } from "../../src/events/_chain_walk.ts";
import { heights, mine, Opened, take, until } from "./_streams.ts";

const opened = new Opened();
afterEach(() => opened.close());

test("after an event, no call shares a request from before it", async () => {
  const service = await opened.service({ history: 6, segments: ["delta"] });
  const release = Promise.withResolvers<void>();
  const held: string[] = [];
  const fetchSlowly: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const [path] = /\/chain\/info$|\/blocks\/7$/.exec(String(input)) ?? [];
    if (path === undefined || held.includes(path)) return response;
    // The first answer of each is made at once, and long on its way.
    held.push(path);
    await release.promise;
    return response;
  };
  const delta = opened.delta(service.origin, {}, { fetch: fetchSlowly });
  const blocks = delta.events.subscribe("blocks");
  await blocks.ready;
  const before = delta.getChainInfo();
  await until(() => held.length === 1);
  await mine(service, 1);
  expect(heights(await take(blocks, 1))).toEqual([7]);
  expect((await delta.getChainInfo()).blockHeight).toBe(7);

  const replaced = delta.getBlock(7);
  await until(() => held.length === 2);
  await service.service.reorganise("delta", 1);
  expect(heights(await take(blocks, 2))).toEqual(["reorg 7", 7]);
  const block = await delta.getBlock(7);
  release.resolve();
  expect((await replaced).hash).not.toBe(block.hash);
  expect((await before).blockHeight).toBe(6);
});

test("blocks that are read through REST are known as those of events are", async () => {
  const service = await opened.service({ history: 6, segments: ["delta"] });
  const known: [number, boolean][] = [];
  const walk = new ChainWalk({
    ...{ topic: "blocks", filter: {}, fromHeight: 5, reads: opened.delta(service.origin) },
    onHeight: (...height) => void known.push(height),
  });
  const { signal } = new AbortController();
  const read = async (): Promise<void> => {
    for await (const _ of walk.steps(undefined, signal));
  };
  await read();
  await service.service.reorganise("delta", 1);
  await read();
  expect(known).toEqual([
    ...[
      [5, false],
      [6, false],
    ],
    ...[
      [5, true],
      [6, false],
      [7, false],
    ],
  ]);
});
