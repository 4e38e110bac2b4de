import { afterEach, describe, expect, test } from "vitest";
import { createEvents } from "../../src/events/internal.ts";
import type { TopicName as KnownTopicName } from "../../src/generated/topics.gen.ts";
import type { EventStream } from "../../src/events/mod.ts";
import { isContractError } from "../../src/mod.ts";
import { type Asked, begin, HostileServer } from "./_hostile_server.ts";
import { Opened, take } from "./_streams.ts";

const opened = new Opened();
afterEach(() => opened.close());

type Block = { readonly number: number; readonly hash: string };

/** Subscribes at a server that sends some results, chosen by the blocks of a service whose REST interface is read. */
async function delivered<Topic extends KnownTopicName>(
  topic: Topic,
  results: (blocks: readonly Block[]) => readonly object[],
): Promise<EventStream<Topic>> {
  const service = await opened.service({ history: 6, segments: ["delta"] });
  const reads = opened.delta(service.origin);
  const { items } = await reads.listBlocks({ order: "asc" });
  const server = await HostileServer.open((call: Asked) => {
    begin(call, "c0");
    for (const [at, result] of results(items).entries()) {
      const params = { subscription: `s${call.id}`, result, cursor: `c${at + 1}` };
      call.socket.send(JSON.stringify({ jsonrpc: "2.0", method: "chain_subscription", params }));
    }
  });
  opened.add(() => server.close());
  const endpoint = server.origin.replace("http", "ws");
  const events = createEvents("delta", { endpoint, reads });
  opened.add(() => events.close());
  return events.subscribe(topic as "blocks") as unknown as EventStream<Topic>;
}

describe("a reorganisation whose notice does not say its height", () => {
  test("begins above the newest block that stays, where the notice names it", async () => {
    const stream = await delivered("validators", (blocks) => [
      { reorg: { newHead: blocks[3]?.hash } },
    ]);
    const [event] = await take(stream, 1);
    expect(event?.reorg?.fromHeight).toBe(4);
  });

  test("begins above the newest block delivered that still holds, where it names none", async () => {
    const stream = await delivered("blocks", (blocks) => [
      blocks[4] ?? {},
      { ...blocks[5], hash: `0x${"00".repeat(32)}` },
      { reorg: {} },
      blocks[5] ?? {},
    ]);
    const seen = await take(stream, 4);
    expect(seen.map(({ data, reorg }) => data?.number ?? reorg)).toEqual([
      4,
      5,
      { fromHeight: 5 },
      5,
    ]);
  });

  test("begins above the newest block that stays in the topic of reorganisations too", async () => {
    const stream = await delivered("reorgs", (blocks) => [{ newHead: blocks[3]?.hash }]);
    const [event] = await take(stream, 1);
    expect(event?.data?.fromHeight).toBe(4);
  });

  test.each<[KnownTopicName, object]>([
    ["validators", { reorg: {} }],
    ["reorgs", {}],
  ])("is a ContractError where neither is known: %s", async (topic, result) => {
    const stream = await delivered(topic, () => [result]);
    const reason: unknown = await stream.next().catch((error: unknown) => error);
    expect(isContractError(reason)).toBe(true);
    expect(String(reason)).toContain("reorg.fromHeight: expected a height");
    expect(stream.state).toBe("closed");
  });
});

test("the cursor stays behind a reorganisation until its height is known and it is handed out", async () => {
  const stream = await delivered("validators", (blocks) => [
    { reorg: { newHead: blocks[3]?.hash } },
  ]);
  const read = stream.next().then(() => true);
  const turn = (): Promise<false> => new Promise((resolve) => setImmediate(resolve, false));
  const cursors = new Set<string | null>();
  do cursors.add(stream.cursor);
  while (!(await Promise.race([read, turn()])));
  expect([...cursors]).not.toContain("c1");
  expect(stream.cursor).toBe("c1");
});
