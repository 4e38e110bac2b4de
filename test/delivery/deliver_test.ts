import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import {
  deliver,
  type DeliveryProgress,
  type DeliverOptions,
  RESUMABLE_EVENTS,
  sqliteState,
  webhookSink,
} from "../../src/delivery/mod.ts";
import { createClient } from "../../src/mod.ts";
import { startService, type TestService } from "../../src/testing/mod.ts";
import { ManualClock } from "../_manual_clock.ts";
import { PlainController } from "../_plain_controller.ts";
import { type Answer, type Received, Receiver, SECRET } from "./_receiver.ts";

let service: TestService<"delta">;
let folder: string;
const receivers: Receiver[] = [];
const runs: Run[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "deliver-"));
  service = await startService({ segments: ["delta"] });
});
afterEach(async () => {
  for (const run of runs.splice(0)) await run.stop().catch(() => undefined);
  for (const receiver of receivers.splice(0)) await receiver.close();
  await service.close();
  rmSync(folder, { recursive: true });
});

/** A delivery of blocks that runs. */
interface Run {
  readonly ended: Promise<DeliveryProgress>;
  /** Resolves once it has subscribed. */
  readonly begun: Promise<void>;
  readonly progress: DeliveryProgress[];
  stop(): Promise<DeliveryProgress>;
}

async function open(answerTo?: (received: Received, count: number) => Answer): Promise<Receiver> {
  const receiver = await Receiver.open(answerTo);
  receivers.push(receiver);
  return receiver;
}

function start(receiver: Receiver, options: Partial<DeliverOptions> = {}): Run {
  const client = service.client("delta", { events: { polling: false } });
  const controller = new AbortController();
  const progress: DeliveryProgress[] = [];
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const { url } = receiver;
  const ended = deliver({
    subscription: { client, topic: "blocks" },
    sink: webhookSink({ url, secrets: [SECRET], allowPrivate: true, timeout: 500 }),
    state: sqliteState(join(folder, "state.db")),
    signal: controller.signal,
    linger: 5,
    backoff: { base: 5, cap: 20 },
    onProgress: (now) => {
      progress.push(now);
      begin();
    },
    ...(options as object),
  });
  const run = {
    ended,
    begun,
    progress,
    async stop() {
      controller.abort();
      return ended;
    },
  };
  ended.catch(() => undefined);
  runs.push(run);
  return run;
}

function heights(receiver: Receiver): (number | undefined)[] {
  return receiver.events.map(({ data, reorg }) => data?.number ?? -(reorg?.fromHeight ?? 0));
}

test("ends at a signal that a package brings", async () => {
  const receiver = await open();
  const controller = new PlainController();
  const run = start(receiver, { signal: controller.signal });
  await Promise.race([run.begun, run.ended]);
  await service.mine(1);
  await expect.poll(() => receiver.requests.length).toBe(1);
  controller.abort("enough");
  expect((await run.ended).events).toBe(1);
});

test("every event from the start on is delivered in order, in batches", async () => {
  const receiver = await open();
  const run = start(receiver, { batch: 3 });
  await run.begun;
  await service.mine(7);
  await receiver.until(() => receiver.events.length >= 7);
  expect(heights(receiver)).toEqual([11, 12, 13, 14, 15, 16, 17]);
  expect(receiver.requests.every(({ events }) => events.length <= 3)).toBe(true);
  const { events, batches, waiting } = await run.stop();
  expect({ events, batches, waiting }).toEqual({
    events: 7,
    batches: receiver.requests.length,
    waiting: 0,
  });
});

test("the id is made of segment, topic and the cursor of the last event", async () => {
  const receiver = await open();
  const run = start(receiver);
  await run.begun;
  await service.mine(1);
  await receiver.until(() => receiver.events.length > 0);
  const [{ id, events, body }] = receiver.requests as [Received];
  expect(id).toBe(`delta:blocks:${encodeURIComponent(events.at(-1)?.cursor ?? "")}`);
  expect(JSON.parse(body)).toMatchObject({
    type: "blocks",
    data: { segment: "delta", cursor: events.at(-1)?.cursor },
  });
});

test("a reorganisation is an event in its place, with the height from which blocks fell", async () => {
  const receiver = await open();
  const run = start(receiver);
  await run.begun;
  await service.mine(3);
  await service.reorganise(2);
  await receiver.until(() => receiver.events.length >= 7);
  expect(heights(receiver)).toEqual([11, 12, 13, -12, 12, 13, 14]);
});

test("what a later run begins with follows what an earlier one acknowledged", async () => {
  const receiver = await open();
  const first = start(receiver);
  await first.begun;
  await service.mine(2);
  await receiver.until(() => receiver.events.length >= 2);
  await first.stop();
  await service.mine(3);
  await service.reorganise(1);
  start(receiver);
  await receiver.until(() => receiver.events.length >= 8);
  expect(heights(receiver)).toEqual([11, 12, 13, 14, 15, -15, 15, 16]);
});

test("nothing is skipped that came between the start of a delivery and its first event", async () => {
  const receiver = await open();
  const first = start(receiver);
  await first.begun;
  await first.stop();
  await service.mine(2);
  start(receiver);
  await receiver.until(() => receiver.events.length >= 2);
  expect(heights(receiver)).toEqual([11, 12]);
});

test("a batch that fails is sent again, the same bytes under the same id, before any other", async () => {
  const receiver = await open((_, count) => ({ status: count < 4 ? 500 : 200 }));
  const run = start(receiver, { batch: 2 });
  await run.begun;
  await service.mine(5);
  await receiver.until(() => receiver.events.length >= 5);
  const first = receiver.requests.slice(0, 4);
  expect(new Set(first.map(({ id }) => id)).size).toBe(1);
  expect(new Set(first.map(({ body }) => body)).size).toBe(1);
  expect(heights(receiver)).toEqual([11, 12, 13, 14, 15]);
  const failed = run.progress.find(({ attempt }) => attempt?.error);
  expect(failed?.attempt).toMatchObject({ status: 500, error: { message: /answered 500$/ } });
});

test("a batch that was not acknowledged is sent again by a later run, the same bytes under the same id", async () => {
  const receiver = await open((_, count) => ({ status: count === 1 ? 503 : 200 }));
  const first = start(receiver, { backoff: { base: 60_000 } });
  await first.begun;
  await service.mine(2);
  await receiver.until(() => receiver.requests.length > 0);
  await first.stop();
  await service.mine(3);
  start(receiver, { batch: 1_000 });
  await receiver.until(() => receiver.events.length >= 5);
  const [refused, again] = receiver.requests as [Received, Received];
  expect(again.id).toBe(refused.id);
  expect(again.body).toBe(refused.body);
  expect(heights(receiver)).toEqual([11, 12, 13, 14, 15]);
});

test("a receiver that does not answer fails the attempt after the time-out", async () => {
  const receiver = await open((_, count) => ({ isSilent: count === 1 }));
  const run = start(receiver);
  await run.begun;
  await service.mine(1);
  await receiver.until(() => receiver.events.length > 0);
  expect(receiver.requests.length).toBe(2);
  const failed = run.progress.find(({ attempt }) => attempt?.error);
  expect(failed?.attempt?.error?.message).toMatch(/no answer within 500 ms$/);
});

test("a receiver that leaves its answer open holds up no batch: the status acknowledges", async () => {
  const receiver = await open(() => ({ status: 200, isOpen: true }));
  const run = start(receiver, {
    batch: 1,
    sink: webhookSink({ url: receiver.url, secrets: [SECRET], allowPrivate: true }),
  });
  await run.begun;
  await service.mine(3);
  await receiver.until(() => receiver.events.length === 3);
  await run.stop();
  expect(run.progress.flatMap(({ attempt }) => attempt?.error ?? [])).toEqual([]);
  expect(receiver.requests).toHaveLength(3);
});

test("a listener that throws fails no attempt, and what was acknowledged is not sent again", async () => {
  const receiver = await open();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const run = start(receiver, {
    onProgress: () => {
      begin();
      throw new Error("from the listener");
    },
  });
  await begun;
  await service.mine(1);
  await receiver.until(() => receiver.events.length === 1);
  await service.mine(1);
  await receiver.until(() => receiver.events.length === 2);
  expect((await run.stop()).events).toBe(2);
  expect(receiver.requests.map(({ id }) => id)).toEqual([
    ...new Set(receiver.requests.map(({ id }) => id)),
  ]);
});

test("a redirect is not followed, and fails the attempt", async () => {
  const elsewhere = await open();
  const receiver = await open((_, count) =>
    count === 1 ? { status: 307, headers: { location: elsewhere.url } } : {},
  );
  const run = start(receiver);
  await run.begun;
  await service.mine(1);
  await receiver.until(() => receiver.events.length > 0);
  expect(elsewhere.requests).toEqual([]);
  const failed = run.progress.find(({ attempt }) => attempt?.error);
  expect(failed?.attempt?.error?.message).toMatch(/answered 307; redirects are not followed$/);
});

test("the pause is as long as Retry-After says, and a random part more", async () => {
  const receiver = await open((_, count) =>
    count === 1 ? { status: 429, headers: { "retry-after": "1" } } : {},
  );
  const clock = new ManualClock();
  const run = start(receiver, { clock });
  await run.begun;
  await service.mine(1);
  await expect.poll(() => clock.pending).toBe(1);
  const failed = run.progress.find(({ attempt }) => attempt?.error);
  const { retryIn = 0 } = failed?.attempt ?? {};
  expect(retryIn).toBeGreaterThan(1_000);
  await clock.advance(retryIn - 1);
  expect(receiver.requests.length).toBe(1);
  await clock.advance(1);
  await receiver.until(() => receiver.events.length > 0);
});

test("Retry-After is a date in GMT, whichever of its three forms it has", async () => {
  vi.stubEnv("TZ", "Asia/Tokyo");
  const [day = "", date, month = "", year = "", time] = new Date(Date.now() + 100_000)
    .toUTCString()
    .split(/,? /);
  const forms = [
    `${day}, ${date} ${month} ${year} ${time} GMT`,
    `${day}day, ${date}-${month}-${year.slice(2)} ${time} GMT`,
    `${day} ${month} ${Number(date).toString().padStart(2)} ${time} ${year}`,
  ];
  const receiver = await open((_, count) => ({
    status: 503,
    headers: { "retry-after": forms[count - 1] ?? "" },
  }));
  const sink = webhookSink({ url: receiver.url, secrets: [SECRET], allowPrivate: true });
  const batch = { id: "delta:blocks:1", cursor: "1", events: 0, body: '{"data":{"events":[]}}' };
  for (const form of forms) {
    const error: unknown = await sink.send(batch).catch((reason: unknown) => reason);
    const { retryAfter = 0 } = error as { readonly retryAfter?: number };
    expect(retryAfter, form).toBeGreaterThan(80);
    expect(retryAfter, form).toBeLessThanOrEqual(100);
  }
  sink.close?.();
  vi.unstubAllEnvs();
});

test("410 ends it, and the batch stays for a later run", async () => {
  const receiver = await open((_, count) => ({ status: count === 1 ? 410 : 200 }));
  const run = start(receiver);
  await run.begun;
  await service.mine(1);
  await expect(run.ended).rejects.toMatchObject({
    name: "DeliveryError",
    code: "receiver_gone",
    status: 410,
  });
  start(receiver);
  await receiver.until(() => receiver.events.length > 0);
  expect(receiver.requests[1]?.body).toBe(receiver.requests[0]?.body);
});

test("a receiver that fails for too long is given up, across runs", async () => {
  const receiver = await open(() => ({ status: 500 }));
  const first = start(receiver, { giveUp: 60_000, backoff: { base: 60_000 } });
  await first.begun;
  await service.mine(1);
  await receiver.until(() => receiver.requests.length > 0);
  await first.stop();
  const second = start(receiver, { giveUp: 1 });
  await expect(second.ended).rejects.toMatchObject({
    code: "given_up",
    message: expect.stringMatching(
      /^Gave up: the receiver fails since 20.*: 127\.0\.0\.1:\d+ answered 500\./,
    ),
  });
  expect(receiver.requests.length).toBe(2);
});

test("a stop lets the attempt under way end, and writes what was acknowledged", async () => {
  const receiver = await open();
  const run = start(receiver);
  await run.begun;
  await service.mine(1);
  await receiver.until(() => receiver.requests.length > 0);
  const { events } = await run.stop();
  expect(events).toBe(1);
  await service.mine(1);
  start(receiver);
  await receiver.until(() => receiver.events.length >= 2);
  expect(heights(receiver)).toEqual([11, 12]);
});

test("a stop ends it while it waits for a service that is away", async () => {
  const receiver = await open();
  const endpoints = "http://127.0.0.1:1";
  const client = createClient("delta", { endpoints, events: RESUMABLE_EVENTS });
  const run = start(receiver, { subscription: { client, topic: "blocks" } });
  await expect.poll(() => client.events.state).toBe("waiting");
  expect((await run.stop()).events).toBe(0);
  await client.close();
});

test("an expired cursor is told, and nothing is sent", async () => {
  const receiver = await open();
  const client = service.client("delta", { events: { polling: false } });
  const run = start(receiver, {
    subscription: { client, topic: "blocks", filter: { after: "Zm9yZWlnbjox" } },
  });
  await expect(run.ended).rejects.toMatchObject({
    code: "cursor_expired",
    message: expect.stringContaining(
      "after must be a cursor whose events the service has (Cursor expired: The log begins at ",
    ),
  });
  expect(receiver.requests).toEqual([]);
});

test("an expired cursor of a state is told with the way on", async () => {
  const receiver = await open();
  const client = service.client("delta", { events: { polling: false } });
  const none = (): undefined => undefined;
  const state = { open: () => ({ cursor: "Zm9yZWlnbjox" }), write: none, close: none };
  const run = start(receiver, { subscription: { client, topic: "blocks" }, state });
  await expect(run.ended).rejects.toMatchObject({
    code: "cursor_expired",
    message: expect.stringMatching(
      /no longer has the events after cursor Zm9yZWlnbjox .* then begin anew with another state\.$/,
    ),
  });
});

test("a delivery ends with the client", async () => {
  const receiver = await open();
  const client = service.client("delta", { events: { polling: false } });
  const run = start(receiver, { subscription: { client, topic: "blocks" } });
  await run.begun;
  await client.close();
  expect((await run.ended).events).toBe(0);
});

test("wrong options are refused before anything is opened", async () => {
  const receiver = await open();
  const refused = (options: object): Promise<unknown> =>
    start(receiver, options as never).ended.catch((error: unknown) => String(error));
  expect(await refused({ batch: 0 })).toBe(
    "RangeError: Cannot deliver: batch must be an integer from 1, got 0",
  );
  expect(await refused({ sink: {} })).toBe(
    "TypeError: Cannot deliver: sink must be an object with encode, send, got an object",
  );
  const client = service.client("delta");
  expect(await refused({ subscription: { client, topic: "pending_transactions" } })).toBe(
    "TypeError: Cannot deliver pending_transactions: its events are live only: one that is missed never comes again; deliver transactions, or watch it",
  );
});
