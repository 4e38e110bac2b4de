/**
 * A fleet over PostgreSQL and Redis of this bench's own, beside the embedded service: reads a second and microseconds of
 * processor of a gateway, submissions a second through two gateways, the delay of events to 2,000 subscribers of two
 * gateways, and what a shared check of a rate limit adds to a request. Everything runs on one machine: PostgreSQL, Redis,
 * the writer, both gateways and the load share its cores.
 *
 * Floors: reads 0.35 of SQLite's in the same run (aim 0.6), 1,500 submissions a second, events within 250 ms (p99), a
 * check within 0.3 ms (p50). `--rounds N`, `--seconds N` (of a round), `--only TEXT` (parts with that in their name).
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { WebSocket } from "ws";
import { devAccounts, signTransaction } from "../src/devnet/mod.ts";
import { Limiter, SharedLimiter } from "../src/service/access/rate_limit/mod.ts";
import { migrate } from "../src/service/internal.ts";
import { openDatabase } from "../src/service/postgres.ts";
import { openRedis } from "../src/service/redis.ts";
import { makeCluster, startPostgres } from "../test/_postgres.ts";
import { startRedis } from "../test/_redis.ts";
import { measureLoad, requestBytes } from "./_generate_load.ts";
import { makeFolder, median, quantile, readFlag, readText } from "./_measure.ts";
import { cpuTime, endPinned, type Pinned, startServe } from "./_pinned.ts";
import { callSocket, openSockets } from "./_sockets.ts";
import { judge, printTable } from "./_table.ts";

const ROUNDS = readFlag("rounds", 5);
const MILLISECONDS = readFlag("seconds", 2) * 1000;
const ONLY = readText("only") ?? "";
const CONNECTIONS = 32;
const SUBSCRIBERS = 2_000;
const SENDERS = 10;
/** Calls of one request, and requests of one sender; the first of these warm up. */
const [CALLS, REQUESTS, WARM_UP] = [50, 36, 6];
/** Where each server leaves a profile of its processor. */
const PROFILES = readText("profile");

const folder = makeFolder();
const cluster = await makeCluster();
const [postgres, redis] = await Promise.all([startPostgres({}, cluster), startRedis()]);
const started = new Set<Pinned>();

/** Starts a server on whatever core is free: several of them share the machine with the load. */
async function serve(...flags: readonly string[]): Promise<Pinned> {
  const still = ["--log", "errors", "--chain", "delta", "--no-traffic"];
  const own = [...still, "--keyless-tier", "Enterprise", ...flags];
  const options = { isPinned: false, profile: PROFILES, flags: own };
  const server = await startServe(join(folder, "log"), options);
  started.add(server);
  return server;
}

async function end(servers: readonly Pinned[]): Promise<void> {
  for (const server of servers) {
    await endPinned(server);
    started.delete(server);
  }
}

/** A writer and two gateways over a database of their own. */
async function startFleet(
  name: string,
  ...flags: readonly string[]
): Promise<[Pinned, Pinned, Pinned]> {
  const store = postgres.url(name);
  await migrate({ store, segments: ["delta"] });
  const shared = ["--store", store, "--redis", redis.url, ...flags];
  const writer = await serve("--role", "writer", ...shared);
  const gateway = ["--role", "gateway", ...shared];
  const gateways = await Promise.all([serve(...gateway), serve(...gateway)]);
  return [writer, ...gateways];
}

async function benchReads(): Promise<void> {
  const embedded = await serve("--mode", "manual", "--data", join(folder, "data"));
  const fleet = await startFleet("reads", "--mode", "manual");
  const targets: Record<string, string[]> = {
    "block by height": range(50).map((at) => `/v1/delta/blocks/${250 + at}`),
    "page of blocks": range(10).map((at) => `/v1/delta/blocks?page=${at + 1}&limit=20`),
    "page of transactions": range(10).map((at) => `/v1/delta/transactions?page=${at + 1}&limit=20`),
    "pages that nobody asked for before": range(6_000).map(
      (at) =>
        `/v1/delta/transactions?page=${1 + (at % 7)}&limit=${1 + (at % 100)}&type=${at % 2 ? "transfer" : "vote"}`,
    ),
  };
  const rows = [
    ["reads", "SQLite/s", "fleet/s", "SQLite µs", "fleet µs", "PostgreSQL µs", "ratio"],
  ];
  for (const [name, paths] of Object.entries(targets)) {
    const requests = paths.map((path) => requestBytes("GET", path));
    const rates: number[][] = [[], []];
    const costs: number[][] = [[], [], []];
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [index, server] of [embedded, fleet[1]].entries()) {
        const [before, began] = [databaseTime(), performance.now()];
        const load = { requests, connections: CONNECTIONS, milliseconds: MILLISECONDS };
        const { rate, cost } = await measureLoad(server, load);
        const answers = (rate * (performance.now() - began)) / 1_000;
        if (round === 0) continue;
        rates[index]?.push(rate);
        costs[index]?.push(cost);
        if (index === 1) costs[2]?.push(((databaseTime() - before) * 1_000_000) / answers);
      }
    }
    const figures = [...rates.map(median), ...costs.map(median)];
    const ratio = median((rates[1] ?? []).map((rate, round) => rate / (rates[0]?.[round] ?? NaN)));
    rows.push([name, ...[...figures, ratio].map(shown)]);
    const what = `reads a second of a gateway over SQLite, ${name}`;
    judge({ what, value: ratio, least: [0.35, 0.6] });
  }
  printTable(rows);
  await end([embedded, ...fleet]);
}

async function benchSubmissions(): Promise<void> {
  const accounts = await devAccounts("delta", { network: "mainnet", count: SENDERS });
  const fleet = await startFleet("submissions", "--block-time", "1", "--mempool", "100000");
  const bodies = await Promise.all(
    accounts.map((account) =>
      Promise.all(
        range(REQUESTS).map(async (request) => {
          const calls = range(CALLS).map(async (at) => {
            const nonce = request * CALLS + at;
            const transfer = { type: "transfer", to: account.address, value: 1n, nonce } as const;
            const { signedTx } = await signTransaction(account, transfer);
            return { jsonrpc: "2.0", id: at, method: "tx_sendRawTransaction", params: [signedTx] };
          });
          return JSON.stringify(await Promise.all(calls));
        }),
      ),
    ),
  );
  const submit = async (from: number, to: number): Promise<void> => {
    await Promise.all(
      bodies.map(async (own, sender) => {
        const gateway = fleet[1 + (sender % 2)] as Pinned;
        for (const body of own.slice(from, to)) await submitAll(gateway, body);
      }),
    );
  };
  await submit(0, WARM_UP);
  const processes = { writer: fleet.slice(0, 1), gateways: fleet.slice(1) };
  const times = (): number[] => [
    ...Object.values(processes).map((servers) => servers.map(cpuTime).reduce((a, b) => a + b)),
    databaseTime(),
    process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
  ];
  const before = times();
  const { seconds, share } = await measureMachine(() => submit(WARM_UP, REQUESTS));
  const count = SENDERS * (REQUESTS - WARM_UP) * CALLS;
  const value = count / seconds;
  const spent = times().map((time, index) => ((time - (before[index] ?? 0)) * 1_000_000) / count);
  printTable([
    ["µs of processor", "writer", "gateways", "PostgreSQL", "load"],
    ["a submission", ...spent.map(shown)],
  ]);
  console.log(`${count} submissions in ${shown(seconds)} s; ${share}`);
  judge({ what: "submissions a second through two gateways", value, least: 1_500 });
  await end(fleet);
}

/** Sends one request of many submissions, which all have to be accepted. */
async function submitAll({ origin }: Pinned, body: string): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${origin}/rpc/delta`, { method: "POST", headers, body });
  const replies = (await response.json()) as { error?: unknown }[];
  const failed = replies.find(({ error }) => error);
  if (failed) throw new Error(`A submission failed: ${JSON.stringify(failed)}`);
}

async function benchEvents(): Promise<void> {
  const open = ["--connections", "10000", "--max-connections-per-address", "10000"];
  const fleet = await startFleet("events", "--block-time", "0.5", ...open);
  const database = await openDatabase({ url: postgres.url("events"), maximum: 1 });
  /** When commits were told, and when each block reached each subscriber. */
  const commits: number[] = [];
  const arrivals = new Map<number, number[]>();
  database.listen("alphadelta", (segment) => segment && commits.push(performance.now()));
  const sockets: WebSocket[] = [];
  for (const gateway of fleet.slice(1)) {
    sockets.push(
      ...(await openSockets(`${gateway.origin.replace("http", "ws")}/ws/delta`, SUBSCRIBERS / 2)),
    );
  }
  await Promise.all(sockets.map((socket) => callSocket(socket, "chain_subscribe", ["blocks", {}])));
  let isCounting = false;
  for (const socket of sockets) {
    socket.on("message", (data: Buffer) => {
      const now = performance.now();
      if (!isCounting) return;
      const height = Number(/"number":(\d+)/.exec(data.toString())?.[1]);
      const own = arrivals.get(height) ?? [];
      own.push(now);
      arrivals.set(height, own);
    });
  }
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  isCounting = true;
  const { share } = await measureMachine(async () => {
    await new Promise((resolve) => setTimeout(resolve, Math.max(10_000, MILLISECONDS * ROUNDS)));
  });
  isCounting = false;
  const whole = [...arrivals.values()].filter(({ length }) => length === SUBSCRIBERS);
  const delays = whole.flatMap((own) => {
    const first = Math.min(...own);
    // A notice and the first event may come in either order.
    const began = commits.findLast((at) => at <= first + 5) ?? first;
    return own.map((at) => at - began);
  });
  console.log(
    `${delays.length} events of ${whole.length} blocks, after the commit: p50 ${shown(median(delays))}, most ${shown(quantile(delays, 0.99999))} ms; ${share}`,
  );
  judge({
    what: `events to ${SUBSCRIBERS} subscribers, p99 in ms`,
    value: quantile(delays, 0.99),
    most: 250,
  });
  await database.close();
  for (const socket of sockets) socket.terminate();
  await end(fleet);
}

async function benchLimits(): Promise<void> {
  const connection = await openRedis(redis.url);
  while (connection.failure !== undefined) await new Promise((resolve) => setTimeout(resolve, 10));
  const limiter = new SharedLimiter({
    evaluate: connection.evaluate,
    own: new Limiter(),
    gateways: () => 1,
    maximumSubjects: 100_000,
  });
  const limits = { requestsPerSecond: 100_000, requestsPerDay: 1e9 };
  const times: number[] = [];
  for (let count = 0; count < 5_000; count++) {
    const began = performance.now();
    await limiter.admit(`subject ${count % 100}`, limits);
    if (count >= 1_000) times.push(performance.now() - began);
  }
  judge({ what: "a shared check of a rate limit, p50 in ms", value: median(times), most: 0.3 });
  await connection.close();
}

/** Seconds of processor of the processes of PostgreSQL that run. */
function databaseTime(): number {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return ids.reduce((sum, id) => {
    try {
      const fields = readFileSync(`/proc/${id}/stat`, "utf8")
        .replace(/^.*\) /s, "")
        .split(" ");
      const isOwn = Number(id) === postgres.id || Number(fields[1]) === postgres.id;
      return isOwn ? sum + (Number(fields[11]) + Number(fields[12])) / 100 : sum;
    } catch {
      return sum;
    }
  }, 0);
}

/** Runs work; tells how long it took, and how much processor others and the host took meanwhile. */
async function measureMachine(
  work: () => Promise<void>,
): Promise<{ readonly seconds: number; readonly share: string }> {
  const own = (): number =>
    [...started].map(cpuTime).reduce((sum, one) => sum + one, databaseTime()) +
    (process.cpuUsage().user + process.cpuUsage().system) / 1e6;
  const before = { ...machineTimes(), own: own() };
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1_000;
  const after = { ...machineTimes(), own: own() };
  const stolen = (after.stolen - before.stolen) / seconds;
  const used = (after.own - before.own) / seconds;
  const others = (after.busy - before.busy) / seconds - used;
  const cores = `this fleet and its load ${shown(used)}, other programs ${shown(others)}, the host ${shown(stolen)}`;
  return { seconds, share: `of ${availableParallelism()} cores took: ${cores}` };
}

/** Seconds of all cores in which programs ran, and in which the host of a virtual machine gave them to others. */
function machineTimes(): { readonly busy: number; readonly stolen: number } {
  const [first = ""] = readFileSync("/proc/stat", "utf8").split("\n");
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0, stolen = 0] = first
    .split(/ +/)
    .slice(1)
    .map((ticks) => Number(ticks) / 100);
  return { busy: user + nice + system + interrupts + soft, stolen };
}

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

const PARTS = {
  reads: benchReads,
  submissions: benchSubmissions,
  events: benchEvents,
  limits: benchLimits,
};
try {
  for (const [name, run] of Object.entries(PARTS)) if (name.includes(ONLY)) await run();
} finally {
  await end([...started]);
  await Promise.all([postgres.close(), redis.kill()]);
  rmSync(cluster, { recursive: true });
}
