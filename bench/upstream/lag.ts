import { WebSocket } from "ws";
import { setTimeout } from "node:timers/promises";
import { median, quantile, readFlag } from "../_measure.ts";
import { callSocket, openSockets } from "../_sockets.ts";
import { type Floor, printTable } from "../_table.ts";
import { until, withOpened } from "./opened.ts";

const BLOCKS = readFlag("blocks", 150);
const TOPICS = ["blocks", "transactions"];
/** Milliseconds between two looks at the head. */
const PAUSE = 5;

/** When each event arrived, by its hash. */
type Arrivals = Map<string, number>;

async function listenTo(origin: string): Promise<readonly [WebSocket, Arrivals]> {
  const [socket] = await openSockets(`${origin.replace("http", "ws")}/ws/delta`, 1);
  if (!socket) throw new Error("No socket");
  for (const topic of TOPICS) await callSocket(socket, "chain_subscribe", [topic]);
  const arrivals: Arrivals = new Map();
  socket.on("message", (data: Buffer) => {
    const { params } = JSON.parse(data.toString());
    const { hash, txHash = hash } = params.result;
    if (txHash !== undefined) arrivals.set(txHash, performance.now());
  });
  return [socket, arrivals];
}

/** When the head was first seen at each height or above, asked for again and again until the signal. */
async function watchHead(
  origin: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, number>> {
  const seen = new Map<number, number>();
  let newest: number | undefined;
  while (!signal.aborted) {
    const response = await fetch(`${origin}/v1/delta/chain/info`);
    const { data } = (await response.json()) as { data: { blockHeight: number } };
    const now = performance.now();
    newest ??= data.blockHeight;
    while (newest < data.blockHeight) seen.set(++newest, now);
    await setTimeout(PAUSE);
  }
  return seen;
}

/** Milliseconds between what was seen on both sides. */
function lagsOf<Key>(
  own: ReadonlyMap<Key, number>,
  upstream: ReadonlyMap<Key, number>,
): readonly number[] {
  return [...own].flatMap(([key, at]) => {
    const before = upstream.get(key);
    return before === undefined ? [] : [at - before];
  });
}

/** Heads and events are seen in the same process on both sides, by one clock. */
export async function benchLag(): Promise<readonly Floor[]> {
  return withOpened(async (opened) => {
    const devnet = await opened.serve(["--block-time", "0.25"]);
    const proxy = await opened.proxy(devnet.origin);
    const gateway = await opened.gateway([proxy.origin], "--upstream-tier", "Enterprise");
    const [there, upstream] = await listenTo(devnet.origin);
    const [here, own] = await listenTo(gateway.origin);
    const ended = new AbortController();
    const heads = Promise.all([
      watchHead(devnet.origin, ended.signal),
      watchHead(gateway.origin, ended.signal),
    ]);
    await until(() => own.size > 0 && upstream.size > BLOCKS, 120_000);
    ended.abort();
    const [headThere, headHere] = await heads;
    for (const socket of [there, here]) socket.terminate();
    const events = lagsOf(own, upstream);
    const heights = lagsOf(headHere, headThere);
    const shown = (values: readonly number[]): string[] => [
      String(values.length),
      median(values).toFixed(1),
      quantile(values, 0.99).toFixed(1),
    ];
    printTable([
      ["ms behind the upstream", "seen", "median", "99 %"],
      ["events", ...shown(events)],
      ["head", ...shown(heights)],
    ]);
    const floorOf = (what: string, values: readonly number[]): Floor => ({
      ...{ what: `ms that ${what} behind, 99 %`, value: quantile(values, 0.99), most: [300, 100] },
    });
    return [floorOf("events are", events), floorOf("the head is", heights)];
  });
}
