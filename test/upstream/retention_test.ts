import { afterEach, expect, test } from "vitest";
import { type Client, createClient, isAlphadeltaError } from "../../src/mod.ts";
import { SYSTEM_CLOCK } from "../../src/transport/internal.ts";
import { type Gateway, openGateway } from "./_served.ts";

let gateway: Gateway;
const clients: Client<"delta">[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  await gateway.close();
});

test("a gateway forgets events by its own bound, whatever its upstream keeps, and tells the oldest cursor", async () => {
  let now = 1_800_000_000_000;
  gateway = await openGateway({
    clock: SYSTEM_CLOCK,
    gateway: { eventRetention: "1m", clock: () => now },
  });
  const { origin } = await gateway.listen();
  const open = (): Client<"delta"> => {
    const client = createClient("delta", { endpoints: origin, events: { polling: false } });
    clients.push(client);
    return client;
  };
  const mine = async (seconds: number): Promise<void> => {
    now += seconds * 1_000;
    await gateway.upstream.produceBlock("delta");
    await gateway.caughtUp();
  };
  const reader = open().events.subscribe("blocks");
  await reader.ready;
  const begin = reader.oldest ?? "";
  await mine(0);
  await mine(50);
  await mine(50);
  const heights: unknown[] = [];
  for (let count = 0; count < 3; count++) heights.push((await reader.next()).value?.data?.number);
  expect(heights).toEqual([13, 14, 15]);

  const fresh = open().events.subscribe("blocks");
  await fresh.ready;
  const oldest = fresh.oldest ?? "";
  expect(oldest).not.toBe(begin);
  expect((await gateway.read("/readyz")).text).toContain(`oldest cursor ${oldest}\n`);
  const kept = open().events.subscribe("blocks", { after: oldest });
  expect((await kept.next()).value?.data?.number).toBe(14);
  const expired = open().events.subscribe("blocks", { after: begin });
  const error: unknown = await expired.next().catch((reason: unknown) => reason);
  expect(isAlphadeltaError(error, "RpcError") && [error.code, error.data]).toEqual([
    -32004,
    `The log begins at the cursor ${oldest}`,
  ]);
});
