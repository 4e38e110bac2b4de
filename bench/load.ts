/**
 * Requests per second beside a server that is nothing but `node:http` and answers the same bytes. Each server is a
 * process on the first core, the load comes from the second: 32 connections that send a request when they have the last
 * answer. The servers take turns, and the median of the rounds' ratios counts. There are three processes of each, since
 * one may lie in memory a tenth better than the next. Limits, checks and the log are on; no answer is cached, but the store
 * holds the items of pages that were read lately. The last column is the ratio of the least processor time of a round on
 * either side: what a neighbour on the machine takes away is not in it.
 *
 * Floors: 0.5 for one thing, 0.4 for a page of 20; aims: 0.75 and 0.6.
 * `--rounds N`, `--seconds N` (of a round of each server), `--only TEXT` (cases with that in their name),
 * `--profile FOLDER` (where the service leaves a profile of its processor).
 */
import { truncateSync } from "node:fs";
import { join } from "node:path";
import { type LoadFigures, measureLoad } from "./_generate_load.ts";
import { type Case, casesOf, requestsOf } from "./_load_cases.ts";
import { makeFolder, median, readFlag, readText } from "./_measure.ts";
import { type Pinned, pinGenerator, startPinned, startService } from "./_pinned.ts";
import { type Floor, judge, printTable } from "./_table.ts";

const ROUNDS = readFlag("rounds", 9);
const MILLISECONDS = readFlag("seconds", 1) * 1000;
const CONNECTIONS = 32;
/** Processes of each server. */
const PAIRS = 3;
/** Milliseconds of load before anything counts: so long it takes until the code of a case is compiled for good. */
const WARM_UP = 5_000;
/** Responses of the service, for the raw server to repeat; without headers that Node adds. */
async function answersOf(origin: string, cases: readonly Case[]): Promise<string> {
  const answers: Record<string, { headers: object; body: string }> = {};
  const byNode = ["connection", "content-length", "date", "keep-alive"];
  for (const { targets, bodies } of cases) {
    for (const target of targets) {
      const body = bodies?.[0];
      const headers = { "Content-Type": "application/json" };
      const init = body === undefined ? {} : { method: "POST", headers, body };
      const response = await fetch(`${origin}${target}`, init);
      answers[target] = {
        headers: Object.fromEntries(
          [...response.headers].filter(([name]) => !byNode.includes(name)),
        ),
        body: await response.text(),
      };
    }
  }
  return JSON.stringify(answers);
}

/** A process of either server, and what they are asked: each service has a history of its own. */
interface Pair {
  readonly service: Pinned;
  readonly raw: Pinned;
  readonly cases: readonly Case[];
}

async function startPair(log: string, profile: string | undefined): Promise<Pair> {
  const service = await startService(log, { profile });
  const cases = await casesOf(service.origin);
  const input = await answersOf(service.origin, cases);
  const raw = await startPinned({ args: ["bench/_raw_server.ts"], port: /(\d+)\n/, log, input });
  return { service, raw, cases };
}

async function compare(one: Case, pairs: readonly Pair[], log: string): Promise<string[]> {
  const runs: { readonly own: LoadFigures; readonly other: LoadFigures }[] = [];
  const run = ({ cases }: Pair, server: Pinned, milliseconds: number): Promise<LoadFigures> => {
    // A log that only grows is written to memory that nothing has used yet, which takes longer than the line itself.
    truncateSync(log);
    const requests = requestsOf(cases.find(({ name }) => name === one.name) ?? one);
    return measureLoad(server, { requests, connections: CONNECTIONS, milliseconds });
  };
  for (const pair of pairs)
    for (const server of [pair.service, pair.raw]) await run(pair, server, WARM_UP);
  for (let round = 0; round < ROUNDS; round++) {
    const pair = pairs[round % pairs.length] as Pair;
    const own = await run(pair, pair.service, MILLISECONDS);
    runs.push({ own, other: await run(pair, pair.raw, MILLISECONDS) });
  }
  const ratios = runs.map(({ own, other }) => own.rate / other.rate);
  const ratio = median(ratios);
  verdicts.push({ what: one.name, value: ratio, least: [one.floor, one.aim] });
  const valuesOf = (side: "own" | "other", figure: keyof LoadFigures): number[] =>
    runs.map((each) => each[side][figure]);
  const [mine, its] = [valuesOf("own", "cost"), valuesOf("other", "cost")];
  return [
    one.name,
    ...(["own", "other"] as const).map((side) => median(valuesOf(side, "rate")).toFixed(0)),
    ratio.toFixed(2),
    `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`,
    ...[mine, its].map((costs) => median(costs).toFixed(1)),
    (median(its) / median(mine)).toFixed(2),
    (Math.min(...its) / Math.min(...mine)).toFixed(2),
  ];
}

const verdicts: Floor[] = [];
pinGenerator();
const log = join(makeFolder(), "log");
const only = readText("only") ?? "";
const pairs: Pair[] = [];
while (pairs.length < PAIRS)
  pairs.push(await startPair(log, pairs.length === 0 ? readText("profile") : undefined));
const rows = [
  [
    ...["requests per second", "service", "raw", "ratio", "from to"],
    ...["µs of processor", "raw", "ratio", "of the best rounds"],
  ],
];
const cases = pairs[0]?.cases.filter(({ name }) => name.includes(only)) ?? [];
for (const one of cases) rows.push(await compare(one, pairs, log));
printTable(rows);
for (const verdict of verdicts) judge(verdict);
process.exit();
