import { DatabaseSync } from "node:sqlite";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { EventStream, StreamEvent } from "../../src/events/mod.ts";
import { isAlphadeltaError } from "../../src/mod.ts";
import { devAccounts } from "../../src/devnet/mod.ts";
import { FaultProxy } from "../fault_proxy.ts";
import type { EventService } from "../service/server/websocket/_event_service.ts";
import { heights, mine, Opened, take, until } from "./_streams.ts";

const opened = new Opened();
afterEach(() => opened.close());

/** A service behind a proxy, which can be stopped, lose its log and start again. */
class Kept {
  readonly data: string;
  running: EventService;
  proxy: FaultProxy;

  private constructor(running: EventService, proxy: FaultProxy, data: string) {
    this.running = running;
    this.proxy = proxy;
    this.data = data;
  }

  static async open(): Promise<Kept> {
    const data = opened.folder();
    const running = await opened.service({ data, segments: ["delta"] }, { stopTimeout: 50 });
    const proxy = await FaultProxy.open(running.origin);
    opened.add(() => proxy.close());
    return new Kept(running, proxy, data);
  }

  /** Stops the service, has its log forget everything, and does something before clients can reach it again. */
  async forget(act: (running: EventService) => Promise<void>): Promise<void> {
    await this.running.listener.close();
    const database = new DatabaseSync(join(this.data, "delta.sqlite"));
    database.exec("DELETE FROM event; DELETE FROM epoch;");
    database.close();
    const options = { data: this.data, segments: ["delta"] } as const;
    this.running = await opened.service(options, { stopTimeout: 50 });
    await act(this.running);
    this.proxy.target = Number(new URL(this.running.origin).port);
  }
}

const BACKFILL = { onExpired: "backfill" } as const;

describe("a cursor that has expired", () => {
  test("is an RpcError after the events before it", async () => {
    const kept = await Kept.open();
    const blocks = opened.delta(kept.proxy.origin).events.subscribe("blocks");
    await blocks.ready;
    await mine(kept.running, 1);
    await until(() => blocks.state === "open");
    expect(heights(await take(blocks, 1))).toEqual([3]);
    await kept.forget((running) => mine(running, 2));
    const reason: unknown = await blocks.next().catch((error: unknown) => error);
    expect(isAlphadeltaError(reason, "RpcError") && reason.code).toBe(-32004);
    expect(blocks.state).toBe("closed");
  });

  test("is answered by a backfill of blocks, without gap or repetition", async () => {
    const kept = await Kept.open();
    const blocks = opened.delta(kept.proxy.origin).events.subscribe("blocks", {}, BACKFILL);
    const states: string[] = [];
    blocks.onState(({ state }) => states.push(state));
    await blocks.ready;
    await mine(kept.running, 2);
    expect(heights(await take(blocks, 2))).toEqual([3, 4]);
    await kept.forget((running) => mine(running, 230));
    expect(heights(await take(blocks, 230))).toEqual(
      Array.from({ length: 230 }, (_, at) => at + 5),
    );
    await until(() => blocks.state === "open");
    expect(states).toContain("backfilling");
    await mine(kept.running, 1);
    const [live] = await take(blocks, 1);
    expect(live).toMatchObject({ data: { number: 235 }, cursor: expect.any(String) });
  });

  test("and a reorganisation meanwhile: the backfill says from where on", async () => {
    const kept = await Kept.open();
    const blocks = opened.delta(kept.proxy.origin).events.subscribe("blocks", {}, BACKFILL);
    await blocks.ready;
    await mine(kept.running, 6);
    const before = await take(blocks, 6);
    expect(heights(before)).toEqual([3, 4, 5, 6, 7, 8]);
    await kept.forget(async (running) => {
      await running.service.reorganise("delta", 3);
      await mine(running, 1);
    });
    const after = await take(blocks, 6);
    expect(heights(after)).toEqual(["reorg 6", 6, 7, 8, 9, 10]);
    expect(after[0]?.reorg).toEqual({
      fromHeight: 6,
      oldHead: before[5]?.data?.hash,
      newHead: before[2]?.data?.hash,
    });
  });

  test("a reorganisation below the block that it began at", async () => {
    const kept = await Kept.open();
    const blocks = opened.delta(kept.proxy.origin).events.subscribe("blocks", {}, BACKFILL);
    await blocks.ready;
    await kept.forget(async (running) => {
      await running.service.reorganise("delta", 2);
    });
    expect(heights(await take(blocks, 4))).toEqual(["reorg 1", 1, 2, 3]);
  });

  test("is answered by a backfill of transactions through their filter, each once", async () => {
    const kept = await Kept.open();
    const [, , carol] = await devAccounts("delta");
    const to = carol?.address ?? "";
    const { events } = opened.delta(kept.proxy.origin);
    const stream = events.subscribe("transactions", { address: to, type: "transfer" }, BACKFILL);
    await stream.ready;
    const sent = [await kept.running.pay("delta", to), await kept.running.pay("delta", to)];
    await kept.running.pay("delta");
    await mine(kept.running, 1);
    // One of two in a block: the other one is not lost.
    const first = await take(stream, 1);
    await kept.forget(async (running) => {
      for (let round = 0; round < 3; round++) {
        sent.push(await running.pay("delta", to));
        await running.pay("delta");
        await mine(running, 2);
      }
    });
    const rest = await take(stream, 4);
    await until(() => stream.state === "open");
    sent.push(await kept.running.pay("delta", to));
    await mine(kept.running, 1);
    const live = await take(stream, 1);
    expect([...first, ...rest, ...live].map(({ data }) => data?.hash)).toEqual(sent);
    expect(live[0]?.cursor).toEqual(expect.any(String));
  });
});

describe("from a height on", () => {
  test("blocks are read through REST, and joined with live ones", async () => {
    const service = await opened.service({ history: 150 });
    const { events } = opened.delta(service.origin);
    const blocks = events.subscribe("blocks", {}, { fromHeight: 40, buffer: { size: 10 } });
    const seen: StreamEvent<"blocks">[] = await take(blocks, 20);
    await mine(service, 20);
    seen.push(...(await take(blocks, 100)));
    await mine(service, 20);
    seen.push(...(await take(blocks, 31)));
    expect(heights(seen)).toEqual(Array.from({ length: 151 }, (_, at) => at + 40));
    expect(seen.at(-1)?.cursor).toEqual(expect.any(String));
  });

  test("a reorganisation meanwhile is delivered, followed by the new blocks", async () => {
    const service = await opened.service({ history: 30 });
    const { events } = opened.delta(service.origin);
    const blocks = events.subscribe("blocks", {}, { fromHeight: 20, buffer: { size: 2 } });
    const seen = await take(blocks, 8);
    await service.service.reorganise("delta", 5);
    await mine(service, 1);
    const view = follow([...seen, ...(await takeUntil(blocks, 32))]);
    expect(view).toEqual(await hashesOf(service, 20));
  });

  test.each([1, 3])(
    "that is %i above the newest block, it waits with few requests",
    async (above) => {
      const service = await opened.service({ history: 10 });
      let asked = 0;
      const count = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
        asked++;
        return fetch(input, init);
      };
      const { events } = opened.delta(service.origin, {}, { fetch: count });
      const blocks = events.subscribe("blocks", {}, { fromHeight: 10 + above });
      await until(() => blocks.state === "open");
      await mine(service, above + 1);
      expect(heights(await take(blocks, 2))).toEqual([10 + above, 11 + above]);
      expect(asked).toBeLessThan(6);
    },
  );

  test("no block below it is delivered, even after a reorganisation", async () => {
    const service = await opened.service({ history: 10 });
    const { events } = opened.delta(service.origin);
    const blocks = events.subscribe("blocks", {}, { fromHeight: 10 });
    const seen = await take(blocks, 1);
    await until(() => blocks.state === "open");
    await service.service.reorganise("delta", 3);
    expect(heights([...seen, ...(await take(blocks, 3))])).toEqual([10, "reorg 8", 10, 11]);
  });

  test("it continues after REST has failed for a while", async () => {
    const service = await opened.service({ history: 30 });
    let asked = 0;
    const delta = opened.delta(
      service.origin,
      {},
      {
        retries: 0,
        fetch: (input, init) =>
          ++asked <= 3 ? Promise.reject(new TypeError("Down")) : fetch(input, init),
      },
    );
    const blocks = delta.events.subscribe("blocks", {}, { fromHeight: 25 });
    expect(heights(await take(blocks, 6))).toEqual([25, 26, 27, 28, 29, 30]);
  });
});

async function takeUntil(
  stream: EventStream<"blocks">,
  height: number,
): Promise<StreamEvent<"blocks">[]> {
  const events: StreamEvent<"blocks">[] = [];
  while (events.at(-1)?.data?.number !== height) events.push(...(await take(stream, 1)));
  return events;
}

/** The chain as a reader of events sees it in the end. */
function follow(events: readonly StreamEvent<"blocks">[]): string[] {
  const view = new Map<number, string>();
  for (const { data, reorg } of events) {
    if (reorg) {
      for (const number of view.keys()) if (number >= reorg.fromHeight) view.delete(number);
    } else {
      expect(view.has(data.number)).toBe(false);
      view.set(data.number, data.hash);
    }
  }
  return [...view.values()];
}

async function hashesOf({ origin }: EventService, from: number): Promise<string[]> {
  const answer = await fetch(`${origin}/v1/delta/blocks?order=asc&limit=100`);
  const { data } = (await answer.json()) as { data: { blocks: { hash: string }[] } };
  return data.blocks.slice(from).map(({ hash }) => hash);
}
