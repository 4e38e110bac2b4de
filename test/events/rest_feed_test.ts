import { afterEach, expect, test } from "vitest";
import { Filler } from "../../src/events/_filler.ts";
import { RestFeed } from "../../src/events/_rest_feed.ts";
import { readTiming } from "../../src/events/_timing.ts";
import { type ChainReads, RUNTIME_CLOCK } from "../../src/events/mod.ts";
import { mine, Opened } from "./_streams.ts";

const opened = new Opened();
afterEach(() => opened.close());

interface Told {
  readonly number?: number;
  readonly hash?: string;
  readonly reorg?: { readonly fromHeight: number };
}

/** Fills blocks from height 25 on; `onPlace` happens while each place is asked for, `onPage` at the first page. */
async function fill(
  onPlace: (round: number, make: () => Promise<void>) => Promise<void>,
  onPage: (reorganise: () => Promise<void>) => Promise<void> = async () => undefined,
): Promise<{ place: string | undefined; told: Told[]; heads: string[] }> {
  const { service, origin } = await opened.service({ history: 30 });
  const delta = opened.delta(origin);
  let pages = 0;
  const reads: ChainReads = {
    listBlockTransactions: (...args) => delta.listBlockTransactions(...args),
    getChainStats: (...args) => delta.getChainStats(...args),
    async listBlocks(query, options) {
      if (query.order === "asc" && pages++ === 0) {
        await onPage(() => service.reorganise("delta", 2));
      }
      return delta.listBlocks(query, options);
    },
  };
  const filler = new Filler("blocks", {}, reads);
  filler.walk.standBelow(25);
  const told: Told[] = [];
  const heads: string[] = [];
  const feed = new RestFeed({
    filler,
    clock: RUNTIME_CLOCK,
    timing: readTiming({}, {}),
    sink: {
      topic: "blocks",
      signal: new AbortController().signal,
      put: async (result) => void told.push(result as Told),
      async askPlace() {
        await onPlace(heads.length, () => service.produceBlock("delta"));
        const { items } = await delta.listBlocks({ limit: 1 });
        heads.push(items[0]?.hash ?? "");
        return `place ${heads.length}`;
      },
      waits: (reason) => expect.unreachable(reason),
      goesOn: () => undefined,
      failed: (reason) => expect.unreachable(String(reason)),
    },
  });
  return { place: await feed.fill(), told, heads };
}

function numbers(told: readonly Told[]): unknown[] {
  return told.map(({ number, reorg }) => (reorg ? `reorg ${reorg.fromHeight}` : number));
}

test("a place that a block came around is taken again", async () => {
  const { place, told, heads } = await fill(async (round, make) => {
    if (round < 2) await make();
  });
  expect(place).toBe("place 3");
  expect(numbers(told)).toEqual([25, 26, 27, 28, 29, 30, 31, 32]);
  expect(told.at(-1)?.hash).toBe(heads.at(-1));
});

test("a reorganisation after the place was taken: it is taken again, and the new blocks are told", async () => {
  const { place, told, heads } = await fill(
    async () => undefined,
    (reorganise) => reorganise(),
  );
  expect(place).toBe("place 2");
  expect(numbers(told)).toEqual([25, 26, 27, 28, 29, 30, 31]);
  expect(told.at(-1)?.hash).toBe(heads.at(-1));
});

test("of a block that was told of in part, the rest is told", async () => {
  const service = await opened.service();
  const delta = opened.delta(service.origin);
  const sent = [await service.pay("delta"), await service.pay("delta"), await service.pay("delta")];
  await service.service.produceBlock("delta");
  sent.push(await service.pay("delta"));
  await service.service.produceBlock("delta");
  const filler = new Filler("transactions", {}, delta);
  const { data } = await delta.rest.GET("/transactions/{hash}", {
    params: { path: { hash: sent[0] ?? "" } },
  });
  filler.note(data?.data);
  const hashes: unknown[] = [];
  const { signal } = new AbortController();
  for await (const step of filler.steps(undefined, signal)) hashes.push((step as Told).hash);
  expect(hashes).toEqual(sent.slice(1));
  for await (const step of filler.steps(undefined, signal)) expect.unreachable(String(step));
});

test("of a block that was replaced while it was read, nothing below is told again", async () => {
  const service = await opened.service();
  const delta = opened.delta(service.origin);
  const sent = [await service.pay("delta")];
  await service.service.produceBlock("delta");
  sent.push(await service.pay("delta"));
  await service.service.produceBlock("delta");
  const { blockHeight: newest } = await delta.getChainInfo();
  let isReplaced = false;
  const reads: ChainReads = {
    listBlocks: (...args) => delta.listBlocks(...args),
    getChainStats: (...args) => delta.getChainStats(...args),
    async listBlockTransactions(number, ...args) {
      if (number === newest && !isReplaced) await service.service.reorganise("delta", 1);
      isReplaced ||= number === newest;
      return delta.listBlockTransactions(number, ...args);
    },
  };
  const filler = new Filler("transactions", {}, reads);
  filler.walk.standBelow(newest - 1);
  const { signal } = new AbortController();
  const told: Told[] = [];
  for (let turn = 0; turn < 3; turn++) {
    for await (const step of filler.steps(undefined, signal)) told.push(step as Told);
  }
  expect(told.map(({ hash, reorg }) => hash ?? reorg?.fromHeight)).toEqual([
    sent[0],
    newest,
    sent[1],
  ]);
});

test("a block below a notice that came from the socket can be replaced later, and that is told", async () => {
  const service = await opened.service();
  const delta = opened.delta(service.origin);
  const sent = await service.pay("delta");
  await mine(service, 3);
  const { data } = await delta.rest.GET("/transactions/{hash}", {
    params: { path: { hash: sent } },
  });
  const height = data?.data?.blockNumber ?? 0;
  const filler = new Filler("transactions", {}, delta);
  filler.note(data?.data);
  filler.note({ reorg: { fromHeight: height + 2, oldHead: "0x1", newHead: "0x2" } });
  await service.service.reorganise("delta", 3);
  const { signal } = new AbortController();
  const told: Told[] = [];
  for await (const step of filler.steps(undefined, signal)) told.push(step as Told);
  expect(told.map(({ hash, reorg }) => hash ?? reorg?.fromHeight)).toEqual([height, sent]);
});
