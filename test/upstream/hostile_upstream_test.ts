import { afterEach, expect, test } from "vitest";
import { HOSTILE, HOSTILE_BYTES } from "../cli/_hostile_service.ts";
import { type Gateway, openGateway } from "./_served.ts";

let gateway: Gateway;
afterEach(() => gateway.close());

const meta = { timestamp: 1, requestId: HOSTILE };
const refusalOf = (error: object): string => JSON.stringify({ success: false, error, meta });
const envelopeOf = (data: object): string => JSON.stringify({ success: true, data, meta });

test.each([
  ["an error", 500, refusalOf({ code: "INTERNAL_ERROR", message: HOSTILE })],
  ["data that break the interface", 200, envelopeOf({ blocks: HOSTILE, pagination: HOSTILE })],
  ["no JSON", 502, HOSTILE_BYTES],
])("an upstream that answers with %s adds no line to /readyz", async (_, status, text) => {
  let isHostile = false;
  gateway = await openGateway({
    upstream: {
      fetch: (input, init) =>
        isHostile ? Promise.resolve(new Response(text, { status })) : fetch(input, init),
    },
  });
  expect((await gateway.read("/readyz")).text).toMatch(/^ready\n/);
  isHostile = true;
  // A request that fails leads to a check of the upstream.
  const readiness = async (): Promise<number> => {
    await gateway.read("/v1/delta/blocks?limit=2");
    return (await gateway.read("/readyz")).status;
  };
  await expect.poll(readiness).toBe(503);
  const { text: ready } = await gateway.read("/readyz");
  for (const line of ready.trimEnd().split("\n")) expect(line).toMatch(/^(?:not ready: )?delta: /);
  // Nothing of what it says is repeated.
  expect(ready).not.toMatch(/\\u|FORGED/);
  const { text: metrics } = await gateway.read("/metrics");
  expect(ready + metrics).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
});
