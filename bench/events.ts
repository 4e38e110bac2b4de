/**
 * What it costs to tell many subscribers: 1,000 WebSockets, each subscribed to `blocks` and `transactions`, get every
 * block and its transfers. Prints the delay from a block's first event anywhere to its last receiver, messages per
 * second of the service's processor, and the memory of an idle connection. The service is on the first core.
 *
 * `--subscribers N`, `--blocks N`, `--transfers N` (in a block).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DevAccount, devAccounts, signTransaction } from "../src/devnet/mod.ts";
import { readFlag } from "./_measure.ts";
import { cpuTime, type Pinned, pinGenerator, residentBytes, startService } from "./_pinned.ts";
import { callSocket, openSockets } from "./_sockets.ts";
import { printTable } from "./_table.ts";

const SUBSCRIBERS = readFlag("subscribers", 1_000);
const BLOCKS = readFlag("blocks", 20);
const TRANSFERS = readFlag("transfers", 5);
const TOPICS = ["blocks", "transactions"];
/** Each submission makes a block with one transfer, or the interval makes one with all that wait. */
const BLOCK_SECONDS = 1;

/** Submits what goes into the next block. */
async function submit({ origin }: Pinned, account: DevAccount, to: string): Promise<void> {
  const call = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const response = await fetch(`${origin}/rpc/delta`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const { result, error } = (await response.json()) as Record<string, unknown>;
    if (error) throw new Error(JSON.stringify(error));
    return result;
  };
  const { nonce } = (await call("account_getNonce", [account.address])) as { nonce: number };
  for (let index = 0; index < TRANSFERS; index++) {
    const body = { type: "transfer", to, value: 1n, nonce: nonce + index } as const;
    const { signedTx } = await signTransaction(account, body);
    await call("tx_sendRawTransaction", [signedTx]);
  }
}

const folder = mkdtempSync(join(tmpdir(), "bench-events-"));
let service: Pinned | undefined;
try {
  pinGenerator();
  const flags = [
    "--segments",
    "delta",
    "--connections",
    "10000",
    "--block-time",
    String(BLOCK_SECONDS),
    "--mode",
    "interval",
  ];
  service = await startService(join(folder, "log"), { flags });
  const url = `${service.origin.replace("http", "ws")}/ws/delta`;
  const before = residentBytes(service);
  const sockets = await openSockets(url, SUBSCRIBERS);
  const perIdle = (residentBytes(service) - before) / SUBSCRIBERS;
  for (const topic of TOPICS) {
    await Promise.all(sockets.map((socket) => callSocket(socket, "chain_subscribe", [topic])));
  }
  const perSubscribed = (residentBytes(service) - before) / SUBSCRIBERS;
  const arrivals = new Map<number, number[]>();
  let messages = 0;
  for (const socket of sockets) {
    socket.on("message", (data: Buffer) => {
      messages++;
      // Most are transfers: only those of blocks are looked at, so that the receivers are not what is measured.
      if (!data.includes("parentHash") && !data.includes('"txCount"')) return;
      const { params } = JSON.parse(data.toString()) as { params?: { result: { number: number } } };
      if (!params) return;
      const times = arrivals.get(params.result.number) ?? [];
      arrivals.set(params.result.number, times);
      times.push(performance.now());
    });
  }
  const [account, other] = await devAccounts("delta");
  if (!account || !other) throw new Error("No accounts");
  const spent = cpuTime(service);
  const done = (): number =>
    [...arrivals.values()].filter(({ length }) => length === SUBSCRIBERS).length;
  while (done() < BLOCKS) {
    await submit(service, account, other.address);
    await new Promise((resolve) => setTimeout(resolve, BLOCK_SECONDS * 1_000));
  }
  const cpu = cpuTime(service) - spent;
  const delays = [...arrivals.values()]
    .filter(({ length }) => length === SUBSCRIBERS)
    .flatMap((times) => times.map((time) => time - Math.min(...times)))
    .toSorted((left, right) => left - right);
  const at = (part: number): string =>
    `${(delays[Math.floor(delays.length * part)] ?? NaN).toFixed(1)} ms`;
  printTable([
    [`${SUBSCRIBERS} subscribers, ${done()} blocks`, ""],
    ["delay from the first receiver, median", at(0.5)],
    ["delay from the first receiver, 99 %", at(0.99)],
    ["messages", String(messages)],
    ["messages per second of processor", (messages / cpu).toFixed(0)],
    ["kB per idle connection", (perIdle / 1_000).toFixed(1)],
    ["kB per connection with two subscriptions", (perSubscribed / 1_000).toFixed(1)],
  ]);
  for (const socket of sockets) socket.terminate();
} finally {
  service?.process.kill();
  rmSync(folder, { recursive: true });
}
