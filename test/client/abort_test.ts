import { getEventListeners } from "node:events";
import { describe, expect, test } from "vitest";
import { ORIGIN, connectTo } from "../_client.ts";
import { PlainController } from "../_plain_controller.ts";
import { createVerify } from "../../src/drift/mod.ts";
import { createClient } from "../../src/mod.ts";
import { reconcile } from "../../src/submission/mod.ts";

const HASH = `0x${"00".repeat(32)}`;

const DEAF: Promise<Response> = new Promise(() => {});

/** An answer that says 200 and whose body never ends. */
function endless(): Response {
  return new Response(new ReadableStream({ start() {} }));
}

describe("an abort of a call", () => {
  test.each([
    ["while fetch is deaf to it", () => DEAF],
    ["while the body is deaf to it", endless],
  ])("rejects with the reason %s", async (_, answer) => {
    const { client } = connectTo("delta", answer);
    const calls = [
      (signal: AbortSignal) => client.getBlock(1, { signal }),
      (signal: AbortSignal) => client.listBlocks({}, { signal }),
      (signal: AbortSignal) => client.rpc.chain_getInfo({ signal }),
    ];
    for (const call of calls) {
      const controller = new AbortController();
      const reason = new Error("enough");
      setTimeout(() => controller.abort(reason), 5);
      await expect(Promise.resolve(call(controller.signal))).rejects.toBe(reason);
    }
  });

  test("takes a signal that a package brings, before and under way", async () => {
    const { client } = connectTo("delta", () => DEAF, { batch: true });
    const calls = [
      (signal: AbortSignal) => client.getBlock(1, { signal }),
      (signal: AbortSignal) => client.listBlocks({}, { signal }),
      (signal: AbortSignal) => client.rpc.chain_getInfo({ signal }),
      (signal: AbortSignal) => client.waitForReceipt(HASH, { signal }),
      (signal: AbortSignal) => client.events.subscribe("blocks", {}, { signal }).next(),
    ];
    const reason = new Error("enough");
    for (const call of calls) {
      const controller = new PlainController();
      const ended = Promise.resolve(call(controller.signal));
      setTimeout(() => controller.abort(reason), 5);
      await expect(ended).rejects.toBe(reason);
      await expect(Promise.resolve(call(controller.signal))).rejects.toBe(reason);
    }
    await client.close();
  });

  test("rejects with a reason that is falsy", async () => {
    const { client } = connectTo("delta", () => DEAF);
    const controller = new AbortController();
    const calls = [
      client.getBlock(1, { signal: controller.signal }),
      client.rpc.chain_getInfo({ signal: controller.signal }),
    ];
    setTimeout(() => controller.abort(null), 5);
    for (const { status, ...rest } of await Promise.allSettled(calls)) {
      expect({ status, ...rest }).toEqual({ status: "rejected", reason: null });
    }
  });

  test("ends a plain request whose fetch ignores the signal", async () => {
    const { client } = connectTo("delta", () => DEAF);
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error("enough")), 5);
    const { signal } = controller;
    await expect(client.fetch(`${ORIGIN}/x`, { signal })).rejects.toThrow("enough");
  });

  test("ends a call whose key is added by a key function", async () => {
    const client = createClient("delta", {
      endpoints: ORIGIN,
      apiKey: ({ url }) => new Request(url),
      fetch: () => DEAF,
    });
    const signal = AbortSignal.timeout(5);
    await expect(client.getBlock(1, { signal })).rejects.toMatchObject({ name: "TimeoutError" });
  });

  test("leaves no listener on a signal that outlives the calls", async () => {
    const { client } = connectTo("delta", () =>
      Response.json({ jsonrpc: "2.0", id: 1, result: { nonce: 1 } }),
    );
    const { signal } = new AbortController();
    await client.rpc.account_getNonce("dx1a", { signal });
    await client.getBlock(1, { signal }).catch(() => {});
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });

  test.each([5, {}])("needs a signal, not %j", async (signal) => {
    const { client, sent } = connectTo("delta", () => Response.json({}));
    const options = { signal } as never;
    const nonces = client.createNonces("dx1");
    const calls: readonly (() => PromiseLike<unknown>)[] = [
      () => client.getBlock(1, options),
      () => client.listBlocks({}, options),
      () => client.fetch(`${ORIGIN}/x`, options),
      () => client.rest.GET("/chain/info", options),
      () => client.rpc.chain_getInfo(options),
      () => client.rpc.batch([["chain_getInfo"], ["chain_getBlockByNumber", 7]], options),
      () => client.sendRawTransaction("0x00", options),
      () => client.waitForReceipt(HASH, options),
      () => createVerify(client).block(1, options),
      () => nonces.send(() => ({ signedTx: "0x00" }), options),
      () => nonces.use(async () => "0x00", options),
      () => reconcile({} as never, { txHash: HASH }, options),
      () => client.events.subscribe("blocks", {}, options).next(),
    ];
    for (const call of calls) {
      const refused: unknown = await Promise.resolve(call()).catch((error: unknown) => error);
      expect(refused, String(call)).toBeInstanceOf(TypeError);
      expect((refused as Error).message, String(call)).toMatch(
        /^Cannot .*: signal must be an AbortSignal, got /,
      );
    }
    expect(sent).toEqual([]);
  });
});
