import { afterEach, expect, test } from "vitest";
import type { EventStream, WebSocketConstructor } from "../../src/events/mod.ts";
import { IS_WHOLE } from "../_suites.ts";
import { seeded } from "../fault_proxy.ts";
import { mine, Opened, until } from "./_streams.ts";

const IS_LONG = process.env["FAULTS"] === "long";
const SEED = Number(process.env["FAULT_SEED"] ?? 7);

/** Rounds of one seed each; `npm run test:faults` makes more. */
const ROUNDS = IS_LONG ? 30 : IS_WHOLE ? 2 : 1;

/** Blocks of a round. */
const BLOCKS = 120;

const FIRST = 1;

const opened = new Opened();
afterEach(() => opened.close());

/** The chain as a reader of events sees it, and what came twice or out of order. */
class View {
  readonly heights = new Map<string, number>();
  readonly wrong: string[] = [];
  events = 0;
  #last = FIRST - 1;

  async read(stream: EventStream<"blocks" | "transactions">, pause: () => number): Promise<void> {
    for await (const { data, reorg } of stream) {
      this.events++;
      if (reorg) this.#forget(reorg.fromHeight);
      else this.#take(data.hash, "number" in data ? data.number : (data.blockNumber ?? -1));
      const rest = pause();
      if (rest > 0) await new Promise((go) => setTimeout(go, rest));
    }
  }

  #forget(from: number): void {
    for (const [hash, height] of this.heights) if (height >= from) this.heights.delete(hash);
    this.#last = Math.min(this.#last, from - 1);
  }

  #take(hash: string, height: number): void {
    if (this.heights.has(hash)) this.wrong.push(`${hash} of ${height} twice`);
    if (height < this.#last) this.wrong.push(`${hash} of ${height} after ${this.#last}`);
    this.#last = height;
    this.heights.set(hash, height);
  }
}

interface Counts {
  reorganisations: number;
  readFaults: number;
  socketChanges: number;
  fallbacks: number;
  /** Of streams that were on a WebSocket before. */
  lostForGood: number;
  cameBack: number;
}

async function play(seed: number, counts: Counts): Promise<readonly [View, View]> {
  const random = seeded(seed);
  const service = await opened.service({ history: 5, seed, segments: ["delta"], traffic: true });
  const sockets = new Set<WebSocket>();
  let isUp = false;
  const webSocket = function Flapping(url: string): WebSocket {
    if (!isUp) throw new Error("Refused");
    const socket = new WebSocket(url);
    sockets.add(socket);
    return socket;
  };
  const flap = (isNext: boolean): void => {
    isUp = isNext;
    counts.socketChanges++;
    for (const socket of sockets) socket.close();
    sockets.clear();
  };
  const faulty: typeof fetch = async (input, init) => {
    if (random() > 0.1) return fetch(input, init);
    counts.readFaults++;
    if (random() < 0.5) throw new TypeError("Down");
    return new Response("Bad gateway", { status: 502 });
  };
  const delta = opened.delta(
    service.origin,
    {
      webSocket: webSocket as unknown as WebSocketConstructor,
      reconnect: { base: 3, cap: 30 },
      onFallback: () => void counts.fallbacks++,
    },
    {
      fetch: faulty,
      retries: 0,
      tier: { requestsPerSecond: 100_000, requestsPerDay: 1_000_000_000 },
    },
  );
  const options = { fromHeight: FIRST, onExpired: "backfill", buffer: { size: 5 } } as const;
  const blockStream = delta.events.subscribe("blocks", {}, options);
  const transactionStream = delta.events.subscribe("transactions", {}, options);
  for (const stream of [blockStream, transactionStream] as const) {
    let wasOpen = false;
    let isLost = false;
    stream.onState(({ state }) => {
      if (state === "polling" && wasOpen && !isLost) counts.lostForGood++;
      isLost ||= state === "polling" && wasOpen;
      if (state !== "open") return;
      if (isLost) counts.cameBack++;
      wasOpen = true;
      isLost = false;
    });
  }
  const both = (state: string): boolean =>
    blockStream.state === state && transactionStream.state === state;
  /** The sockets go for so long that both streams poll, or come back until both are on one; the chain goes on. */
  const settle = async (isNext: boolean): Promise<void> => {
    const wanted = isNext ? "open" : "polling";
    if (isUp !== isNext) flap(isNext);
    for (let turn = 0; turn < 400 && !both(wanted); turn++) {
      if (turn % 20 === 0) await mine(service, 1);
      if (turn === 20) await service.service.reorganise("delta", 3);
      await new Promise((go) => setTimeout(go, 5));
    }
    expect(both(wanted)).toBe(true);
  };
  const views = [new View(), new View()] as const;
  const pause = (): number => (random() < 0.02 ? 15 : 0);
  const reading = Promise.all([
    views[0].read(blockStream, pause),
    views[1].read(transactionStream, pause),
  ]);
  for (let made = 0; made < BLOCKS; made++) {
    await mine(service, 1);
    if (random() < 0.08) {
      await service.service.reorganise("delta", 1 + Math.floor(random() * 5));
      counts.reorganisations++;
    }
    if (random() < 0.08) flap(!isUp);
    if (made % 40 === 20) {
      await settle(true);
      await settle(false);
      await service.service.reorganise("delta", 1 + Math.floor(random() * 5));
    }
    if (random() < 0.3) await new Promise((go) => setTimeout(go, random() * 20));
  }
  flap(true);
  const direct = opened.delta(service.origin, {}, { tier: "Enterprise" });
  const blocks = await direct.listBlocks({ limit: 100 }).toArray({ limit: 1_000 });
  const transactions = await direct.listTransactions({ limit: 100 }).toArray({ limit: 10_000 });
  const truth = [
    blocks.filter(({ number }) => number >= FIRST).map(({ hash }) => hash),
    transactions.filter(({ blockNumber }) => (blockNumber ?? 0) >= FIRST).map(({ hash }) => hash),
  ].map((hashes) => hashes.toSorted());
  const seen = (): string[][] => views.map(({ heights }) => [...heights.keys()].toSorted());
  const isThere = (): boolean => JSON.stringify(seen()) === JSON.stringify(truth);
  await Promise.race([until(isThere, 20_000), reading]).catch(() => undefined);
  expect(seen()).toEqual(truth);
  await delta.events.close();
  await reading;
  return views;
}

test(
  "blocks and transactions come once and in order: polled for, backfilled, and on a WebSocket that comes and goes or is lost for good",
  { timeout: ROUNDS * 30_000 },
  async () => {
    const counts: Counts = {
      reorganisations: 0,
      readFaults: 0,
      socketChanges: 0,
      fallbacks: 0,
      lostForGood: 0,
      cameBack: 0,
    };
    const wrong: string[] = [];
    let events = 0;
    for (let round = 0; round < ROUNDS; round++) {
      for (const view of await play(SEED + round, counts)) {
        wrong.push(...view.wrong);
        events += view.events;
      }
      await opened.close();
    }
    console.log(
      `rest faults, seeds ${SEED} to ${SEED + ROUNDS - 1}: ${events} events, ${wrong.length} wrong, ${JSON.stringify(counts)}`,
    );
    expect(wrong).toEqual([]);
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(0);
  },
);
