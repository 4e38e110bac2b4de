import { afterAll, beforeAll, expect, test } from "vitest";
import type { EventsState } from "../../src/events/mod.ts";
import { openWorld, type World } from "./_world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("waits of a client are woken by the service's events, and share one subscription", async () => {
  // Before any other block, the mean block time is that of the history: two seconds.
  const signed = await Promise.all([0, 1, 2].map((index) => world.sign(0, index)));
  for (const { signedTx } of signed) await world.direct.sendRawTransaction(signedTx);
  const waits = signed.map(({ txHash }) => world.direct.waitForReceipt(txHash));
  await until("open");
  const started = performance.now();
  await world.service.produceBlock("delta");
  for (const { status } of await Promise.all(waits)) expect(status).toBe(1);
  expect(performance.now() - started).toBeLessThan(1_500);
  // With the last wait the subscription ends, and its socket with it.
  await until("idle");
});

async function until(state: EventsState): Promise<void> {
  while (world.direct.events.state !== state) await new Promise((next) => setTimeout(next, 5));
}
