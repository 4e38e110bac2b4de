import { expect, test } from "vitest";
import { selectChain } from "../../../../src/chains/mod.ts";
import { handleRest } from "../../../../src/service/api/rest/mod.ts";
import { answersOf } from "../../../../src/service/server/data_folder/mod.ts";
import { openQuiet } from "../../devnet/producer/_fixtures.ts";

test("an answer that was read while the chain changed has no tag", async () => {
  const { devnet, store } = await openQuiet({ history: 3 });
  const gateway = answersOf({ selection: selectChain("delta"), store, source: devnet });
  const call = {
    request: { header: () => undefined, body: async () => new Uint8Array() },
    route: { operation: "listBlocks" as const, parameters: {} },
    pathname: "/v1/delta/blocks",
    search: "",
    meta: { timestamp: 1, requestId: "r" },
    onError: () => undefined,
  };
  const before = await handleRest(call, gateway);
  expect(before.headers["ETag"]).toMatch(/^W\//);
  const listBlocks = store.listBlocks.bind(store);
  store.listBlocks = async (options) => {
    await devnet.produceBlock();
    return listBlocks(options);
  };
  const between = await handleRest(call, gateway);
  expect(between.status).toBe(200);
  expect(between.headers["ETag"]).toBeUndefined();
  expect(between.headers["Cache-Control"]).toBe("no-store");
  await devnet.close();
});

test("the tag changes with the block time, since chain info contains it", async () => {
  const { devnet, store } = await openQuiet({ history: 1 });
  const gateway = answersOf({ selection: selectChain("delta"), store, source: devnet });
  const call = {
    request: { header: () => undefined, body: async () => new Uint8Array() },
    route: { operation: "getChainInfo" as const, parameters: {} },
    pathname: "/v1/delta/chain/info",
    search: "",
    meta: { timestamp: 1, requestId: "r" },
    onError: () => undefined,
  };
  const { ETag } = (await handleRest(call, gateway)).headers;
  const again = { ...call, request: { ...call.request, header: () => ETag } };
  expect((await handleRest(again, gateway)).status).toBe(304);
  devnet.setInterval(5);
  expect((await handleRest(again, gateway)).status).toBe(200);
  await devnet.close();
});
