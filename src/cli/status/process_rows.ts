import { RPC_INTERNAL_ERROR } from "../../generated/errors.gen.ts";
import { SEGMENTS } from "../../generated/segments.gen.ts";
import type { Fields } from "../json.ts";
import type { ProcessMetrics, ProcessReading, Sample } from "./read_process.ts";

/** Code of an internal error, as a label has it. */
const INTERNAL = String(RPC_INTERNAL_ERROR);

const LATENCY = "alphadelta_request_duration_seconds";

/** The readings of all processes, and the readings of the round before. */
export interface Round {
  readonly readings: readonly ProcessReading[];
  readonly before: ReadonlyMap<string, ProcessReading>;
}

/** Chooses samples by their labels. */
export type Matches = (labels: Sample["labels"]) => boolean;

/** The greatest height of each segment that any process has. */
function highestHeads(readings: readonly ProcessReading[]): ReadonlyMap<string, number> {
  const heads = new Map<string, number>();
  for (const { metrics } of readings)
    for (const { labels, value } of metrics?.samples.get("alphadelta_head_height") ?? [])
      heads.set(labels.segment ?? "", Math.max(heads.get(labels.segment ?? "") ?? -1, value));
  return heads;
}

/** The columns, in their order, whichever of them a process has. */
const COLUMNS = [
  ...["process", "state", "segment", "role", "height", "lag", "headAge"],
  ...["upstream", "upstreamLag", "upstreamQuota", "requests", "errors", "refused", "p99"],
  ...["connections", "memory", "sharesLimits", "databaseBusy", "databaseWaiting"],
];

export function columnsOf(rows: readonly Fields[]): readonly string[] {
  return COLUMNS.filter((name) => rows.some((row) => row[name] !== undefined));
}

/** A row for each segment of each process. The first row of a process has the figures of the whole process. */
export function rowsOf({ readings, before }: Round): Fields[] {
  const heads = highestHeads(readings);
  return readings.flatMap((one) => processRows(one, before.get(one.url)?.metrics, heads));
}

function processRows(
  { url, failure, metrics }: ProcessReading,
  before: ProcessMetrics | undefined,
  heads: ReadonlyMap<string, number>,
): Fields[] {
  // A process may name any segment, as often as it likes: only those of the specs count, each once.
  const heights = metrics?.samples.get("alphadelta_head_height") ?? [];
  const segments = Object.keys(SEGMENTS).flatMap(
    (segment) => heights.find(({ labels }) => labels.segment === segment) ?? [],
  );
  const state = failure === undefined ? "ready" : "not ready";
  const figures = figuresOf(before, metrics);
  if (segments.length === 0) return [{ process: url, state, ...figures }];
  return segments.map(({ labels: { segment = "" }, value: height }, index) => {
    const isOwn: Matches = (labels) => labels.segment === segment;
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

/** The role of a process for a segment, by the term of its lease; one without a lease has an upstream, or the chain alone. */
function roleOf(metrics: ProcessMetrics | undefined, isOwn: Matches): string {
  const term = sumOf(metrics, "alphadelta_lease_term", isOwn);
  const isProducer = sumOf(metrics, "alphadelta_producer") === 1;
  if (term !== undefined) return term > 0 ? "writer" : isProducer ? "standby" : "gateway";
  return sumOf(metrics, "alphadelta_upstream_used", isOwn) === undefined ? "alone" : "gateway";
}

/** The upstream that the requests of a segment go to, how far it is behind, and its quota. */
export function upstreamOf(
  metrics: ProcessMetrics | undefined,
  isOwn: Matches,
): {
  readonly upstream: string | undefined;
  readonly upstreamLag: number | undefined;
  readonly upstreamQuota: number | undefined;
} {
  const uses = metrics?.samples.get("alphadelta_upstream_used") ?? [];
  const upstream = uses.find(({ labels, value }) => isOwn(labels) && value === 1)?.labels.upstream;
  const isUsed: Matches = (labels) => isOwn(labels) && labels.upstream === upstream;
  return {
    upstream,
    upstreamLag: sumOf(metrics, "alphadelta_upstream_lag_blocks", isUsed),
    upstreamQuota: sumOf(metrics, "alphadelta_upstream_quota_remaining", isUsed),
  };
}

/** Rates a second, seconds and bytes of a whole process; null for a rate without two readings of the same run. */
function figuresOf(before: ProcessMetrics | undefined, now: ProcessMetrics | undefined): Fields {
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
function errorRateOf(
  both: readonly [ProcessMetrics | undefined, ProcessMetrics],
): number | undefined {
  const requests = rateOf(both, "alphadelta_requests_total", (labels) => labels.status === "5xx");
  const calls = rateOf(both, "alphadelta_rpc_calls_total", ({ code }) => code === INTERNAL);
  return requests === undefined || calls === undefined ? undefined : requests + calls;
}

/** The sum of a metric's samples whose labels match; undefined where there are none. */
export function sumOf(
  metrics: ProcessMetrics | undefined,
  name: string,
  matches: Matches = () => true,
): number | undefined {
  const values = metrics?.samples.get(name)?.filter(({ labels }) => matches(labels));
  if (!values || values.length === 0) return undefined;
  return values.reduce((sum, { value }) => sum + value, 0);
}

/** The increase of a counter per second between two readings; undefined unless both are of one run of the process. */
function rateOf(
  [before, now]: readonly [ProcessMetrics | undefined, ProcessMetrics | undefined],
  name: string,
  matches?: Matches,
): number | undefined {
  if (!before || !now || now.at <= before.at) return undefined;
  const gained = (sumOf(now, name, matches) ?? 0) - (sumOf(before, name, matches) ?? 0);
  // A counter that went back is that of another run.
  return gained < 0 ? undefined : gained / ((now.at - before.at) / 1_000);
}

/**
 * The quantile `share` of a histogram between two readings: the upper bound of its bucket, in seconds, or the greatest
 * finite bound, as in Prometheus; undefined where nothing was counted.
 */
function quantileOf(
  [before, now]: readonly [ProcessMetrics | undefined, ProcessMetrics | undefined],
  name: string,
  share: number,
): number | undefined {
  const earlier = countsOf(before, name);
  const gained = [...countsOf(now, name)].map(([bound, count]) => {
    return { bound, count: count - (earlier.get(bound) ?? 0) };
  });
  const total = gained.reduce((most, { count }) => Math.max(most, count), 0);
  if (total === 0) return undefined;
  const { bound } = gained.find(({ count }) => count >= total * share) ?? {};
  return bound === Infinity ? gained.at(-2)?.bound : bound;
}

/** The counts of a histogram's buckets by their upper bounds, in the order of the response. */
function countsOf(metrics: ProcessMetrics | undefined, name: string): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { labels, value } of metrics?.samples.get(`${name}_bucket`) ?? []) {
    const bound = labels.le === "+Inf" ? Infinity : Number(labels.le);
    counts.set(bound, (counts.get(bound) ?? 0) + value);
  }
  return counts;
}
