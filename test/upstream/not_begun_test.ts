import { afterEach, expect, test } from "vitest";
import { SocketClient } from "../service/server/websocket/_socket_client.ts";
import { createService, listen } from "../../src/service/mod.ts";
import { KnownChain } from "../../src/upstream/_known_chain.ts";
import { upstreamOf } from "../../src/upstream/mod.ts";
import { mine, Opened } from "./_gateway.ts";

const opened = new Opened();
const { clock } = opened;
afterEach(() => opened.close());

test("a gateway whose upstream has sent no events yet refuses subscriptions for the moment, and no others", async () => {
  const service = await opened.service({ segments: ["delta"] });
  const stalled = await opened.proxy(service.origin);
  stalled.isStalled = true;
  let isOpen = false;
  /** Waits for its handshake until it may go on. */
  const webSocket = class extends WebSocket {
    constructor(url: string | URL) {
      super(isOpen ? url : stalled.origin.replace("http", "ws"));
    }
  };
  const upstream = upstreamOf({ endpoints: service.origin, tier: "Enterprise", clock, webSocket });
  const parts = { segments: ["delta"], keylessTier: "Enterprise", log: () => undefined } as const;
  const gateway = await clock.until(createService({ ...parts, upstream }));
  const listener = await listen(gateway, { port: 0 });
  const client = await SocketClient.open(listener.origin, "delta");
  const { error } = await client.call("chain_subscribe", ["blocks"]);
  expect(error).toMatchObject({
    code: -32005,
    data: "no upstream has sent events yet: subscribe again in a moment",
  });
  isOpen = true;
  await clock.untilTrue(async () => {
    const ready = await (await gateway.fetch("http://gateway.test/readyz")).text();
    return ready.includes("events live");
  });
  await client.subscribe("blocks");
  await mine(service, 1);
  await clock.untilTrue(() => client.events.length > 0);
  client.socket.terminate();
  await clock.until(listener.close());
});

test("a new log learns nothing from the events of before its first block, a reorganisation among them", async () => {
  const service = await opened.service({ segments: ["delta"] });
  const subscribed = Promise.withResolvers<void>();
  const replaced = Promise.withResolvers<void>();
  /** Subscribes to reorganisations last, after one. */
  class Late extends WebSocket {
    override send(data: string): void {
      if (!data.includes('"chain_subscribe","params":["reorgs"')) return super.send(data);
      subscribed.resolve();
      void replaced.promise.then(() => super.send(data));
    }
  }
  const followed = await opened.upstream([service.origin], { webSocket: Late });
  await clock.until(subscribed.promise);
  await mine(service, 2);
  await service.service.reorganise("delta", 2);
  await mine(service, 1);
  replaced.resolve();
  await followed.reaches(service);
  await mine(service, 1);
  await followed.reaches(service);
  const answer = await fetch(`${service.origin}/v1/delta/blocks`);
  const { data } = (await answer.json()) as {
    data: { blocks: { number: number; hash: string }[] };
  };
  const claims = data.blocks.map(({ number: height, hash }) => ({ height, hash }));
  const { known } = followed.follower;
  expect(known.take(claims, known.removals)).toBeUndefined();
});

test("an answer to a request of before a reorganisation, or of before the chain was followed, teaches nothing", () => {
  const known = new KnownChain({ tip: { height: 9, hash: "0x09" }, blocks: new Map() });
  const before = known.removals;
  known.note([{ removedFrom: 0 }]);
  expect(known.take([{ height: 5, hash: "0x05" }], before)).toBeUndefined();
  expect(known.take([{ height: 5, hash: "0x55" }], known.removals)).toBeUndefined();
  expect(known.take([{ height: 5, hash: "0x05" }], known.removals)).toBe(
    "contradicts what is known: block 5 has another hash",
  );
});
