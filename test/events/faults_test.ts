import { afterEach, expect, test } from "vitest";
import type { EventStream } from "../../src/events/mod.ts";
import { IS_WHOLE } from "../_suites.ts";
import { type Fault, FaultProxy, seeded } from "../fault_proxy.ts";
import { Opened, until } from "./_streams.ts";
import { textOfEvent, Truth } from "./_truth.ts";

const IS_LONG = process.env["FAULTS"] === "long";

/** Blocks to make; `npm run test:faults` makes more. */
const BLOCKS = IS_LONG ? 15_000 : IS_WHOLE ? 500 : 250;

/** Blocks from one restart to the next: what its log keeps is enough to ask for the truth. */
const RESTART = IS_LONG ? 500 : 120;

/** Milliseconds for an answer. The service makes blocks in the same process, which the long run keeps busy. */
const PATIENCE = IS_LONG ? 200 : 60;

const SEED = Number(process.env["FAULT_SEED"] ?? 7);

const FAULTS: readonly Fault[] = [
  "none",
  "refuse",
  "cut",
  "cut",
  "half-open",
  "drop",
  "delay",
  "duplicate",
];

const opened = new Opened();
afterEach(() => opened.close());

/** Reads a subscription to its end; each `lazy` events it takes a while. */
async function readAll(
  stream: EventStream<"blocks" | "transactions">,
  lazy: number,
): Promise<string[]> {
  const texts: string[] = [];
  for await (const event of stream) {
    texts.push(textOfEvent(event));
    if (texts.length % lazy === 0) await new Promise((go) => setTimeout(go, 30));
  }
  return texts;
}

test(
  "every event comes once and in order, through faults, restarts and reorganisations",
  { timeout: 1_800_000 },
  async () => {
    const started = performance.now();
    const random = seeded(SEED);
    const pick = (): Fault => FAULTS[Math.floor(random() * FAULTS.length)] ?? "none";
    // Each kind comes once before any comes again, however few connections a quick machine needs.
    const rest: Fault[] = [...new Set(FAULTS)];
    const data = opened.folder();
    const open = () =>
      opened.service({ data, segments: ["delta"], traffic: true }, { stopTimeout: 50 });
    let running = await open();
    const proxy = await FaultProxy.open(running.origin, () => ({
      fault: rest.splice(Math.floor(random() * rest.length), 1)[0] ?? pick(),
      after: 300 + Math.floor(random() ** 2 * 30_000),
    }));
    opened.add(() => proxy.close());
    const states: Record<string, number> = {};
    const { events } = opened.delta(proxy.origin, {
      heartbeat: { silence: 60, timeout: PATIENCE },
      reconnect: { base: 2, cap: 30, fallbackAfter: 1_000 },
    });
    const blocks = events.subscribe("blocks");
    const transactions = events.subscribe("transactions", {}, { buffer: { size: 5 } });
    let pauses = 0;
    transactions.onState(({ state }) => {
      states[state] = (states[state] ?? 0) + 1;
      if (state === "paused") pauses++;
    });
    await Promise.all([blocks.ready, transactions.ready]);
    const truth = new Truth(blocks.cursor ?? "");
    const reading = Promise.all([readAll(blocks, Infinity), readAll(transactions, 100)]);

    const last = (list: readonly string[]): number => Number(list.at(-1)?.split(" ")[0]);
    const lastOf = (cursor: string | null): number => last([textOfEvent({ cursor } as never)]);
    // The cursor of a reader that is left too far behind expires, and rightly so.
    const caughtUp = (): Promise<unknown> => {
      const isThere = (): boolean =>
        lastOf(blocks.cursor) >= last(truth.blocks) &&
        lastOf(transactions.cursor) >= last(truth.transactions);
      return Promise.race([until(isThere, 300_000), reading]);
    };

    const did = { reorganisations: 0, restarts: 0 };
    for (let made = 1; made <= BLOCKS; made++) {
      await running.service.produceBlock("delta");
      if (random() < 0.01) {
        await running.service.reorganise("delta", 1 + Math.floor(random() * 4));
        did.reorganisations++;
      }
      if (made % 20 === 0) await new Promise((go) => setTimeout(go, random() * 20));
      if (made % RESTART > 0) continue;
      await truth.learn(running.origin);
      await running.listener.close();
      running = await open();
      proxy.target = Number(new URL(running.origin).port);
      did.restarts++;
      await caughtUp();
    }
    await running.service.produceBlock("delta");
    await truth.learn(running.origin);
    await caughtUp();
    await events.close();
    const [seenBlocks, seenTransactions] = await reading;

    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `faults, seed ${SEED}: ${seenBlocks.length} of ${truth.blocks.length} events of blocks, ` +
        `${seenTransactions.length} of ${truth.transactions.length} of transactions, ` +
        `${JSON.stringify(did)}, ${proxy.connections} connections ${JSON.stringify(proxy.counts)}, ` +
        `states ${JSON.stringify(states)}, ${seconds} s`,
    );
    expect(seenBlocks).toEqual(truth.blocks);
    expect(seenTransactions).toEqual(truth.transactions);
    expect(did.reorganisations * did.restarts * pauses).toBeGreaterThan(0);
    expect(Object.keys(proxy.counts).toSorted()).toEqual([...new Set(FAULTS)].toSorted());
  },
);
