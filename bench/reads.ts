/**
 * Microseconds of processor that a read takes, beside Fastify with `@fastify/cors`, `@fastify/rate-limit`, `prom-client`,
 * JSON Schema validation and the same store, which answers the same bytes. Either is a process on the first core with a
 * copy of one data folder; the load comes from the second, 8 connections, each request from another forwarded address of
 * the public tier, so that either counts them against its limits. The servers take turns in rounds so short that a
 * neighbour on the machine slows either; a block's read varies by half from one second to the next, the median of the ratios by 3 %.
 * The median of the rounds' ratios counts; beside it stands the half of them that lies around it.
 *
 * Floor: 0.85 of Fastify over all point reads; aim: 0.7. `--rounds N`, `--milliseconds N` (of a round of each server),
 * `--only TEXT` (cases with that in their name). Fastify is installed in `bench/rivals` when this runs first.
 */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { measureLoad, requestBytes } from "./_generate_load.ts";
import { type Case, casesOf } from "./_load_cases.ts";
import { makeFolder, median, quantile, readFlag, readText } from "./_measure.ts";
import { endPinned, type Pinned, pinGenerator, startPinned, startServe } from "./_pinned.ts";
import { judge, printTable } from "./_table.ts";
import { installRivals } from "./rivals/load_rival.ts";

const ROUNDS = readFlag("rounds", 60);
const MILLISECONDS = readFlag("milliseconds", 200);
/** Rounds that warm up. */
const FIRST_ROUNDS = 10;
/** Fails where the servers do not answer the same, but for time and name of the request. */
async function compareAnswers(servers: readonly Pinned[], { name, targets }: Case): Promise<void> {
  for (const target of targets) {
    const [own, other] = await Promise.all(
      servers.map(async ({ origin }) => {
        const response = await fetch(`${origin}${target}`, {
          headers: { "X-Forwarded-For": `10.9.9.${Math.floor(Math.random() * 250)}` },
        });
        return (await response.text()).replace(/"meta":.*/, "");
      }),
    );
    if (own !== other) throw new Error(`${name}: ${target} is answered ${own} and ${other}`);
  }
}

/** Fewer than a client of the public tier may send in a second: all may send from one address at a time. */
const CONNECTIONS = 8;
const ADDRESSES = 20_000;
/** At least as many as a connection sends requests in a round. */
const ADDRESSES_OF_A_ROUND = 4_000;

/** Starts the service; it makes no blocks by itself. */
function startReader(data: string, log: string): Promise<Pinned> {
  const still = ["--chain", "delta", "--data", data, "--mode", "manual", "--no-traffic"];
  const open = ["--trusted-proxies", "127.0.0.1", "--pages-per-second", "1000000"];
  return startServe(log, { flags: ["--log", "errors", ...open, ...still] });
}

/** The cases of reads: the points, and a page of an account. */
const NAMES = ["block by height", "transaction", "account", "page of an account"];

/** A case's requests from another one on, so that no address sends in two rounds of one second. */
function requestsFrom(requests: readonly Buffer[], round: number): Buffer[] {
  const at = (round * ADDRESSES_OF_A_ROUND) % requests.length;
  return [...requests.slice(at), ...requests.slice(0, at)];
}

/** The requests of a case, each from another address. */
function requestsOf({ targets }: Case): Buffer[] {
  return Array.from({ length: ADDRESSES }, (_, index) => {
    const target = targets[index % targets.length] ?? "";
    const request = requestBytes("GET", target).toString();
    const address = `10.${index >>> 16}.${(index >>> 8) & 0xff}.${index & 0xff}`;
    return Buffer.from(request.replace("\r\n\r\n", `\r\nX-Forwarded-For: ${address}\r\n\r\n`));
  });
}

/** Microseconds of processor that a read takes a server, over some milliseconds. */
async function costOf(
  server: Pinned,
  requests: readonly Buffer[],
  milliseconds: number,
): Promise<number> {
  const load = { requests, connections: CONNECTIONS, milliseconds };
  return (await measureLoad(server, load)).cost;
}

const folder = makeFolder();
installRivals();
pinGenerator();
const [own, other, log] = [join(folder, "own"), join(folder, "other"), join(folder, "log")];
const first = await startReader(own, log);
await endPinned(first);
cpSync(own, other, { recursive: true });
const args = ["bench/rivals/_fastify_server.ts", other];
const service = await startReader(own, log);
const servers = [service, await startPinned({ args, port: /(\d+)\n/, log })];
const only = readText("only") ?? "";
const cases = (await casesOf(service.origin)).filter(
  ({ name }) => NAMES.includes(name) && name.includes(only),
);
const rows = [["µs of processor", "service", "Fastify", "ratio", "half of the rounds"]];
const points: number[] = [];
for (const one of cases) {
  await compareAnswers(servers, one);
  const requests = requestsOf(one);
  const costs = servers.map((): number[] => []);
  for (let round = -FIRST_ROUNDS; round < ROUNDS; round++) {
    const sent = requestsFrom(requests, round + FIRST_ROUNDS);
    const inTurns = [...servers.entries()];
    for (const [index, server] of round % 2 === 0 ? inTurns : inTurns.toReversed()) {
      const cost = await costOf(server, sent, MILLISECONDS);
      if (round >= 0) costs[index]?.push(cost);
    }
  }
  const [mine = [], its = []] = costs;
  const ratios = mine.map((cost, round) => cost / (its[round] ?? NaN));
  if (!one.isPage) points.push(median(ratios));
  rows.push([
    one.name,
    median(mine).toFixed(1),
    median(its).toFixed(1),
    median(ratios).toFixed(2),
    `${quantile(ratios, 0.25).toFixed(2)} to ${quantile(ratios, 0.75).toFixed(2)}`,
  ]);
}
printTable(rows);
const value = points.reduce((sum, ratio) => sum + ratio, 0) / points.length;
const what = "processor time of a read, service over Fastify";
judge({ what, value, most: [0.85, 0.7] });
process.exit();
