import { setTimeout as sleep } from "node:timers/promises";
import { Argument } from "commander";
import { RPC_INTERNAL_ERROR } from "../../generated/errors.gen.ts";
import { command, flag } from "../command.ts";
import { EXIT, ExitError, wrongUse } from "../exit_error.ts";
import { wholeNumberFrom } from "../flag_values.ts";
import type { Fields } from "../json.ts";
import { printable } from "../output/format_value.ts";
import { type OutputFlags, Printer } from "../output/printer.ts";
import type { Terminal } from "../terminal.ts";
import {
  type Metrics,
  type ProcessReading,
  quantileOf,
  rateOf,
  readProcess,
  sumOf,
} from "./read_process.ts";

/** Seconds between two readings. */
const INTERVAL = 2;

/** Commands of a terminal: to its first line, clear the rest of a line, clear what is below. */
const TOP = "\u001b[H";
const REST = "\u001b[K";
const BELOW = "\u001b[J";

/** Code of an internal error, as a label has it. */
const INTERNAL = String(RPC_INTERNAL_ERROR);

const LATENCY = "alphadelta_request_duration_seconds";

/** The readings of all processes, and those before them. */
interface Round {
  readonly readings: readonly ProcessReading[];
  readonly before: ReadonlyMap<string, ProcessReading>;
}

export const status = command({
  description:
    "Show the state of one or many processes of a service, from /readyz and /metrics: a table that refreshes on a terminal, elsewhere one reading. /metrics answers only this machine unless the service opens it.",
  arguments: [new Argument("<urls...>", "addresses of processes, such as http://127.0.0.1:8645")],
  flags: {
    interval: flag(
      "--interval <seconds>",
      "time between two readings",
      wholeNumberFrom(1, 3600),
      INTERVAL,
    ),
    once: flag("--once", "print one reading, and end with 1 if a process is not ready"),
  },
  examples: [
    "status http://127.0.0.1:8645",
    "status http://10.0.0.1:9645 http://10.0.0.2:9645 --once",
  ],
  hasTable: true,
  async run({ terminal, printer, flags }, urls: readonly string[]) {
    const origins = [...new Set(urls.map(originOf))];
    const isOnce = flags.once ?? (terminal.stdout.isTTY !== true || printer.isForPrograms);
    let before = new Map<string, ProcessReading>();
    for (let isFirst = true; ; isFirst = false) {
      const readings = await Promise.all(origins.map((url) => readProcess(url)));
      if (!isOnce) await draw(terminal, flags, { readings, before });
      // Rates are of two readings.
      else if (!isFirst) {
        await show(printer, { readings, before });
        return requireReady(readings);
      }
      before = new Map(readings.map((reading) => [reading.url, reading]));
      await sleep(flags.interval * 1_000);
    }
  },
});

/** @throws {ExitError} If it is no address of a service. */
function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.username + url.password === "")
    return url.origin;
  throw wrongUse("Cannot read the status: give addresses such as http://127.0.0.1:8645.");
}

/** Shows a round in the place of the one before, by one write: a terminal that is cleared first flickers. */
async function draw(terminal: Terminal, flags: OutputFlags, round: Round): Promise<void> {
  const { columns, rows = Infinity } = terminal.stdout;
  let text = "";
  const page = { isTTY: true, columns, write: (part: string) => (text += part) };
  await show(new Printer({ ...terminal, stdout: page, stderr: page }, flags), round);
  const lines = text.split("\n").slice(0, -1);
  // Further lines would scroll the first ones away.
  const left = lines.splice(Math.max(1, rows - 2));
  if (left.length > 0) lines.push(`${left.length} lines do not fit.`);
  terminal.stdout.write(`${TOP}${lines.map((line) => `${line}${REST}\n`).join("")}${BELOW}`);
}

async function show(printer: Printer, { readings, before }: Round): Promise<void> {
  for (const { url, failure, metrics } of readings) {
    if (failure !== undefined) printer.note(`${url} is not ready: ${printable(failure)}`);
    else if (!metrics)
      printer.note(
        `${url} has no /metrics for this machine: run this on its own, or give the address of its --metrics-port.`,
      );
  }
  const heads = highestHeads(readings);
  const rows = readings.flatMap((one) => rowsOf(one, before.get(one.url)?.metrics, heads));
  await printer.list(printer.isForPrograms ? rows : rows.map(shown));
}

/** The greatest height of each segment that any process has. */
function highestHeads(readings: readonly ProcessReading[]): ReadonlyMap<string, number> {
  const heads = new Map<string, number>();
  for (const { metrics } of readings)
    for (const { labels, value } of metrics?.samples.get("alphadelta_head_height") ?? [])
      heads.set(labels.segment ?? "", Math.max(heads.get(labels.segment ?? "") ?? -1, value));
  return heads;
}

/** A row for each segment of a process; what is of the whole process stands in its first one. */
function rowsOf(
  { url, failure, metrics }: ProcessReading,
  before: Metrics | undefined,
  heads: ReadonlyMap<string, number>,
): Fields[] {
  const segments = metrics?.samples.get("alphadelta_head_height") ?? [];
  const state = failure === undefined ? "ready" : "not ready";
  const figures = figuresOf(before, metrics);
  if (segments.length === 0) return [{ process: url, state, ...figures }];
  return segments.map(({ labels: { segment = "" }, value: height }, index) => {
    const isOwn = (labels: Readonly<Record<string, string>>): boolean => labels.segment === segment;
    return {
      process: url,
      state: index === 0 ? state : undefined,
      segment,
      role: roleOf(metrics, isOwn),
      height,
      lag: (heads.get(segment) ?? height) - height,
      headAge: sumOf(metrics, "alphadelta_head_age_seconds", isOwn),
      ...upstreamOf(metrics, isOwn),
      ...(index === 0 && figures),
    };
  });
}

/** Chooses samples by their labels. */
type Matches = (labels: Readonly<Record<string, string>>) => boolean;

/** The role of a process, by the term of its lease; one without a lease has an upstream, or the chain alone. */
function roleOf(metrics: Metrics | undefined, isOwn: Matches): string {
  const term = sumOf(metrics, "alphadelta_lease_term", isOwn);
  if (term !== undefined) return term > 0 ? "writer" : "gateway";
  return sumOf(metrics, "alphadelta_upstream_used", isOwn) === undefined ? "alone" : "gateway";
}

/** The upstream that the requests of a segment go to, how far it is behind, and its quota. */
function upstreamOf(metrics: Metrics | undefined, isOwn: Matches): Fields {
  const all = metrics?.samples.get("alphadelta_upstream_used") ?? [];
  const upstream = all.find(({ labels, value }) => isOwn(labels) && value === 1)?.labels.upstream;
  const isUsed: Matches = (labels) => isOwn(labels) && labels.upstream === upstream;
  return {
    upstream,
    upstreamLag: sumOf(metrics, "alphadelta_upstream_lag_blocks", isUsed),
    upstreamQuota: sumOf(metrics, "alphadelta_upstream_quota_remaining", isUsed),
  };
}

/** Rates a second, seconds and bytes of a whole process; null for what two readings do not tell. */
function figuresOf(before: Metrics | undefined, now: Metrics | undefined): Fields {
  if (!now) return {};
  const both = [before, now] as const;
  const database = (kind: string): number | undefined =>
    sumOf(now, "alphadelta_database_connections", ({ state }) => state === kind);
  const isShared = sumOf(now, "alphadelta_limits_shared");
  return {
    requests: rateOf(both, "alphadelta_requests_total") ?? null,
    errors: errorRateOf(both) ?? null,
    refused: rateOf(both, "alphadelta_refusals_total") ?? null,
    p99: quantileOf(both, LATENCY, 0.99) ?? null,
    connections: sumOf(now, "alphadelta_connections"),
    memory: sumOf(now, "process_resident_memory_bytes"),
    sharesLimits: isShared === undefined ? undefined : isShared === 1,
    databaseBusy: database("busy"),
    databaseWaiting: database("waiting"),
  };
}

/** Errors of the service a second: requests answered with 5xx, and calls of JSON-RPC that failed with an internal error. */
function errorRateOf(both: readonly [Metrics | undefined, Metrics]): number | undefined {
  const requests = rateOf(both, "alphadelta_requests_total", (labels) => labels.status === "5xx");
  const calls = rateOf(both, "alphadelta_rpc_calls_total", ({ code }) => code === INTERNAL);
  return requests === undefined || calls === undefined ? undefined : requests + calls;
}

const rate = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)}/s`;

/** How people read the figures. */
const FORMATS: Readonly<Record<string, (value: number) => string>> = {
  headAge: (value) => `${value.toFixed(1)} s`,
  requests: rate,
  errors: rate,
  refused: rate,
  p99: (value) => (value < 1 ? `${value * 1_000} ms` : `${value} s`),
  memory: (value) => `${Math.round(value / 1e6)} MB`,
};

/** A row as people read it; a figure that no process has is no column. */
function shown({ process, ...row }: Fields): Fields {
  const known = Object.entries(row).filter(([, value]) => value !== undefined);
  const cells = known.map(([name, value]) => [
    name,
    typeof value === "number" ? (FORMATS[name]?.(value) ?? value) : value,
  ]);
  return { process: new URL(String(process)).host, ...Object.fromEntries(cells) };
}

/** @throws {ExitError} If a process is not ready. */
function requireReady(readings: readonly ProcessReading[]): void {
  const count = readings.filter(({ failure }) => failure !== undefined).length;
  if (count > 0)
    throw new ExitError(EXIT.failed, `${count} of ${readings.length} processes are not ready.`);
}
