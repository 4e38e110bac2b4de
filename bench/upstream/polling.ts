import { Agent, get } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { type Segment } from "../../src/mod.ts";
import { SEGMENTS } from "../../src/chains/mod.ts";
import { quantile, readFlag } from "../_measure.ts";
import { type Floor, printTable } from "../_table.ts";
import { liveOf, metricOf, metricsOf, sum, until, withOpened } from "./opened.ts";

const CLIENTS = readFlag("clients", 200);
const SECONDS = readFlag("seconds", 60);
/** Old blocks that clients read, of all segments: so many first reads there are, 10 a second at most. */
const OLD = 100;
const HEAD = "/blocks?limit=1";

/** Segments that a gateway serves: one, and all. */
const SERVED: readonly (readonly Segment[])[] = [["delta"], Object.keys(SEGMENTS) as Segment[]];

interface Polled {
  readonly milliseconds: number[];
  /** Answers with another status than 200. */
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
  const floors: Floor[] = [];
  // oxlint-disable-next-line no-await-in-loop -- one after another
  for (const segments of SERVED) floors.push(...(await benchSegments(segments)));
  return floors;
}

function benchSegments(segments: readonly Segment[]): Promise<readonly Floor[]> {
  return withOpened(async (opened) => {
    const chains = ["--chain", segments.join(), "--keyless-tier", "Public"];
    const devnet = await opened.serve(chains);
    const proxy = await opened.proxy(devnet.origin);
    const started = performance.now();
    const gateway = await opened.gateway(
      [proxy.origin],
      ...chains,
      ...["--trusted-proxies", "127.0.0.1"],
    );
    await until(async () => (await liveOf(gateway.origin)) === segments.length);
    const live = performance.now() - started;
    /** Of all segments, added up. */
    const height = (): Promise<number> => metricOf(devnet.origin, "alphadelta_head_height");
    const before = [await requestsTo(devnet.origin), await height()] as const;
    const polled: Polled = { milliseconds: [], refusals: [], old: new Set() };
    const end = performance.now() + SECONDS * 1_000;
    await Promise.all(
      Array.from({ length: CLIENTS }, (_, client) => {
        const segment = segments[client % segments.length] as Segment;
        const own = { base: `${gateway.origin}/v1/${segment}`, old: OLD / segments.length };
        return poll(own, client, end, polled);
      }),
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
      [`${CLIENTS} clients, ${SECONDS} s, ${segments.join(", ")}`, ""],
      ["s from the start until events are live", (live / 1_000).toFixed(1)],
      ["answers", String(answered)],
      ["answers due", String(CLIENTS * SECONDS * 3)],
      ["ms of an answer, median", quantile(polled.milliseconds, 0.5).toFixed(1)],
      ["ms of an answer, 99 %", quantile(polled.milliseconds, 0.99).toFixed(0)],
      ["blocks of all segments", String(blocks)],
      ["requests to the upstream", String(sent)],
      ...counts.map(([name, count]) => [`  ${name}`, String(count)]),
      ["old blocks, each read first once", String(polled.old.size)],
    ]);
    const name = (what: string): string => `${segments.length} served: ${what}`;
    const requests = name("requests to the upstream a block time and segment");
    return [
      { what: name("clients' requests that were refused"), value: polled.refusals.length, most: 0 },
      { what: name("answers of those due"), value: answered / (CLIENTS * SECONDS * 3), least: 0.5 },
      { what: requests, value: perBlock, most: [3, 2] },
    ];
  });
}

/** Polls a segment until the time is up, each second anew. */
async function poll(
  { base, old }: { readonly base: string; readonly old: number },
  client: number,
  end: number,
  polled: Polled,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  // Each is a client of its own to the gateway.
  const headers = { "X-Forwarded-For": `10.0.${client >> 8}.${client & 255}` };
  await setTimeout((client / CLIENTS) * 1_000);
  while (performance.now() < end) {
    const due = performance.now() + 1_000;
    for (const path of [HEAD, oldBlock(old), oldBlock(old)]) {
      const url = `${base}${path}`;
      if (path !== HEAD) polled.old.add(url);
      const started = performance.now();
      const refusal = await ask(url, { agent, headers });
      polled.milliseconds.push(performance.now() - started);
      if (refusal !== undefined) polled.refusals.push(refusal);
    }
    await setTimeout(Math.max(0, due - performance.now()));
  }
  agent.destroy();
}

function oldBlock(count: number): string {
  return `/blocks/${1 + Math.floor(Math.random() * count)}`;
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
