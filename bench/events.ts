/**
 * The cost of many subscribers: 1,000 WebSockets, each subscribed to `blocks` and `transactions`, get every
 * block and its transfers. Prints the delay from a block's commit to its last receiver, messages per second of the
 * service's processor, and the memory of an idle connection. The service is on the first core, the receivers are all on
 * the second: what they take to read is in the delay.
 *
 * Floor: of 99 % of the blocks, the last receiver has it within 500 ms, a quarter of the time from block to block.
 * `--subscribers N`, `--blocks N`, `--transfers N` (in a block), `--profile FOLDER` (where the service leaves a profile
 * of its processor).
 *
 * Then what lists of addresses cost: `--watchers N`, each with `--addresses N`, over `--watched-blocks N`.
 */
import { join } from "node:path";
import { devAccounts } from "../src/devnet/mod.ts";
import { endServer, makeBlock, submit } from "./_event_blocks.ts";
import { makeFolder, median, quantile, readFlag, readText } from "./_measure.ts";
import { cpuTime, pinGenerator, residentBytes, startPinned } from "./_pinned.ts";
import { callSocket, openSockets } from "./_sockets.ts";
import { judge, printTable } from "./_table.ts";
import { measureWatchLists } from "./_watch_lists.ts";

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

async function until(isDone: () => boolean): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, PAUSE));
  while (!isDone());
}

function milliseconds(nanoseconds: bigint): number {
  return Number(nanoseconds) / 1_000_000;
}

const folder = makeFolder();
pinGenerator();
const profile = readText("profile");
const args = ["bench/_event_server.ts"];
const service = await startPinned({ args, profile, log: join(folder, "log") });
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
  await submit(service, account, other.address, TRANSFERS);
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
const all = blocks.flatMap((block) => block.arrivals.map((at) => milliseconds(at - block.commit)));
const last = blocks.map((block) => milliseconds((block.arrivals.at(-1) ?? 0n) - block.commit));
const done = blocks.map((block) => milliseconds(block.end - block.commit));
printTable([
  [`${SUBSCRIBERS} subscribers, ${blocks.length} blocks`, ""],
  ["ms from commit to a receiver, median", median(all).toFixed(1)],
  ["ms from commit to a receiver, 99 %", quantile(all, 0.99).toFixed(1)],
  ["ms from commit to the last receiver, median", median(last).toFixed(1)],
  ["ms from commit to the last receiver, 99 %", quantile(last, 0.99).toFixed(1)],
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
  value: quantile(last, 0.99),
  most: MOST_MILLISECONDS,
});
for (const socket of sockets) socket.terminate();
endServer(service, profile);
await measureWatchLists({
  connections: readFlag("watchers", 100),
  addresses: readFlag("addresses", 10_000),
  blocks: readFlag("watched-blocks", 200),
  transfers: TRANSFERS,
  folder,
  profile,
});
process.exit();
