import { join } from "node:path";
import type { WebSocket } from "ws";
import { type DevAccount, devAccounts } from "../src/devnet/mod.ts";
import { formatAddress } from "../src/units/mod.ts";
import { endServer, heapBytes, makeBlock, submit } from "./_event_blocks.ts";
import { quantile } from "./_measure.ts";
import { type Pinned, startPinned } from "./_pinned.ts";
import { callSocket, openSockets } from "./_sockets.ts";
import { judge, printTable } from "./_table.ts";

/** Size of a measurement. */
interface WatchListOptions {
  readonly connections: number;
  /** Addresses of each connection, all different. */
  readonly addresses: number;
  readonly blocks: number;
  /** In each block. */
  readonly transfers: number;
  /** Folder of the services' logs, and where one with lists leaves a profile. */
  readonly folder: string;
  readonly profile: string | undefined;
}

/** A service whose subscribers all get every transfer. */
interface Subscribed {
  readonly service: Pinned;
  readonly sockets: readonly WebSocket[];
  /** Milliseconds from the commit of a transfer to each of its receivers. */
  readonly delays: number[];
}

/**
 * The cost of lists of addresses: subscribers that each watch the sender of all transfers among many other addresses, beside
 * as many without a filter, in two services that make blocks in turns. Floors: the delay of 99 % of the events within 1.5
 * times of that without a filter, and 120 bytes of the heap for an address.
 */
export async function measureWatchLists(options: WatchListOptions): Promise<void> {
  const { connections, addresses, blocks, transfers } = options;
  const [account, other] = await devAccounts("delta");
  if (!account || !other) throw new Error("No accounts");
  const open = await start(options, "open");
  const listed = await start(options, "listed");
  try {
    for (const socket of open.sockets)
      await callSocket(socket, "chain_subscribe", ["transactions"]);
    const before = await heapBytes(listed.service);
    for (const [index, socket] of listed.sockets.entries()) {
      const others = Array.from({ length: addresses - 1 }, (_, at) => nobody(index, at));
      const filter = { addresses: [account.address, ...others] };
      await callSocket(socket, "chain_subscribe", ["transactions", filter]);
    }
    const bytes = ((await heapBytes(listed.service)) - before) / (connections * addresses);
    for (let turn = 0; turn <= blocks; turn++) {
      for (const subscribed of [open, listed])
        await tell(subscribed, account, other.address, transfers);
      // The first block warms up.
      if (turn === 0) for (const { delays } of [open, listed]) delays.length = 0;
    }
    printFigures(options, [open.delays, listed.delays], bytes);
  } finally {
    for (const { service, sockets } of [open, listed]) {
      for (const socket of sockets) socket.terminate();
      endServer(service, options.profile);
    }
  }
}

/** @param delays Milliseconds of each event without a filter, and with lists. */
function printFigures(
  { connections, addresses, blocks, transfers }: WatchListOptions,
  delays: readonly [without: readonly number[], within: readonly number[]],
  bytes: number,
): void {
  const delaysAt = (share: number): number[] => delays.map((own) => quantile(own, share));
  const figures = (values: readonly number[]): string[] => values.map((value) => value.toFixed(2));
  const title = `${connections} subscribers, ${blocks} blocks of ${transfers}`;
  printTable([
    [title, "no filter", `${addresses} addresses`],
    ["ms from commit to a receiver, median", ...figures(delaysAt(0.5))],
    ["ms from commit to a receiver, 99 %", ...figures(delaysAt(0.99))],
    ["bytes of the heap for an address", "", bytes.toFixed(1)],
  ]);
  const [without = NaN, within = NaN] = delaysAt(0.99);
  const what = "delay of an event with lists, 99 %, beside no filter";
  judge({ what, value: within / without, most: [1.5, 1.1] });
  judge({ what: "bytes of the heap for an address", value: bytes, most: [120, 80] });
}

async function start(
  { connections, folder, profile }: WatchListOptions,
  name: string,
): Promise<Subscribed> {
  const args = ["--expose-gc", "bench/_event_server.ts"];
  const service = await startPinned({ args, profile, log: join(folder, `${name}.log`) });
  const url = `${service.origin.replace("http", "ws")}/ws/delta`;
  return { service, sockets: await openSockets(url, connections), delays: [] };
}

/** Makes a block, and waits until all have all of its transfers. */
async function tell(
  { service, sockets, delays }: Subscribed,
  account: DevAccount,
  to: string,
  transfers: number,
): Promise<void> {
  await submit(service, account, to, transfers);
  const arrivals: bigint[] = [];
  const due = sockets.length * transfers;
  const all = new Promise<void>((resolve) => {
    for (const socket of sockets) {
      socket.removeAllListeners("message");
      socket.on("message", () => {
        arrivals.push(process.hrtime.bigint());
        if (arrivals.length === due) resolve();
      });
    }
  });
  const commit = await makeBlock(service);
  await all;
  for (const at of arrivals) delays.push(Number(at - commit) / 1_000_000);
}

/** An address that nobody else watches. */
function nobody(connection: number, index: number): string {
  const bytes = new Uint8Array(20);
  const view = new DataView(bytes.buffer);
  // Addresses are hashes: their first bytes are spread evenly.
  view.setUint32(0, Math.imul(connection * 1_000_003 + index, 0x9e3779b1));
  view.setUint32(12, connection);
  view.setUint32(16, index);
  return formatAddress({ prefix: "dx", bytes });
}
