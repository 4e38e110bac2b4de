/**
 * What a client spends on events, beside a bare WebSocket with JSON.parse in the same run: CPU time per event, the delay
 * from the frame to the iterator, and memory over many events. A server in a process of its own sends frames that were
 * made beforehand. Floor: memory stays flat. Aim: at most three times the CPU time of the bare loop.
 *
 * `--events N` sets how many (1,000,000 for memory, a fifth of it for time).
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { WebSocketServer } from "ws";
import { createClient } from "../src/mod.ts";
import { readFlag } from "./_measure.ts";
import { judge, printTable } from "./_table.ts";

const EVENTS = readFlag("events", 1_000_000);
const TIMED = Math.max(1, Math.floor(EVENTS / 5));
const ROUNDS = 3;

if (process.argv.includes("--server")) await serve();
else await run();

interface Asked {
  readonly id: number;
  readonly method: string;
}

/** Answers each subscription with events: as many as stand in the path, as fast as they are taken, or one at a time. */
async function serve(): Promise<void> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
  server.on("connection", (socket, request) => {
    const count = Number(new URL(request.url ?? "", "ws://x").searchParams.get("events"));
    const isPaced = request.url?.includes("paced") === true;
    socket.on("message", (data) => {
      const { id, method } = JSON.parse((data as Buffer).toString()) as Asked;
      const result = { subscription: "s1", cursor: "c0" };
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, result }));
      if (method !== "chain_subscribe") return;
      let sent = 0;
      const send = (): void => {
        while (sent < count && socket.bufferedAmount < 1 << 18) {
          socket.send(frame(++sent));
          if (isPaced) break;
        }
        if (sent < count) setTimeout(send, isPaced ? 2 : 0);
      };
      send();
    });
  });
  await once(server, "listening");
  process.send?.((server.address() as AddressInfo).port);
  process.once("disconnect", () => process.exit());
}

/** A block as the service sends it. `timestamp` is when it was sent, in microseconds. */
function frame(number: number): string {
  const sent = Math.round((performance.timeOrigin + performance.now()) * 1000);
  const hash = `0x${number.toString(16).padStart(64, "0")}`;
  const validator = "dx1hltejxw4ht7ku58fy8dflv5d4l6xfk7yg9dnpp";
  return (
    `{"jsonrpc":"2.0","method":"chain_subscription","params":{"subscription":"s1","result":` +
    `{"number":${number},"hash":"${hash}","timestamp":${sent},"txCount":1,"validator":"${validator}"},` +
    `"cursor":"c${number}"}}`
  );
}

interface Spent {
  /** Microseconds of CPU time per event. */
  readonly cpu: number;
  /** Median microseconds from sending an event to having it. */
  readonly delay: number;
}

type Reader = (url: string, count: number, take: (sent: number) => void) => Promise<void>;

async function run(): Promise<void> {
  const server = fork(new URL(import.meta.url).pathname, ["--server"]);
  const [port] = (await once(server, "message")) as [number];
  const url = `ws://127.0.0.1:${port}/`;
  try {
    const [bare, client] = await compare(url);
    printTable([
      ["", "µs CPU per event", "events per CPU second", "delay µs, one at a time"],
      row("bare WebSocket and JSON.parse", bare),
      row("client.events", client),
    ]);
    judge({
      what: "CPU of the client by the bare loop",
      value: client.cpu / bare.cpu,
      most: 3,
      isAim: true,
    });
    judge({
      what: "delay of the client by the bare loop",
      value: client.delay / bare.delay,
      most: 1.5,
      isAim: true,
    });
    await judgeMemory(url);
  } finally {
    server.kill();
  }
}

/** Both in turns; each counts with its best round. */
async function compare(url: string): Promise<[bare: Spent, client: Spent]> {
  let bare: Spent = { cpu: Infinity, delay: Infinity };
  let client = bare;
  for (let round = 0; round < ROUNDS; round++) {
    bare = better(bare, await measureReader(readBare, url));
    client = better(client, await measureReader(readClient, url));
  }
  return [bare, client];
}

async function measureReader(reader: Reader, url: string): Promise<Spent> {
  const before = process.cpuUsage();
  await reader(`${url}?events=${TIMED}`, TIMED, () => undefined);
  const { user, system } = process.cpuUsage(before);
  const delays: number[] = [];
  await reader(`${url}?paced&events=300`, 300, (sent) => {
    delays.push((performance.timeOrigin + performance.now()) * 1000 - sent);
  });
  const sorted = delays.toSorted((left, right) => left - right);
  return { cpu: (user + system) / TIMED, delay: sorted[150] ?? 0 };
}

function better(left: Spent, right: Spent): Spent {
  return { cpu: Math.min(left.cpu, right.cpu), delay: Math.min(left.delay, right.delay) };
}

function row(name: string, { cpu, delay }: Spent): string[] {
  const perSecond = Math.round(1e6 / cpu).toLocaleString("en-US");
  return [name, cpu.toFixed(2), perSecond, delay.toFixed(0)];
}

function readBare(url: string, count: number, take: (sent: number) => void): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    let seen = 0;
    socket.addEventListener("open", () =>
      socket.send('{"jsonrpc":"2.0","id":1,"method":"chain_subscribe","params":["blocks"]}'),
    );
    socket.addEventListener("message", ({ data }) => {
      const { params } = JSON.parse(String(data)) as { params?: { result: { timestamp: number } } };
      if (!params) return;
      take(params.result.timestamp);
      if (++seen < count) return;
      socket.close();
      resolve();
    });
  });
}

async function readClient(
  wsUrl: string,
  count: number,
  take: (sent: number) => void,
): Promise<void> {
  const delta = createClient("delta", { endpoints: { apiHost: "http://127.0.0.1", wsUrl } });
  let seen = 0;
  for await (const { data } of delta.events.subscribe("blocks")) {
    take(data?.timestamp ?? 0);
    if (++seen >= count) break;
  }
}

/** The heap after a tenth of the events, and after all of them, both collected. */
async function judgeMemory(url: string): Promise<void> {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("gc") as () => void;
  let seen = 0;
  let early = 0;
  await readClient(`${url}?events=${EVENTS}`, EVENTS, () => {
    if (++seen !== Math.floor(EVENTS / 10)) return;
    gc();
    early = process.memoryUsage().heapUsed;
  });
  gc();
  const grown = (process.memoryUsage().heapUsed - early) / 2 ** 20;
  judge({
    what: `MB of heap grown over ${EVENTS.toLocaleString("en-US")} events`,
    value: grown,
    most: 5,
  });
}
