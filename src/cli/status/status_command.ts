import { setTimeout as sleep } from "node:timers/promises";
import { Argument } from "commander";
import { command, flag } from "../command.ts";
import { EXIT, ExitError, wrongUse } from "../exit_error.ts";
import { wholeNumberFrom } from "../flag_values.ts";
import type { Fields } from "../json.ts";
import { printable } from "../output/format_value.ts";
import type { Printer } from "../output/printer.ts";
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

/** Clears a terminal, what was scrolled away left as it is. */
const CLEAR = "\u001b[H\u001b[J";

const LATENCY = "alphadelta_request_duration_seconds";

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
    "status http://10.0.0.1:8645 http://10.0.0.2:8645 --once",
  ],
  async run({ terminal, printer, flags: { interval, once } }, urls: readonly string[]) {
    const origins = urls.map(originOf);
    let before = new Map<string, ProcessReading>();
    for (let round = 0; ; round++) {
      const readings = await Promise.all(origins.map((url) => readProcess(url)));
      const isLast = once === true || terminal.stdout.isTTY !== true || printer.isForPrograms;
      // Rates are of two readings.
      if (round > 0 || !isLast) await show(terminal, printer, readings, before, isLast);
      if (round > 0 && isLast) return requireReady(readings);
      before = new Map(readings.map((reading) => [reading.url, reading]));
      await sleep(interval * 1_000);
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

async function show(
  { stdout }: Terminal,
  printer: Printer,
  readings: readonly ProcessReading[],
  before: ReadonlyMap<string, ProcessReading>,
  isLast: boolean,
): Promise<void> {
  const heads = highestHeads(readings);
  const rows = readings.flatMap((one) => rowsOf(one, before.get(one.url)?.metrics, heads));
  if (!isLast) stdout.write(CLEAR);
  await printer.list(printer.isForPrograms ? rows : rows.map(shown));
  for (const { url, isReady, state } of readings)
    if (!isReady) printer.note(`${url} is not ready: ${printable(state)}`);
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
  { url, isReady, metrics }: ProcessReading,
  before: Metrics | undefined,
  heads: ReadonlyMap<string, number>,
): Fields[] {
  const segments = metrics?.samples.get("alphadelta_head_height") ?? [];
  const ofProcess = { state: isReady ? "ready" : "not ready", ...figuresOf(before, metrics) };
  if (segments.length === 0) return [{ process: url, ...ofProcess }];
  return segments.map(({ labels: { segment = "" }, value: height }, index) => {
    const isOwn = (labels: Readonly<Record<string, string>>): boolean => labels.segment === segment;
    return {
      process: url,
      segment,
      role: roleOf(metrics, isOwn),
      height,
      lag: (heads.get(segment) ?? height) - height,
      headAge: sumOf(metrics, "alphadelta_head_age_seconds", isOwn),
      ...upstreamOf(metrics, isOwn),
      ...(index === 0 && ofProcess),
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

/** Rates a second, seconds and bytes of a whole process. */
function figuresOf(before: Metrics | undefined, now: Metrics | undefined): Fields {
  const both = [before, now] as const;
  const database = (kind: string): number | undefined =>
    sumOf(now, "alphadelta_database_connections", (labels) => labels.state === kind);
  const isShared = sumOf(now, "alphadelta_limits_shared");
  return {
    requests: rateOf(both, "alphadelta_requests_total"),
    errors: rateOf(both, "alphadelta_requests_total", (labels) => labels.status === "5xx"),
    refused: rateOf(both, "alphadelta_refusals_total"),
    p99: quantileOf(both, LATENCY, 0.99),
    connections: sumOf(now, "alphadelta_connections"),
    memory: sumOf(now, "process_resident_memory_bytes"),
    sharesLimits: isShared === undefined ? undefined : isShared === 1,
    databaseBusy: database("busy"),
    databaseWaiting: database("waiting"),
  };
}

const rate = (value: number): string => `${value.toFixed(value < 10 ? 1 : 0)}/s`;

/** How people read the figures. */
const FORMATS: Readonly<Record<string, (value: number) => string>> = {
  headAge: (value) => `${value.toFixed(1)} s`,
  requests: rate,
  errors: rate,
  refused: rate,
  p99: (value) => (value === Infinity ? "over 10 s" : `${Math.round(value * 1_000)} ms`),
  memory: (value) => `${Math.round(value / 1e6)} MB`,
};

/** A row as people read it; a figure that is not known of any process is no column. */
function shown(row: Fields): Fields {
  const known = Object.entries(row).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    known.map(([name, value]) => [
      name,
      typeof value === "number" ? (FORMATS[name]?.(value) ?? value) : value,
    ]),
  );
}

/** @throws {ExitError} If a process is not ready. */
function requireReady(readings: readonly ProcessReading[]): void {
  const count = readings.filter(({ isReady }) => !isReady).length;
  if (count > 0)
    throw new ExitError(EXIT.failed, `${count} of ${readings.length} processes are not ready.`);
}
