/**
 * Microseconds of processor that a read takes with an SDK of OpenTelemetry that records one trace in a hundred, beside the
 * same without one, as in `reads`: each is a process on the first core with a copy of one data folder, in short rounds by
 * turns. A third has spans that do nothing in the place of the SDK, so that what it takes more is the service's own part.
 * Beside them stands what the SDK alone takes to begin and end a span that it does not record, in this process.
 *
 * Floors: 1.05 with the SDK, 1.03 with the spans that do nothing, over all point reads. `--rounds N`, `--milliseconds N` (of
 * a round of each server), `--only TEXT` (cases with that in their name).
 */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT_CONTEXT, SpanKind, trace } from "@opentelemetry/api";

import { median, part, readFlag, readText } from "./_measure.ts";
import { type Pinned, pinGenerator } from "./_pinned.ts";
import { casesOf, costOf, requestsFrom, requestsOf, startReader } from "./_reads.ts";
import { judge, printTable } from "./_table.ts";

const ROUNDS = readFlag("rounds", 60);
const MILLISECONDS = readFlag("milliseconds", 200);
/** Rounds that warm up. */
const FIRST_ROUNDS = 10;
/** The servers beside the plain one: the file that each loads first, and its floor. */
const TRACED = [
  { name: "an SDK", file: "_register_sdk.ts", most: 1.05 },
  { name: "spans that do nothing", file: "_register_stand_in.ts", most: 1.03 },
];
const SPANS = 200_000;

/** Microseconds of a span of the SDK alone. */
async function spanCost(): Promise<number> {
  await import("./_register_sdk.ts");
  const tracer = trace.getTracer("bench");
  const options = { kind: SpanKind.SERVER };
  const costs: number[] = [];
  for (let round = 0; round < 5; round++) {
    const started = performance.now();
    for (let count = 0; count < SPANS; count++)
      tracer.startSpan("GET /blocks", options, ROOT_CONTEXT).end();
    costs.push(((performance.now() - started) * 1_000) / SPANS);
  }
  return median(costs);
}

const folder = mkdtempSync(join(tmpdir(), "bench-traces-"));
const servers: Pinned[] = [];
try {
  pinGenerator();
  const [own, log] = [join(folder, "own"), join(folder, "log")];
  const first = await startReader(own, log);
  first.process.kill();
  await new Promise((resolve) => first.process.once("exit", resolve));
  for (const { file } of TRACED) cpSync(own, join(folder, file), { recursive: true });
  servers.push(await startReader(own, log));
  for (const { file } of TRACED) {
    const flags = ["--import", new URL(file, import.meta.url).href];
    servers.push(await startReader(join(folder, file), log, flags));
  }
  const only = readText("only") ?? "";
  const cases = (await casesOf(servers[0]?.origin ?? "")).filter(({ name }) => name.includes(only));
  const names = TRACED.map(({ name }) => [name, "ratio", "half of the rounds"]);
  const rows = [["µs of processor", "plain", ...names.flat()]];
  const points: number[][] = TRACED.map(() => []);
  for (const one of cases) {
    const requests = requestsOf(one);
    const costs = servers.map((): number[] => []);
    for (let round = -FIRST_ROUNDS; round < ROUNDS; round++) {
      const sent = requestsFrom(requests, round + FIRST_ROUNDS);
      const inTurns = [...servers.entries()];
      for (const [index, server] of round % 2 === 0 ? inTurns : inTurns.toReversed()) {
        const cost = await costOf(server, sent, MILLISECONDS);
        if (round >= 0) costs[index]?.push(cost);
      }
    }
    const [plain = [], ...traced] = costs;
    const cells = traced.flatMap((its, index) => {
      const ratios = its.map((cost, round) => cost / (plain[round] ?? NaN));
      if (!one.isPage) points[index]?.push(median(ratios));
      const middle = `${part(ratios, 0.25).toFixed(3)} to ${part(ratios, 0.75).toFixed(3)}`;
      return [median(its).toFixed(1), median(ratios).toFixed(3), middle];
    });
    rows.push([one.name, median(plain).toFixed(1), ...cells]);
  }
  printTable(rows);
  console.log(`A span of the SDK alone, not recorded: ${(await spanCost()).toFixed(2)} µs`);
  for (const [index, { name, most }] of TRACED.entries()) {
    const ratios = points[index] ?? [];
    const value = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
    judge({ what: `processor time of a read, with ${name} over without`, value, most });
  }
} finally {
  for (const { process: child } of servers) child.kill();
  rmSync(folder, { recursive: true });
}
