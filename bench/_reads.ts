/** Reads of one chain as a load, and what each costs a server in processor time. */
import { generateLoad, requestBytes } from "./_generate_load.ts";
import { cpuTime, type Pinned, startPinned } from "./_pinned.ts";

/** Fewer than a client of the public tier may send in a second: all may send from one address at a time. */
const CONNECTIONS = 8;
const ADDRESSES = 20_000;
/** At least as many as a connection sends requests in a round. */
const ADDRESSES_OF_A_ROUND = 4_000;
export const REST = "/v1/delta";

/** The requests, in turns. */
export interface Case {
  readonly name: string;
  readonly targets: readonly string[];
  readonly isPage?: boolean;
}

/** Starts the service; it makes no blocks by itself. */
export function startReader(
  data: string,
  log: string,
  nodeFlags: readonly string[] = [],
): Promise<Pinned> {
  const flags = ["--chain", "delta", "--data", data, "--mode", "manual", "--no-traffic"];
  return startPinned({
    args: [
      ...nodeFlags,
      "src/cli/main.ts",
      "serve",
      "--port",
      "0",
      "--trusted-proxies",
      "127.0.0.1",
      "--pages-per-second",
      "1000000",
      ...flags,
    ],
    port: /up at \S+:(\d+)/,
    log,
  });
}

async function ask<Data>(origin: string, path: string): Promise<Data> {
  const response = await fetch(`${origin}${REST}${path}`);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return ((await response.json()) as { data: Data }).data;
}

export async function casesOf(origin: string): Promise<Case[]> {
  const { blocks } = await ask<{ blocks: { number: number }[] }>(origin, "/blocks?limit=50");
  const { transactions } = await ask<{ transactions: { hash: string; from: string }[] }>(
    origin,
    "/transactions?limit=50",
  );
  const addresses = [...new Set(transactions.map(({ from }) => from))];
  const pages = Array.from({ length: 10 }, (_, index) => `page=${index + 1}&limit=20`);
  return [
    { name: "block", targets: blocks.map(({ number }) => `/blocks/${number}`) },
    { name: "transaction", targets: transactions.map(({ hash }) => `/transactions/${hash}`) },
    { name: "account", targets: addresses.map((address) => `/accounts/${address}`) },
    {
      name: "page of an account",
      targets: pages.map((page) => `/accounts/${addresses[0]}/transactions?${page}`),
      isPage: true,
    },
  ];
}

/** A case's requests from another one on, so that no address sends in two rounds of one second. */
export function requestsFrom(requests: readonly Buffer[], round: number): Buffer[] {
  const at = (round * ADDRESSES_OF_A_ROUND) % requests.length;
  return [...requests.slice(at), ...requests.slice(0, at)];
}

/** The requests of a case, each from another address. */
export function requestsOf({ targets }: Case): Buffer[] {
  return Array.from({ length: ADDRESSES }, (_, index) => {
    const target = targets[index % targets.length] ?? "";
    const request = requestBytes("GET", `${REST}${target}`).toString();
    const address = `10.${index >>> 16}.${(index >>> 8) & 0xff}.${index & 0xff}`;
    return Buffer.from(request.replace("\r\n\r\n", `\r\nX-Forwarded-For: ${address}\r\n\r\n`));
  });
}

/** Microseconds of processor that a read takes a server, over some milliseconds. */
export async function costOf(
  server: Pinned,
  requests: readonly Buffer[],
  milliseconds: number,
): Promise<number> {
  const before = cpuTime(server);
  const started = performance.now();
  const load = { origin: server.origin, requests, connections: CONNECTIONS };
  const rate = await generateLoad({ ...load, milliseconds });
  const answers = (rate * (performance.now() - started)) / 1_000;
  return ((cpuTime(server) - before) * 1_000_000) / answers;
}
