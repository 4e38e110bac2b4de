import { afterEach, expect, test } from "vitest";
import { RestReader } from "../../src/events/_rest_reader.ts";
import { ChainWalk } from "../../src/events/_chain_walk.ts";
import { type ChainReads, RUNTIME_CLOCK } from "../../src/events/internal.ts";
import { mine, Opened, until } from "./_streams.ts";
import { readTiming } from "../../src/events/event_clock.ts";
import { createPollingQuota } from "../../src/events/polling_quota.ts";

const opened = new Opened();
afterEach(() => opened.close());

interface Delivered {
  readonly number?: number;
  readonly hash?: string;
  readonly reorg?: { readonly fromHeight: number };
}

/** Backfills blocks from height 25 on; `onCursor` runs while each cursor is read, `onPage` at the first page. */
async function backfill(
  onCursor: (round: number, make: () => Promise<void>) => Promise<void>,
  onPage: (reorganise: () => Promise<void>) => Promise<void> = async () => undefined,
): Promise<{ cursor: string | null; delivered: Delivered[]; heads: string[] }> {
  const { service, origin } = await opened.service({ history: 30 });
  const delta = opened.delta(origin);
  let pages = 0;
  const reads: ChainReads = {
    ...delta,
    async listBlocks(query, options) {
      if (query.order === "asc" && pages++ === 0) {
        await onPage(() => service.reorganise("delta", 2));
      }
      return delta.listBlocks(query, options);
    },
  };
  const delivered: Delivered[] = [];
  const heads: string[] = [];
  const cursor = await new Promise<string | null>((resolve, reject) => {
    const reader = new RestReader({
      topic: "blocks",
      filter: {},
      fromHeight: 25,
      reads,
      clock: RUNTIME_CLOCK,
      timing: readTiming({}, {}),
      quota: createPollingQuota({ reads }),
      put: async (result) => void delivered.push(result as Delivered),
      async readCursor() {
        await onCursor(heads.length, () => service.produceBlock("delta"));
        const { items } = await delta.listBlocks({ limit: 1 });
        heads.push(items[0]?.hash ?? "");
        return `cursor ${heads.length}`;
      },
      notify(input) {
        if (input.type === "backfilled") resolve(input.cursor);
        else if (input.type !== "reading") reject(new Error(JSON.stringify(input)));
      },
    });
    void reader.start("backfilling");
  });
  return { cursor, delivered, heads };
}

function numbers(delivered: readonly Delivered[]): unknown[] {
  return delivered.map(({ number, reorg }) => (reorg ? `reorg ${reorg.fromHeight}` : number));
}

test("a cursor is read again where a block came meanwhile", async () => {
  const { cursor, delivered, heads } = await backfill(async (round, make) => {
    if (round < 2) await make();
  });
  expect(cursor).toBe("cursor 3");
  expect(numbers(delivered)).toEqual([25, 26, 27, 28, 29, 30, 31, 32]);
  expect(delivered.at(-1)?.hash).toBe(heads.at(-1));
});

test("after a reorganisation meanwhile the cursor is read again, and the new blocks are delivered", async () => {
  const { cursor, delivered, heads } = await backfill(
    async () => undefined,
    (reorganise) => reorganise(),
  );
  expect(cursor).toBe("cursor 2");
  expect(numbers(delivered)).toEqual([25, 26, 27, 28, 29, 30, 31]);
  expect(delivered.at(-1)?.hash).toBe(heads.at(-1));
});

test("the rest of a block that was delivered in part is delivered", async () => {
  const service = await opened.service();
  const delta = opened.delta(service.origin);
  const sent = [await service.pay("delta"), await service.pay("delta"), await service.pay("delta")];
  await service.service.produceBlock("delta");
  sent.push(await service.pay("delta"));
  await service.service.produceBlock("delta");
  const walk = new ChainWalk({ topic: "transactions", filter: {}, reads: delta });
  const { data } = await delta.rest.GET("/transactions/{hash}", {
    params: { path: { hash: sent[0] ?? "" } },
  });
  walk.note(data?.data);
  const hashes: unknown[] = [];
  const { signal } = new AbortController();
  for await (const step of walk.steps(undefined, signal)) hashes.push((step as Delivered).hash);
  expect(hashes).toEqual(sent.slice(1));
  for await (const step of walk.steps(undefined, signal)) expect.unreachable(String(step));
});

test("after a transaction below the height to begin at, those from that height on are delivered", async () => {
  const service = await opened.service();
  const delta = opened.delta(service.origin);
  const early = await service.pay("delta");
  await service.service.produceBlock("delta");
  const { data } = await delta.rest.GET("/transactions/{hash}", {
    params: { path: { hash: early } },
  });
  const { blockHeight } = await delta.getChainInfo();
  const fromHeight = blockHeight + 1;
  const walk = new ChainWalk({ topic: "transactions", filter: {}, fromHeight, reads: delta });
  expect(walk.note(data?.data)).toBe(false);
  const later = await service.pay("delta");
  await service.service.produceBlock("delta");
  const hashes: unknown[] = [];
  const { signal } = new AbortController();
  for await (const step of walk.steps(undefined, signal)) hashes.push((step as Delivered).hash);
  expect(hashes).toEqual([later]);
});

test("a block replaced while it is read repeats nothing below it", async () => {
  const service = await opened.service();
  const delta = opened.delta(service.origin);
  const sent = [await service.pay("delta")];
  await service.service.produceBlock("delta");
  sent.push(await service.pay("delta"));
  await service.service.produceBlock("delta");
  const { blockHeight: newest } = await delta.getChainInfo();
  let isReplaced = false;
  const reads: ChainReads = {
    ...delta,
    async listBlockTransactions(number, ...args) {
      if (number === newest && !isReplaced) await service.service.reorganise("delta", 1);
      isReplaced ||= number === newest;
      return delta.listBlockTransactions(number, ...args);
    },
  };
  const walk = new ChainWalk({ topic: "transactions", filter: {}, fromHeight: newest - 1, reads });
  const { signal } = new AbortController();
  const delivered: Delivered[] = [];
  for (let turn = 0; turn < 3; turn++) {
    for await (const step of walk.steps(undefined, signal)) delivered.push(step as Delivered);
  }
  expect(delivered.map(({ hash, reorg }) => hash ?? reorg?.fromHeight)).toEqual([
    sent[0],
    newest,
    sent[1],
  ]);
});

test("a block below a notice from the socket can be replaced later, which is delivered", async () => {
  const service = await opened.service();
  const delta = opened.delta(service.origin);
  const sent = await service.pay("delta");
  await mine(service, 3);
  const { data } = await delta.rest.GET("/transactions/{hash}", {
    params: { path: { hash: sent } },
  });
  const height = data?.data?.blockNumber ?? 0;
  const walk = new ChainWalk({ topic: "transactions", filter: {}, reads: delta });
  walk.note(data?.data);
  walk.note({ reorg: { fromHeight: height + 2, oldHead: "0x1", newHead: "0x2" } });
  await service.service.reorganise("delta", 3);
  const { signal } = new AbortController();
  const delivered: Delivered[] = [];
  for await (const step of walk.steps(undefined, signal)) delivered.push(step as Delivered);
  expect(delivered.map(({ hash, reorg }) => hash ?? reorg?.fromHeight)).toEqual([height, sent]);
});

test("a reorganisation below the first event after a cursor is an error, as a stream before had the blocks below", async () => {
  const { service, origin } = await opened.service({ history: 30 });
  const delta = opened.delta(origin);
  const { items } = await delta.listBlocks({ order: "asc", limit: 50 });
  const walk = new ChainWalk({ topic: "blocks", filter: { after: "c" }, reads: delta });
  for (const block of items.slice(28)) walk.note(block);
  const { signal } = new AbortController();
  await service.reorganise("delta", 1);
  const delivered: Delivered[] = [];
  for await (const step of walk.steps(undefined, signal)) delivered.push(step as Delivered);
  expect(numbers(delivered)).toEqual(["reorg 30", 30, 31]);
  await service.reorganise("delta", 5);
  await expect(walk.steps(undefined, signal).next()).rejects.toThrow(
    /^Cannot resume blocks without a gap: the chain was reorganised from block 28 or below/,
  );
  walk.note({ reorg: { fromHeight: 27, oldHead: "0x1", newHead: "0x2" } });
  expect(walk.tip).toBeUndefined();
});

test("an event that is behind what REST gave is delivered once, and none of a replaced block after its successor", async () => {
  const { service, origin } = await opened.service({ history: 30 });
  const delta = opened.delta(origin);
  const before = await delta.getBlock(30);
  await service.reorganise("delta", 1);
  const { items } = await delta.listBlocks({ order: "asc", limit: 50 });
  const walk = new ChainWalk({ topic: "blocks", filter: {}, fromHeight: 29, reads: delta });
  const delivered: Delivered[] = [];
  for await (const step of walk.steps(undefined, new AbortController().signal))
    delivered.push(step as Delivered);
  expect(numbers(delivered)).toEqual([29, 30, 31]);
  expect(items.slice(29).map((block) => walk.note(block))).toEqual([false, false, false]);
  expect(walk.note(before)).toBe(false);
  expect(walk.note({ reorg: { fromHeight: 30, oldHead: before.hash, newHead: "0x1" } })).toBe(true);
  expect(walk.note(items[30])).toBe(true);
});

test("a second backfill stops the first, so that each block is delivered once", async () => {
  const { origin } = await opened.service({ history: 5 });
  const delta = opened.delta(origin);
  const gate = Promise.withResolvers<void>();
  const reads: ChainReads = {
    ...delta,
    async listBlocks(query) {
      const answer = await delta.listBlocks(query);
      await gate.promise;
      return answer;
    },
  };
  const delivered: unknown[] = [];
  const inputs: unknown[] = [];
  const reader = new RestReader({
    topic: "blocks",
    filter: {},
    fromHeight: 3,
    reads,
    clock: RUNTIME_CLOCK,
    timing: readTiming({}, {}),
    quota: createPollingQuota({ reads }),
    readCursor: async () => "c9",
    put: async (result) => void delivered.push((result as { number: number }).number),
    notify: (input) => void (input.type !== "reading" && inputs.push(input)),
  });
  void reader.start("backfilling");
  void reader.start("backfilling");
  gate.resolve();
  await until(() => inputs.length > 0);
  expect(inputs).toEqual([{ type: "backfilled", cursor: "c9" }]);
  expect(delivered).toEqual([3, 4, 5]);
});

test("the position that live events wait for is taken before history is read", async () => {
  const priorities = async (fromHeight?: number): Promise<unknown[]> => {
    const { origin } = await opened.service({ history: 30 });
    const delta = opened.delta(origin);
    const asked = new Set<unknown>();
    const reads: ChainReads = {
      ...delta,
      listBlocks(query, options) {
        asked.add(options?.priority);
        return delta.listBlocks(query, options);
      },
    };
    await new Promise<void>((resolve) => {
      const reader = new RestReader({
        topic: "blocks",
        filter: {},
        fromHeight,
        reads,
        clock: RUNTIME_CLOCK,
        timing: readTiming({}, {}),
        quota: createPollingQuota({ reads }),
        put: async () => undefined,
        readCursor: async () => "a cursor",
        notify: ({ type }) => void (type === "backfilled" && resolve()),
      });
      void reader.start("backfilling");
    });
    return [...asked];
  };
  expect(await priorities()).toEqual(["watch"]);
  expect(await priorities(25)).toEqual(["backfill"]);
});

test("a reorganisation between two pages of blocks is delivered", async () => {
  const { service, origin } = await opened.service({ history: 99 });
  const delta = opened.delta(origin);
  let pages = 0;
  const reads: ChainReads = {
    ...delta,
    async listBlocks(query, options) {
      const answer = await delta.listBlocks(query, options);
      if (query.order !== "asc" || pages++ > 0) return answer;
      await service.reorganise("delta", 2);
      await service.produceBlock("delta");
      return answer;
    },
  };
  const walk = new ChainWalk({ topic: "blocks", filter: {}, fromHeight: 97, reads });
  const delivered: Delivered[] = [];
  for await (const step of walk.steps(undefined, new AbortController().signal)) {
    delivered.push(step as Delivered);
  }
  const { blockHeight: newest } = await delta.getChainInfo();
  const replaced = [98, 99];
  const anew = Array.from({ length: newest - 97 }, (_, index) => 98 + index);
  expect(numbers(delivered)).toEqual([97, ...replaced, "reorg 98", ...anew]);
});

test("a list that states another length of its pages each time is walked without asking for ever", async () => {
  const { origin } = await opened.service({ history: 99 });
  const delta = opened.delta(origin);
  let pages = 0;
  const reads: ChainReads = {
    ...delta,
    async listBlocks(query, options) {
      const { items } = await delta.listBlocks(query, options);
      const limit = query.order === "asc" ? 50 + (pages++ % 2) : 1;
      return { items, pagination: { limit, totalItems: 100 } };
    },
  };
  const walk = new ChainWalk({ topic: "blocks", filter: {}, fromHeight: 97, reads });
  const delivered: Delivered[] = [];
  for await (const step of walk.steps(undefined, new AbortController().signal)) {
    delivered.push(step as Delivered);
  }
  expect(numbers(delivered)).toEqual([97, 98, 99]);
  expect(pages).toBeLessThan(5);
});
