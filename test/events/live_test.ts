import { afterEach, describe, expect, test } from "vitest";
import { type Asked, begin, HostileServer } from "./_hostile_server.ts";
import { Opened, take, until } from "./_streams.ts";

const opened = new Opened();
afterEach(() => opened.close());

const TOPIC = "pending_transactions";

const TRANSACTION = {
  hash: `0x${"1".repeat(64)}`,
  ...{ from: "dx1q", to: "dx1q", value: "1", status: "pending" },
  ...{ blockNumber: null, blockHash: null, transactionIndex: null },
};

describe("a topic that is live only", () => {
  test("has events without a cursor, of what comes from then on", async () => {
    const service = await opened.service();
    await service.pay("delta");
    const stream = opened.delta(service.origin).events.subscribe(TOPIC);
    await stream.ready;
    const hash = await service.pay("delta");
    expect(await take(stream, 1)).toMatchObject([{ topic: TOPIC, data: { hash }, cursor: null }]);
    expect([stream.cursor, stream.oldest]).toEqual([null, null]);
  });

  test("goes on after a lost connection with what comes then, whatever cursors the service gives", async () => {
    const asked: Asked[] = [];
    const server = await HostileServer.open((call) => {
      if (call.method !== "chain_subscribe") return;
      const nonce = asked.push(call);
      begin(call, "MToy", { oldest: "MTow" });
      const result = { ...TRANSACTION, nonce };
      const params = { subscription: `s${call.id}`, result, cursor: "MToz" };
      const notification = { jsonrpc: "2.0", method: "chain_subscription", params };
      call.socket.send(JSON.stringify(notification));
    });
    opened.add(() => server.close());
    const stream = opened.delta(server.origin).events.subscribe(TOPIC);
    expect(await take(stream, 1)).toMatchObject([{ data: { nonce: 1 }, cursor: null }]);
    asked[0]?.socket.terminate();
    expect(await take(stream, 1)).toMatchObject([{ data: { nonce: 2 }, cursor: null }]);
    expect(asked.map(({ params }) => params)).toEqual([[TOPIC], [TOPIC]]);
    expect(stream.state).toBe("open");
  });

  test("drops the oldest events that nobody reads, and counts them", async () => {
    const service = await opened.service();
    const { events } = opened.delta(service.origin);
    const stream = events.subscribe(TOPIC, {}, { buffer: { size: 2 } });
    await stream.ready;
    const hashes: string[] = [];
    for (let count = 0; count < 5; count++) hashes.push(await service.pay("delta"));
    await until(() => stream.dropped === 3);
    const kept = await take(stream, 2);
    expect(kept.map(({ data }) => data?.hash)).toEqual(hashes.slice(3));
    expect(stream.state).toBe("open");
  });

  test.each([
    [
      { after: "MToy" },
      {},
      "Cannot subscribe to pending_transactions: it takes no filter, since it is live only",
    ],
    [
      {},
      { buffer: { overflow: "pause" } },
      "Cannot subscribe: pending_transactions is live only and cannot pause: what comes during a pause would be missed; leave overflow out",
    ],
  ] as const)("refuses %j with %j", async (filter, options, message) => {
    const { events } = opened.delta("http://127.0.0.1:9");
    const stream = events.subscribe(TOPIC, filter as never, options);
    await expect(stream.next()).rejects.toThrow(message);
  });
});
