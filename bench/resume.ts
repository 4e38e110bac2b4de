/**
 * A client that resumes over 1,000,000 missed events while the service goes on: events a second, whether all came and in
 * their order, the memory of both sides, and what it costs another subscriber: the delay from a block's commit to it,
 * beside that of the same service at rest. The service is on the first core, both clients are on the second.
 *
 * Floors: complete and in order; memory stays flat on both sides; of 99 % of the blocks, the other subscriber has each
 * within 250 ms. Aim: 50,000 events a second. `--events N`.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { WebSocket } from "ws";
import { createClient } from "../src/mod.ts";
import { eventRender } from "../src/service/api/events/mod.ts";
import { createService } from "../src/service/mod.ts";
import { makeBlock } from "./_event_blocks.ts";
import { addressOf, fabricate } from "./_fabricate.ts";
import { makeFolder, median, quantile, readFlag, readText } from "./_measure.ts";
import {
  cpuTime,
  endPinned,
  type Pinned,
  pinGenerator,
  residentBytes,
  startPinned,
} from "./_pinned.ts";
import { callSocket, openSockets } from "./_sockets.ts";
import { judge, printTable } from "./_table.ts";

const EVENTS = readFlag("events", 1_000_000);
/** Milliseconds between blocks. */
const PAUSE = 200;
const BLOCKS_AT_REST = 25;

const origin = readText("resume");
if (origin === undefined) await run();
else await resume(origin);

interface Resumed {
  readonly seconds: number;
  /** Seconds that the client worked. */
  readonly processor: number;
  /** Megabytes of heap after a tenth of the events, and after all, both collected. */
  readonly heap: readonly [number, number];
}

/** Resumes in a process of its own, and sends what that took. */
async function resume(endpoints: string): Promise<void> {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  const heapUsed = (): number => {
    gc();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  await using delta = createClient("delta", { endpoints, tier: "Enterprise" });
  const probe = delta.events.subscribe("transactions");
  await probe.ready;
  const started = performance.now();
  const usage = process.cpuUsage();
  let seen = 0;
  let early = 0;
  for await (const { data } of delta.events.subscribe("transactions", {
    after: probe.oldest ?? "",
  })) {
    if (data?.nonce !== seen++)
      throw new Error(`Event ${data?.nonce} came in the place of ${seen - 1}`);
    if (seen === Math.floor(EVENTS / 10)) early = heapUsed();
    if (seen === EVENTS) break;
  }
  const seconds = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(usage);
  const processor = (user + system) / 1e6;
  process.send?.({ seconds, processor, heap: [early, heapUsed()] } satisfies Resumed);
}

/** Makes a chain whose log has as many transactions, all alike but for their hash and nonce. */
async function makeLog(data: string): Promise<void> {
  const options = {
    data,
    segments: ["delta"],
    history: 0,
    mode: "manual",
    traffic: false,
  } as const;
  await (await createService(options)).close();
  const database = new DatabaseSync(join(data, "delta.sqlite"));
  const sides = { from: addressOf(1), to: addressOf(2), type: "transfer" };
  const drafts = eventRender("delta").block(fabricate(undefined, [sides]), () => undefined);
  const like = JSON.parse(
    drafts.find(({ topic }) => topic === "transactions")?.body ?? "{}",
  ) as object;
  const insert = database.prepare(
    "INSERT INTO event (seq, at, topic, type, sender, receiver, body) VALUES (?, ?, 'transactions', ?, ?, ?, ?)",
  );
  database.exec("BEGIN");
  for (let nonce = 0; nonce < EVENTS; nonce++) {
    const hash = `0x${nonce.toString(16).padStart(64, "0")}`;
    const body = JSON.stringify({ ...like, hash, nonce });
    insert.run(nonce + 1, 0, sides.type, sides.from, sides.to, body);
  }
  database.exec("COMMIT");
  database.close();
}

/** Makes a block; resolves to the milliseconds from its commit until the subscriber has it. */
async function delayOfBlock(service: Pinned, socket: WebSocket): Promise<number> {
  const arrived = once(socket, "message").then(() => process.hrtime.bigint());
  const commit = await makeBlock(service);
  return Number((await arrived) - commit) / 1e6;
}

async function measureDelays(
  service: Pinned,
  socket: WebSocket,
  isDone: (blocks: number) => boolean,
): Promise<number[]> {
  const delays: number[] = [];
  while (!isDone(delays.length)) {
    delays.push(await delayOfBlock(service, socket));
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return delays;
}

async function run(): Promise<void> {
  const folder = makeFolder();
  await makeLog(folder);
  pinGenerator();
  // A heap that may not grow for want of collection: what it grows by would be held.
  const heap = ["--max-old-space-size=64", "--max-semi-space-size=2"];
  const args = [...heap, "bench/_event_server.ts", "--data", folder];
  const service = await startPinned({ args, log: join(folder, "log") });
  const [socket] = await openSockets(`${service.origin.replace("http", "ws")}/ws/delta`, 1);
  if (!socket) throw new Error("No socket");
  await callSocket(socket, "chain_subscribe", ["blocks"]);
  const atRest = await measureDelays(service, socket, (blocks) => blocks >= BLOCKS_AT_REST);
  /** Bytes that the service has during the replay, from block to block. */
  const resident: number[] = [];
  const used = cpuTime(service);
  const child = fork(new URL(import.meta.url).pathname, [
    ...["--resume", service.origin, "--events", String(EVENTS)],
  ]);
  let resumed: Resumed | undefined;
  child.once("message", (message) => (resumed = message as Resumed));
  const during = await measureDelays(service, socket, () => {
    resident.push(residentBytes(service));
    return child.exitCode !== null;
  });
  socket.terminate();
  if (!resumed) throw new Error(`The client ended with ${child.exitCode}`);
  // The first half does not count: a process grows at its start.
  const [early = 0] = resident.slice(Math.floor(resident.length / 2));
  const grown = (Math.max(...resident.slice(-3)) - early) / 2 ** 20;
  report(resumed, { atRest, during, grown, processor: cpuTime(service) - used });
  await endPinned(service);
}

interface Beside {
  readonly atRest: readonly number[];
  readonly during: readonly number[];
  /** Megabytes over the second half of the replay. */
  readonly grown: number;
  /** Seconds that the service worked meanwhile. */
  readonly processor: number;
}

function report(
  { seconds, processor: own, heap: [early, late] }: Resumed,
  { atRest, during, grown, processor }: Beside,
): void {
  const delays = (name: string, values: readonly number[]): string[] => [
    name,
    median(values).toFixed(1),
    quantile(values, 0.99).toFixed(1),
  ];
  printTable([
    ["ms from commit to the other subscriber", "median", "99 %"],
    delays(`at rest, ${atRest.length} blocks`, atRest),
    delays(`during the replay, ${during.length} blocks`, during),
  ]);
  printTable([
    ["events per second of processor", ""],
    ["of the service", (EVENTS / processor).toFixed(0)],
    ["of the client", (EVENTS / own).toFixed(0)],
  ]);
  const what = `over ${EVENTS.toLocaleString("en-US")} events, complete and in order`;
  judge({ what: `events a second ${what}`, value: EVENTS / seconds, least: [undefined, 50_000] });
  judge({ what: "MB of heap that the client grew", value: late - early, most: 5 });
  judge({ what: "MB of memory that the service grew in the second half", value: grown, most: 32 });
  judge({
    what: "ms to the other subscriber during the replay, 99 %",
    value: quantile(during, 0.99),
    most: 250,
  });
}
