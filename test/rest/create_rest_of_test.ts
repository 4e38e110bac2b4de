import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveEndpoints } from "../../src/chains/mod.ts";
import { openList, PagedList } from "../../src/pagination/mod.ts";
import { createRestOf, getBlock, listBlocks, listValidators } from "../../src/rest/mod.ts";
import { chain_getBlockByNumber, createRpcOf, delta_getStake } from "../../src/rpc/mod.ts";
import type { Service } from "../../src/service/mod.ts";
import { createTransport } from "../../src/transport/mod.ts";
import { openTestService, ORIGIN } from "../_client.ts";

let service: Service;
beforeAll(async () => {
  service = await openTestService();
});
afterAll(() => service.close());

const endpoints = resolveEndpoints("delta", ORIGIN);

test("an interface of a few operations calls them, checked and decoded", async () => {
  const transport = createTransport({ fetch: (input, init) => service.fetch(input, init) });
  const rest = createRestOf("delta", endpoints, transport, { getBlock, listValidators });
  const block = await rest.call("getBlock", [7]);
  expect(block).toMatchObject({ number: 7, gasUsed: expect.any(BigInt) as bigint });
  const { validators } = await rest.call("listValidators", [{ limit: 2 }]);
  expect(validators[0]?.stake).toBeTypeOf("bigint");
  await expect(rest.call("getBlock", [true as never])).rejects.toThrow(
    "Cannot call getBlock: identifier must be",
  );
});

test("an interface of a few methods calls them, and knows no other", async () => {
  const transport = createTransport({ fetch: (input, init) => service.fetch(input, init) });
  const rpc = createRpcOf("delta", endpoints, transport, { chain_getBlockByNumber });
  expect((await rpc.call("chain_getBlockByNumber", [7]))?.number).toBe(7);
  await expect(rpc.call("chain_getBlockByNumber", ["7" as never])).rejects.toThrow(TypeError);
  const untyped = rpc as ReturnType<typeof createRpcOf>;
  await expect(untyped.call("delta_getStake", ["dx1"])).rejects.toThrow(
    "method must be one of chain_getBlockByNumber, got",
  );
  expect(delta_getStake.info.chains).toEqual(["delta"]);
});

test("an interface of one chain refuses what the other has, before anything is sent", async () => {
  const transport = createTransport({ fetch: () => Promise.reject(new Error("Sent")) });
  const alpha = resolveEndpoints("alpha", ORIGIN);
  const rest = createRestOf("alpha", alpha, transport, { listValidators });
  await expect(rest.call("listValidators", [])).rejects.toMatchObject({ name: "WrongChainError" });
});

test("an interface of a few operations walks its lists, and names what it has where it lacks one", async () => {
  const transport = createTransport({ fetch: (input, init) => service.fetch(input, init) });
  const rest = createRestOf("delta", endpoints, transport, { listBlocks });
  const blocks = new PagedList(() => openList(rest, "listBlocks", [{ order: "asc", limit: 2 }]));
  const numbers = (await blocks.toArray({ limit: 3 })).map(({ number }) => number);
  expect(numbers).toEqual([0, 1, 2]);
  const untyped = rest as ReturnType<typeof createRestOf>;
  await expect(untyped.call("getBlock", [7])).rejects.toThrow(
    'operation must be one of listBlocks, got "getBlock"',
  );
});
