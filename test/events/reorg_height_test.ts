import { afterEach, expect, test } from "vitest";
import { createEvents } from "../../src/events/internal.ts";
import type { TopicName as KnownTopicName } from "../../src/generated/topics.gen.ts";
import type { EventStream } from "../../src/events/mod.ts";
import { isAlphadeltaError } from "../../src/mod.ts";
import { type Asked, begin, HostileServer } from "./_hostile_server.ts";
import { Opened } from "./_streams.ts";

const opened = new Opened();
afterEach(() => opened.close());

/** Subscribes at a server that sends one result. */
async function delivered<Topic extends KnownTopicName>(
  topic: Topic,
  result: object,
): Promise<EventStream<Topic>> {
  const service = await opened.service({ history: 6, segments: ["delta"] });
  const server = await HostileServer.open((call: Asked) => {
    begin(call, "c0");
    const params = { subscription: `s${call.id}`, result, cursor: "c1" };
    call.socket.send(JSON.stringify({ jsonrpc: "2.0", method: "chain_subscription", params }));
  });
  opened.add(() => server.close());
  const endpoint = server.origin.replace("http", "ws");
  const events = createEvents("delta", { endpoint, reads: opened.delta(service.origin) });
  opened.add(() => events.close());
  return events.subscribe(topic as "blocks") as unknown as EventStream<Topic>;
}

test.each<[KnownTopicName, object]>([
  ["validators", { reorg: { newHead: `0x${"00".repeat(32)}` } }],
  ["reorgs", {}],
])("a reorganisation without a height is a ContractError: %s", async (topic, result) => {
  const stream = await delivered(topic, result);
  const reason: unknown = await stream.next().catch((error: unknown) => error);
  expect(isAlphadeltaError(reason, "ContractError")).toBe(true);
  expect(String(reason)).toContain("reorg.fromHeight: expected a height");
  expect(stream.state).toBe("closed");
});
