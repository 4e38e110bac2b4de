import { expect, test } from "vitest";
import { resolveEndpoints } from "../../src/chains/mod.ts";
import { createTransport } from "../../src/transport/mod.ts";
import { operationRequest } from "../../src/upstream/_upstream_request.ts";
import { ORIGIN, openTestService } from "../_client.ts";

test.each([
  ["listBlocks", { order: "asc", limit: 100 }, 30],
  ["listBlocks", { order: "asc", limit: 10 }, 9],
] as const)("the blocks of an answer tell a height of the chain: %s", async (...row) => {
  const [id, query, height] = row;
  const service = await openTestService(["delta"]);
  const transport = createTransport({ fetch: (input, init) => service.fetch(input, init) });
  const input = { path: {}, query, headers: {}, body: undefined };
  const { call } = operationRequest(id, input, "delta");
  const reply = await transport.call(call(resolveEndpoints("delta", ORIGIN)));
  expect(reply.height).toBe(height);
  await service.close();
});
