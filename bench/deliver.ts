/**
 * Deliveries to a receiver on this machine: transactions a second, and CPU time for each, beside the same subscription that
 * is only read. A process of its own sends frames that were made beforehand, as fast as they are taken, and another one
 * verifies the signature of each batch. The state is a file. Floor: 5,000 events a second. Aim: 20,000.
 *
 * `--events N` sets how many (50,000), `--batch N` how many make a batch (100).
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { WebSocketServer } from "ws";
import { deliver, RESUMABLE_EVENTS, sqliteState, webhookSink } from "../src/delivery/mod.ts";
import { type Client, createClient } from "../src/mod.ts";
import { readFlag } from "./_measure.ts";
import { judge, printTable } from "./_table.ts";

const EVENTS = readFlag("events", 50_000);
const BATCH = readFlag("batch", 100);
const ROUNDS = 3;
const SECRET = `whsec_${Buffer.alloc(32, "bench").toString("base64")}`;

if (process.argv.includes("--source")) await tellPort(sourceOfEvents());
else if (process.argv.includes("--receiver")) await tellPort(receiverOfBatches());
else await run();

async function tellPort(server: Server): Promise<void> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  process.send?.((server.address() as AddressInfo).port);
  process.once("disconnect", () => process.exit());
}

/** Answers a subscription with all events, as fast as they are taken. */
function sourceOfEvents(): Server {
  const server = createServer();
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  const frames = Array.from({ length: EVENTS }, (_, at) => frame(at + 1));
  sockets.on("connection", (socket) => {
    let current = 0;
    socket.on("message", (data) => {
      const { id, method, params } = JSON.parse((data as Buffer).toString()) as Asked;
      const isSubscription = method === "chain_subscribe";
      const result = isSubscription ? { subscription: `s${id}`, cursor: "c0" } : true;
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, result }));
      // A client has one subscription, or none where it has paused it.
      current = isSubscription ? id : 0;
      if (!isSubscription) return;
      // A subscription that was paused goes on behind its cursor.
      let sent = Number(params[1]?.after?.slice(1) ?? 0);
      const goesOn = (): boolean =>
        sent < EVENTS && current === id && socket.readyState === socket.OPEN;
      const send = (): void => {
        while (goesOn() && socket.bufferedAmount < 1 << 16)
          socket.send(frames[sent++]?.replace("s1", `s${id}`) ?? "");
        if (goesOn()) setTimeout(send, 0);
      };
      send();
    });
  });
  return server;
}

interface Asked {
  readonly id: number;
  readonly method: string;
  readonly params: readonly [topic: string, filter?: { readonly after?: string }];
}

/** A transaction as the service sends it. */
function frame(number: number): string {
  const hash = `0x${number.toString(16).padStart(64, "0")}`;
  const result = {
    ...{ hash, blockNumber: number, blockHash: hash },
    from: "dx17frts7q0ywfw9a0ahg3krrqx9pwkhvw4p2zsu3",
    to: "dx1l3k2f2peq6h9e39ruymw7tvxw2xp3a2n3lzwyh",
    ...{ value: "84861000000000000000", nonce: number, gasPrice: "1400000000" },
    ...{ gasLimit: "21000", gasUsed: "21000", status: "success", timestamp: 1767225542 },
    type: "transfer",
  };
  const params = { subscription: "s1", result, cursor: `c${number}` };
  return JSON.stringify({ jsonrpc: "2.0", method: "chain_subscription", params });
}

function receiverOfBatches(): Server {
  const webhook = new Webhook(SECRET);
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    webhook.verify(await text(request), request.headers as Record<string, string>);
    response.writeHead(204).end();
  }
  return createServer((request, response) => void take(request, response));
}

interface Spent {
  readonly perSecond: number;
  /** Microseconds of CPU time for an event. */
  readonly cpu: number;
}

async function run(): Promise<void> {
  const own = new URL(import.meta.url).pathname;
  const start = (what: string): ChildProcess => fork(own, [what, "--events", String(EVENTS)]);
  const [source, receiver] = [start("--source"), start("--receiver")];
  const ports = await Promise.all([once(source, "message"), once(receiver, "message")]);
  const [wsPort = 0, hookPort = 0] = ports.map(([port]) => port as number);
  try {
    const spent = { read: [] as Spent[], delivered: [] as Spent[] };
    for (let round = 0; round < ROUNDS; round++) {
      spent.read.push(await measured(() => readAll(clientAt(wsPort))));
      spent.delivered.push(await measured(() => deliverAll(clientAt(wsPort), hookPort)));
    }
    const [read, delivered] = [best(spent.read), best(spent.delivered)];
    printTable([
      ["", "events per second", "µs CPU per event"],
      ["read", Math.round(read.perSecond).toLocaleString("en-US"), read.cpu.toFixed(1)],
      [
        `delivered, ${BATCH} a batch`,
        Math.round(delivered.perSecond).toLocaleString("en-US"),
        delivered.cpu.toFixed(1),
      ],
    ]);
    const { perSecond: value } = delivered;
    judge({ what: "events delivered per second", value, least: [5_000, 20_000] });
  } finally {
    source.kill();
    receiver.kill();
  }
}

function clientAt(port: number): Client<"delta"> {
  const endpoints = { apiHost: "http://127.0.0.1", wsUrl: `ws://127.0.0.1:${port}/` };
  return createClient("delta", { endpoints, events: RESUMABLE_EVENTS });
}

async function measured(work: () => Promise<void>): Promise<Spent> {
  const [cpu, started] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - started) / 1_000;
  return { perSecond: EVENTS / seconds, cpu: (user + system) / EVENTS };
}

/** Other load on the machine can only slow a round down. */
function best(rounds: readonly Spent[]): Spent {
  return {
    perSecond: Math.max(...rounds.map(({ perSecond }) => perSecond)),
    cpu: Math.min(...rounds.map(({ cpu }) => cpu)),
  };
}

async function readAll(client: Client<"delta">): Promise<void> {
  let seen = 0;
  for await (const _ of client.events.subscribe("transactions")) if (++seen >= EVENTS) break;
  await client.close();
}

async function deliverAll(client: Client<"delta">, port: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-deliver-"));
  const stop = new AbortController();
  const url = `http://127.0.0.1:${port}/`;
  await deliver({
    subscription: { client, topic: "transactions" },
    sink: webhookSink({ url, secrets: [SECRET], allowPrivate: true }),
    state: sqliteState(join(folder, "state.db")),
    batch: BATCH,
    signal: stop.signal,
    onProgress: ({ events }) => events >= EVENTS && stop.abort(),
  });
  await client.close();
  rmSync(folder, { recursive: true });
}
