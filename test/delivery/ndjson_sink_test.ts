import { Writable } from "node:stream";
import { expect, test } from "vitest";

import { deliver, type EventBatch, ndjsonSink, sqliteState } from "../../src/delivery/mod.ts";
import { startService } from "../../src/testing/mod.ts";

test("each event is a line of JSON, and no batch is written before the stream has taken the one before", async () => {
  await using service = await startService({ segments: ["delta"] });
  const client = service.client("delta", { events: { polling: false } });
  const texts: string[] = [];
  const done: (() => void)[] = [];
  const stream = new Writable({
    highWaterMark: 1,
    write(chunk: Buffer, _encoding, callback) {
      texts.push(chunk.toString());
      done.push(callback);
    },
  });
  const controller = new AbortController();
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const ended = deliver({
    subscription: { client, topic: "blocks" },
    sink: ndjsonSink(stream),
    state: sqliteState(":memory:"),
    batch: 2,
    linger: 5,
    signal: controller.signal,
    onProgress: () => begin(),
  });
  await begun;
  await service.mine(5);
  await expect.poll(() => texts.length).toBe(1);
  await service.mine(1);
  expect(texts.length).toBe(1);
  for (let batch = 1; texts.join("").split("\n").length <= 6; batch++) {
    done.shift()?.();
    await expect.poll(() => texts.length).toBe(batch + 1);
  }
  done.shift()?.();
  const lines = texts.join("").trimEnd().split("\n");
  const events = lines.map((line) => JSON.parse(line) as { data: { number: number } });
  expect(events.map(({ data }) => data.number)).toEqual([11, 12, 13, 14, 15, 16]);
  controller.abort();
  expect((await ended).events).toBe(6);
});

test("a reader that has ended ends the delivery", async () => {
  const broken = new Writable({
    write: (_chunk, _encoding, callback) =>
      callback(Object.assign(new Error("broken"), { code: "EPIPE" })),
  }).on("error", () => undefined);
  const sent = ndjsonSink(broken).send({ id: "delta:blocks:a", body: "{}\n" });
  await expect(sent).rejects.toMatchObject({ code: "receiver_gone", retryable: false });
});

test("an event is one line to every reader, and the same JSON", () => {
  const event = JSON.stringify({ title: "\u001b[2J\u009b7m\n\u2028\u202e" });
  const sink = ndjsonSink({ write: () => true });
  const text = sink.encode({
    ...{ segment: "delta", topic: "proposals", cursor: "a", madeAt: new Date(0) },
    events: [event, event],
  } as unknown as EventBatch);
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}]/u);
  const lines = text.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([JSON.parse(event), JSON.parse(event)]);
});
