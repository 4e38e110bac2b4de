/** Simulates in a thread of its own, whose runtime is replaced: takes seeds, and answers each with what is to be printed. */
import { createHash } from "node:crypto";
import { enableCompileCache } from "node:module";
import { parentPort } from "node:worker_threads";
import { planOf, textOf } from "./faults.ts";
import { loadProduct } from "./product.ts";
import { type Outcome, runPlan } from "./run.ts";
import { installRuntime } from "./runtime.ts";
import { shrink } from "./shrink.ts";

/** A run to make. */
export interface Request {
  readonly seed: number;
  readonly minutes: number;
  readonly isTraced: boolean;
}

/** What came of it. */
export interface Report {
  readonly lines: readonly string[];
  readonly isFailure: boolean;
  /** Simulated milliseconds. */
  readonly time: number;
}

/** Lines of a trace that are shown of a failure. */
const SHOWN = 60;

enableCompileCache();
installRuntime();
const product = await loadProduct();
parentPort?.on("message", (request: Request) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a thread
  void report(request).then((made) => parentPort?.postMessage(made));
});

async function report({ seed, minutes, isTraced }: Request): Promise<Report> {
  const outcome = await runPlan(planOf(seed, minutes), product);
  const lines = [...(isTraced ? outcome.trace : []), summaryOf(outcome)];
  const isFailure = outcome.violation !== undefined;
  if (isFailure) lines.push(...(await explain(outcome)));
  return { lines, isFailure, time: outcome.time };
}

function summaryOf({ plan, trace, time, blocks, transactions, counts }: Outcome): string {
  const { seed, segment, clients, gateways, tier, isOnDisk, faults } = plan;
  const hash = createHash("sha256").update(trace.join("\n")).digest("hex").slice(0, 12);
  const ends = Object.entries(counts).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const place = isOnDisk ? "on disk" : "in memory";
  return [
    `seed ${seed}: ${(time / 60_000).toFixed(1)} minutes of ${segment} ${place}, ${tier}`,
    `${clients.length} clients, ${gateways.length} gateways, ${faults.length} faults`,
    `${blocks} blocks, ${transactions} transactions`,
    ends.map(([name, count]) => `${count} ${name}`).join(", "),
    `trace ${hash}`,
  ].join("; ");
}

async function explain(failed: Outcome): Promise<string[]> {
  const { plan, violation, trace } = await shrink(failed, (tried) => runPlan(tried, product));
  return [
    `FAIL seed ${plan.seed}: ${violation?.rule}: ${violation?.message}`,
    `with ${plan.faults.length} of ${failed.plan.faults.length} faults:`,
    ...plan.faults.map((fault) => `  ${textOf(fault)}`),
    ...trace.slice(-SHOWN),
  ];
}
