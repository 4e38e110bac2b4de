import { afterAll, beforeAll, expect, test } from "vitest";
import { RUNTIME_CLOCK } from "../../src/events/internal.ts";
import { createClient } from "../../src/mod.ts";
import { ManualClock } from "../_manual_clock.ts";
import { openWorld, type World } from "./_world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("waits of a client are woken by the service's events, and share one subscription", async () => {
  // Time stands still for waits, so that no interval ends.
  const client = createClient("delta", {
    endpoints: world.origin,
    tier: "Enterprise",
    clock: new ManualClock(),
    events: { clock: RUNTIME_CLOCK },
  });
  const { events } = client;
  const signed = await Promise.all([0, 1, 2].map((index) => world.sign(0, index)));
  for (const { signedTx } of signed) await client.sendRawTransaction(signedTx);
  const waits = signed.map(({ txHash }) => client.waitForReceipt(txHash));
  await expect.poll(() => events.state).toBe("open");
  await world.service.produceBlock("delta");
  for (const { status } of await Promise.all(waits)) expect(status).toBe(1);
  // With the last wait the subscription ends, and its socket with it.
  await expect.poll(() => events.state).toBe("idle");
});
