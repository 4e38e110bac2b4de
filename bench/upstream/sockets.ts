import { readFileSync } from "node:fs";
import { TOPICS } from "../../src/generated/topics.gen.ts";
import { readFlag } from "../_measure.ts";
import { callSocket, openSockets } from "../_sockets.ts";
import { type Floor, printTable } from "../_table.ts";
import { metricOf, until, withOpened } from "./opened.ts";

const SOCKETS = readFlag("sockets", 5_000);
const ROUNDS = 8;
/** Files that a process has open beside its sockets. */
const OWN_FILES = 200;

/** @throws {Error} If this process may not open so many files; Node itself goes up to the hard limit. */
function requireFiles(): void {
  const limits = readFileSync("/proc/self/limits", "utf8");
  const [, hard = "unlimited"] = /^Max open files +\S+ +(\S+)/m.exec(limits) ?? [];
  const needed = SOCKETS + OWN_FILES;
  if (hard === "unlimited" || Number(hard) >= needed) return;
  throw new Error(
    `Cannot open ${SOCKETS} sockets: the limit of open files is ${hard}; set "ulimit -Hn ${needed}" or more, or pass --sockets N`,
  );
}

/** The event in a message of a subscription to blocks: a block, or a notice that blocks were removed. */
function eventIn(data: unknown): string | undefined {
  const { params } = JSON.parse(String(data));
  if (!params) return undefined;
  return params.result.reorg ? JSON.stringify(params.result.reorg) : params.result.hash;
}

/** Subscribes to blocks, and notes what comes. */
async function listenTo(origin: string, count: number): Promise<readonly string[][]> {
  const sockets = await openSockets(`${origin.replace("http", "ws")}/ws/delta`, count);
  const lists = sockets.map(() => [] as string[]);
  for (const [place, socket] of sockets.entries()) {
    await callSocket(socket, "chain_subscribe", ["blocks"]);
    socket.on("message", (data) => {
      const event = eventIn(data);
      if (event !== undefined) lists[place]?.push(event);
    });
    socket.on("close", (code) => lists[place]?.push(`closed with ${code}`));
  }
  return lists;
}

export async function benchSockets(): Promise<readonly Floor[]> {
  requireFiles();
  return withOpened(async (opened) => {
    const { service, listener } = await opened.devnet();
    const proxy = await opened.proxy(listener.origin);
    const bounds = ["--connections", "10000", "--max-connections-per-address", "10000"];
    const gateway = await opened.gateway(
      [proxy.origin],
      ...["--upstream-tier", "Enterprise", ...bounds],
    );
    const lists = await listenTo(gateway.origin, SOCKETS);
    const subscriptions = await metricOf(listener.origin, "alphadelta_subscriptions");
    const [truth = []] = await listenTo(listener.origin, 1);
    const has = (count: number): boolean => lists.every(({ length }) => length >= count);
    for (let round = 0; round < ROUNDS; round++) {
      await service.produceBlock("delta");
      await service.produceBlock("delta");
      // Every third time the connection is lost while blocks come, every second time the newest blocks are replaced.
      if (round % 3 === 2) proxy.cutAll();
      if (round % 2 === 1) await service.reorganise("delta", 2);
      await service.produceBlock("delta");
    }
    await until(() => truth.length >= ROUNDS * 3 && has(truth.length), 60_000).catch(
      () => undefined,
    );
    const wanted = truth.join();
    const right = lists.filter((list) => list.join() === wanted).length;
    const topics = Object.values(TOPICS).filter(({ chains }) => chains.includes("delta")).length;
    printTable([
      [`${SOCKETS} clients`, ""],
      ["events of each", String(truth.length)],
      [
        "of these notices of a reorganisation",
        String(truth.filter((one) => one.startsWith("{")).length),
      ],
      ["clients with all of them, in order, none twice", String(right)],
      ["subscriptions of the gateway at its upstream", String(subscriptions)],
      ["topics of the chain", String(topics)],
    ]);
    return [
      { what: "clients with every event, in order, none twice", value: right, least: SOCKETS },
      { what: "upstream subscriptions a topic", value: subscriptions / topics, most: 1, least: 1 },
    ];
  });
}
