/**
 * Microseconds of processor that a read takes with an SDK of OpenTelemetry that records one trace in a hundred, beside the
 * same without one, as in `reads`: each is a process on the first core with a copy of one data folder, in short rounds by
 * turns. Beside them stands what the SDK alone takes to begin and end a span that it does not record, in this process.
 *
 * Floor: 1.05 over all point reads. `--rounds N`, `--milliseconds N` (of a round of each server), `--only TEXT` (cases with
 * that in their name).
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
const SDK = ["--import", new URL("_register_sdk.ts", import.meta.url).href];
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
  const [own, other, log] = [join(folder, "own"), join(folder, "other"), join(folder, "log")];
  const first = await startReader(own, log);
  first.process.kill();
  await new Promise((resolve) => first.process.once("exit", resolve));
  cpSync(own, other, { recursive: true });
  servers.push(await startReader(own, log), await startReader(other, log, SDK));
  const only = readText("only") ?? "";
  const cases = (await casesOf(servers[0]?.origin ?? "")).filter(({ name }) => name.includes(only));
  const rows = [["µs of processor", "plain", "with an SDK", "ratio", "half of the rounds"]];
  const points: number[] = [];
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
    const [plain = [], traced = []] = costs;
    const ratios = traced.map((cost, round) => cost / (plain[round] ?? NaN));
    if (!one.isPage) points.push(median(ratios));
    rows.push([
      one.name,
      median(plain).toFixed(1),
      median(traced).toFixed(1),
      median(ratios).toFixed(3),
      `${part(ratios, 0.25).toFixed(3)} to ${part(ratios, 0.75).toFixed(3)}`,
    ]);
  }
  printTable(rows);
  console.log(`A span of the SDK alone, not recorded: ${(await spanCost()).toFixed(2)} µs`);
  const value = points.reduce((sum, ratio) => sum + ratio, 0) / points.length;
  judge({ what: "processor time of a read, with an SDK over without", value, most: 1.05 });
} finally {
  for (const { process: child } of servers) child.kill();
  rmSync(folder, { recursive: true });
}
