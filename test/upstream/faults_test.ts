import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { createClient } from "../../src/mod.ts";
import { createService, listen, type Listener } from "../../src/service/mod.ts";
import { upstreamOf } from "../../src/upstream/mod.ts";
import { forSeeds, type Random } from "../_random.ts";
import type { FaultProxy } from "../fault_proxy.ts";
import { FAULTS, openPlaces } from "./_faults.ts";
import { Opened, until } from "./_gateway.ts";
import { Readers } from "./_readers.ts";

const SEEDS = process.env["FAULTS"] === "long" ? 8 : 1;
const ROUNDS = 10;

let opened: Opened;
afterEach(() => opened.close());

const KINDS = Object.keys(FAULTS);

describe.each([1, 2])("through random faults of %i upstreams", (count) => {
  test("no answer is wrong, no event is missing, and all is well in the end", async () => {
    await forSeeds(SEEDS, (random) => runThrough(count, random));
  }, 300_000);
});

async function runThrough(count: number, random: Random): Promise<void> {
  opened = new Opened();
  const folder = opened.folder();
  const open = (options: object) =>
    opened.service({ segments: ["delta"], history: 20, ...options });
  const { right, places, close } = await openPlaces(open, folder);
  const { service } = right;
  for (let made = 0; made < 5; made++) await service.produceBlock("delta");
  const proxies: FaultProxy[] = [];
  while (proxies.length < count) proxies.push(await opened.proxy(right.listener.origin));
  const gateway = await openGateway(proxies.map(({ origin }) => origin));
  const own = await follow(gateway.origin);
  const truth = await follow(right.listener.origin);
  const readers = new Readers(gateway.origin, right.listener.origin);
  const struck: string[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const name = KINDS[random.upTo(KINDS.length - 1)] ?? "";
      const proxy = proxies[random.upTo(count - 1)] as FaultProxy;
      struck.push(name);
      const end = await FAULTS[name]?.(proxy, places);
      for (let made = random.upTo(3); made >= 0; made--) {
        await service.produceBlock("delta");
        await setTimeout(random.upTo(200));
      }
      await end?.();
      await service.produceBlock("delta");
      await setTimeout(random.upTo(300));
    }
    await until(() => own.hashes.length >= truth.hashes.length, 20_000);
    const answers = await readers.stop();
    const wrong = answers.filter(({ state }) => state === "wrong").map(({ text }) => text);
    expect([struck, wrong]).toEqual([struck, []]);
    expect(answers.filter(({ state }) => state === "right").length).toBeGreaterThan(ROUNDS);
    expect(own.hashes).toEqual(truth.hashes);
  } finally {
    await readers.stop();
    await Promise.all([own.close(), truth.close()]);
    close();
    await gateway.close();
    await opened.close();
  }
}

async function openGateway(endpoints: readonly string[]): Promise<Listener> {
  const upstream = upstreamOf({ endpoints, tier: "Enterprise" });
  const options = { segments: ["delta"], keylessTier: "Enterprise" } as const;
  const gateway = await createService({ ...options, upstream, log: () => undefined });
  return listen(gateway, { port: 0, stopTimeout: 500 });
}

/** Follows the blocks with a client, which resumes by its cursor where its connection is closed. */
async function follow(origin: string): Promise<{ hashes: unknown[]; close(): Promise<void> }> {
  const client = createClient("delta", { endpoints: origin, events: { polling: false } });
  const stream = client.events.subscribe("blocks");
  const hashes: unknown[] = [];
  const read = async (): Promise<void> => {
    for await (const { data, reorg } of stream) hashes.push(data?.hash ?? reorg);
  };
  await stream.ready;
  const reading = read().catch((error: unknown) => hashes.push(error));
  return {
    hashes,
    close: () =>
      client
        .close()
        .then(() => reading)
        .then(() => undefined),
  };
}
