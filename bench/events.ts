/**
 * What it costs to tell many subscribers: 1,000 WebSockets, each subscribed to `blocks` and `transactions`, get every
 * block and its transfers. Prints the delay from a block's commit to its last receiver, messages per second of the
 * service's processor, and the memory of an idle connection. The service is on the first core, the receivers are all on
 * the second: what they take to read is in the delay.
 *
 * Floor: of 99 % of the blocks, the last receiver has it within 500 ms, a quarter of the time from block to block.
 * `--subscribers N`, `--blocks N`, `--transfers N` (in a block), `--profile FOLDER` (where the service leaves a profile
 * of its processor).
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DevAccount, devAccounts, signTransaction } from "../src/devnet/mod.ts";
import { median, part, readFlag, readText } from "./_measure.ts";
import { cpuTime, type Pinned, pinGenerator, residentBytes, startPinned } from "./_pinned.ts";
import { callSocket, openSockets } from "./_sockets.ts";
import { judge, printTable } from "./_table.ts";

const SUBSCRIBERS = readFlag("subscribers", 1_000);
const BLOCKS = readFlag("blocks", 20);
const TRANSFERS = readFlag("transfers", 5);
const TOPICS = ["blocks", "transactions"];
/** Milliseconds between blocks, in which everyone has long got the last one. */
const PAUSE = 500;
const MOST_MILLISECONDS = 500;

/** A block as its receivers got it. */
interface Told {
  /** When it was committed, in nanoseconds. */
  readonly commit: bigint;
  /** When each receiver had it. */
  readonly arrivals: bigint[];
  /** When the last of them had its last transaction. */
  readonly end: bigint;
}

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

/** Makes a block; resolves to when it was committed. */
function makeBlock({ process: child }: Pinned): Promise<bigint> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(new Error("The service ended"));
    child.once("exit", fail);
    child.stdout?.once("data", (chunk: Buffer) => {
      child.off("exit", fail);
      resolve(BigInt(/block (\d+)/.exec(chunk.toString())?.[1] ?? -1));
    });
    child.stdin?.write("\n");
  });
}

async function until(isDone: () => boolean): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, PAUSE));
  while (!isDone());
}

function milliseconds(nanoseconds: bigint): number {
  return Number(nanoseconds) / 1_000_000;
}

const folder = mkdtempSync(join(tmpdir(), "bench-events-"));
let service: Pinned | undefined;
try {
  pinGenerator();
  const profile = readText("profile");
  service = await startPinned({
    args: [
      ...(profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`]),
      "bench/_event_server.ts",
    ],
    port: /up at \S+:(\d+)/,
    log: join(folder, "log"),
  });
  const url = `${service.origin.replace("http", "ws")}/ws/delta`;
  const before = residentBytes(service);
  const sockets = await openSockets(url, SUBSCRIBERS);
  const perIdle = (residentBytes(service) - before) / SUBSCRIBERS;
  for (const topic of TOPICS) {
    await Promise.all(sockets.map((socket) => callSocket(socket, "chain_subscribe", [topic])));
  }
  const perSubscribed = (residentBytes(service) - before) / SUBSCRIBERS;
  let messages = 0;
  let arrivals: bigint[] = [];
  let end = 0n;
  for (const socket of sockets) {
    socket.on("message", (data: Buffer) => {
      messages++;
      end = process.hrtime.bigint();
      if (data.includes('"txCount"')) arrivals.push(end);
    });
  }
  const [account, other] = await devAccounts("delta");
  if (!account || !other) throw new Error("No accounts");
  const spent: number[] = [];
  const blocks: Told[] = [];
  // The first block warms up.
  for (let turn = 0; turn <= BLOCKS; turn++) {
    await submit(service, account, other.address);
    arrivals = [];
    if (turn === 1) messages = 0;
    const used = cpuTime(service);
    const due = messages + SUBSCRIBERS * (1 + TRANSFERS);
    const commit = await makeBlock(service);
    await until(() => messages >= due);
    if (turn === 0) continue;
    spent.push(cpuTime(service) - used);
    if (arrivals.length !== SUBSCRIBERS) throw new Error(`${arrivals.length} had the block`);
    blocks.push({ commit, arrivals, end });
  }
  const all = blocks.flatMap((block) =>
    block.arrivals.map((at) => milliseconds(at - block.commit)),
  );
  const last = blocks.map((block) => milliseconds((block.arrivals.at(-1) ?? 0n) - block.commit));
  const done = blocks.map((block) => milliseconds(block.end - block.commit));
  printTable([
    [`${SUBSCRIBERS} subscribers, ${blocks.length} blocks`, ""],
    ["ms from commit to a receiver, median", median(all).toFixed(1)],
    ["ms from commit to a receiver, 99 %", part(all, 0.99).toFixed(1)],
    ["ms from commit to the last receiver, median", median(last).toFixed(1)],
    ["ms from commit to the last receiver, 99 %", part(last, 0.99).toFixed(1)],
    ["ms from commit to the last transaction of all, median", median(done).toFixed(1)],
    ["messages", String(messages)],
    [
      "messages per second of processor",
      (messages / spent.reduce((sum, one) => sum + one, 0)).toFixed(0),
    ],
    ["kB per idle connection", (perIdle / 1_000).toFixed(1)],
    ["kB per connection with two subscriptions", (perSubscribed / 1_000).toFixed(1)],
  ]);
  judge({
    what: "ms from commit to the last receiver, 99 %",
    value: part(last, 0.99),
    most: MOST_MILLISECONDS,
  });
  for (const socket of sockets) socket.terminate();
} finally {
  // A profile is left by one that ends by itself.
  if (readText("profile") === undefined) service?.process.kill();
  else service?.process.stdin?.end();
  rmSync(folder, { recursive: true });
}
