import { Agent, get } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { part, readFlag } from "../_measure.ts";
import { type Floor, printTable } from "../_table.ts";
import { metricOf, metricsOf, sum, withOpened } from "./opened.ts";

const CLIENTS = readFlag("clients", 200);
const SECONDS = readFlag("seconds", 60);
/** Old blocks that clients read: so many first reads there are, 10 a second. */
const OLD = 100;
const HEAD = "/v1/delta/blocks?limit=1";

interface Polled {
  readonly milliseconds: number[];
  /** What else than 200 was answered. */
  readonly refusals: string[];
  /** Old blocks that were asked for. */
  readonly old: Set<string>;
}

/** Requests that an upstream has had, by what was asked: those that count towards its limits. */
async function requestsTo(origin: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const [labels, count] of await metricsOf(origin, "alphadelta_requests_total")) {
    const [, protocol, name = "", status] =
      /protocol="(\w+)",operation="(\w+)",status="(\w+)"/.exec(labels) ?? [];
    if (protocol !== "other") counts.set(`${name} ${status}`, count);
  }
  return counts;
}

export async function benchPolling(): Promise<readonly Floor[]> {
  return withOpened(async (opened) => {
    const devnet = await opened.serve(["--keyless-tier", "Public"]);
    const proxy = await opened.proxy(devnet.origin);
    const flags = ["--keyless-tier", "Public", "--trusted-proxies", "127.0.0.1"];
    const gateway = await opened.gateway([proxy.origin], ...flags);
    const height = (): Promise<number> => metricOf(devnet.origin, "alphadelta_head_height");
    const before = [await requestsTo(devnet.origin), await height()] as const;
    const polled: Polled = { milliseconds: [], refusals: [], old: new Set() };
    const end = performance.now() + SECONDS * 1_000;
    await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) => poll(gateway.origin, client, end, polled)),
    );
    const counts = [...(await requestsTo(devnet.origin))]
      .map(([name, count]) => [name, count - (before[0].get(name) ?? 0)] as const)
      .filter(([, count]) => count > 0);
    const sent = sum(counts.map(([, count]) => count));
    const blocks = (await height()) - before[1];
    const answered = polled.milliseconds.length - polled.refusals.length;
    for (const refusal of polled.refusals.slice(0, 3)) console.log(`refused: ${refusal}`);
    const perBlock = (sent - polled.old.size) / blocks;
    printTable([
      [`${CLIENTS} clients, ${SECONDS} s`, ""],
      ["answers", String(answered)],
      ["answers due", String(CLIENTS * SECONDS * 3)],
      ["ms of an answer, median", part(polled.milliseconds, 0.5).toFixed(1)],
      ["ms of an answer, 99 %", part(polled.milliseconds, 0.99).toFixed(0)],
      ["blocks", String(blocks)],
      ["requests to the upstream", String(sent)],
      ...counts.map(([name, count]) => [`  ${name}`, String(count)]),
      ["old blocks, each read first once", String(polled.old.size)],
    ]);
    return [
      { what: "clients' requests that were refused", value: polled.refusals.length, most: 0 },
      { what: "answers of those due", value: answered / (CLIENTS * SECONDS * 3), least: 0.5 },
      { what: "requests to the upstream a block time", value: perBlock, most: 3 },
      { what: "requests to the upstream a block time", value: perBlock, most: 2, isAim: true },
    ];
  });
}

/** Polls until the time is up, each second anew. */
async function poll(origin: string, client: number, end: number, polled: Polled): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  // Each is a client of its own to the gateway.
  const headers = { "X-Forwarded-For": `10.0.${client >> 8}.${client & 255}` };
  await setTimeout((client / CLIENTS) * 1_000);
  while (performance.now() < end) {
    const due = performance.now() + 1_000;
    for (const path of [HEAD, oldBlock(), oldBlock()]) {
      if (path !== HEAD) polled.old.add(path);
      const started = performance.now();
      const refusal = await ask(`${origin}${path}`, { agent, headers });
      polled.milliseconds.push(performance.now() - started);
      if (refusal !== undefined) polled.refusals.push(refusal);
    }
    await setTimeout(Math.max(0, due - performance.now()));
  }
  agent.destroy();
}

function oldBlock(): string {
  return `/v1/delta/blocks/${1 + Math.floor(Math.random() * OLD)}`;
}

/** Asks once; resolves to what is answered in the place of 200. */
function ask(url: string, options: object): Promise<string | undefined> {
  return new Promise((resolve) => {
    const asked = get(url, options, (response) => {
      const { statusCode } = response;
      void text(response).then((body) =>
        resolve(statusCode === 200 ? undefined : `${url} ${statusCode} ${body}`),
      );
    });
    asked.once("error", (error) => resolve(`${url} ${String(error)}`));
  });
}
