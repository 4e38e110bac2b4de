import type { Segment } from "../../../chains/mod.ts";
import type { EventSession } from "../../api/events/mod.ts";
import type { Adapter, RequestTrace } from "../../request.ts";
import type { ServedChain } from "../../api/served_chain.ts";

/** The session of an open WebSocket. */
export interface ServedSession {
  readonly segment: Segment;
  readonly session: EventSession;
}

/** The processes that share chains, keys and limits, as this one sees them. */
export interface FleetStatus {
  /** True if this process can produce blocks: it holds the leases of chains, or stands by for them. */
  readonly isProducer: boolean;
  /** Gateways that run, this one included. */
  readonly gateways: number;
  /** Connections to the database. */
  readonly connections: { readonly total: number; readonly idle: number; readonly waiting: number };
  /** Why each gateway admits only its part of the rate limits; undefined while they are counted together. */
  readonly limitsFailure: string | undefined;
}

/** Parts of a service that are measured when its metrics are read. */
export interface MetricsSources {
  /** The open chains. */
  readonly chains: readonly ServedChain[];
  readonly sessions: ReadonlySet<ServedSession>;
  /** Counts the addresses in their filters. */
  readonly addressRoom: { readonly total: number };
  readonly adapters: ReadonlySet<Adapter>;
  readonly limiter: { readonly size: number };
  readonly fleet?: FleetStatus | undefined;
}

/** Limit that refused a request. */
type RefusalReason = "rate" | "connections" | "keys" | "pages";

/** A value of a metric, as the library writes it. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string | number>>;
  readonly value: number;
  /** Name of its line. @default that of the metric */
  readonly metricName?: string;
}

export function sample(value: number, labels: Sample["labels"] = {}): Sample {
  return { labels, value };
}

/** Upper bounds of the latency histogram, in seconds. */
const LATENCY_BOUNDS = [
  0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10,
] as const;

/** Most labels of keys that are told apart. */
const MAX_LABELS = 100;
/** The label under which further labels are counted; no other label has such a character. */
const OTHER_KEYS = "(other)";

/** The requests of one operation. */
interface OperationCounts {
  readonly protocol: string;
  readonly operation: string;
  /** Responses by the first digit of their status. */
  readonly byClass: number[];
  /** Requests by the bucket of their latency, the last one above all bounds. */
  readonly buckets: number[];
  /** Sum of the latencies, in seconds. */
  sum: number;
}

/**
 * The metrics of one service: counts of requests, calls and refusals, and a text of all that is measured. Labels come
 * from bounded sets, never from a client's text, so that a flood of names adds no counter.
 *
 * Counted by hand: `prom-client` takes 1.6 µs more for a REST request and 2.6 µs for a JSON-RPC call, which is 4 to 6 %
 * of a read.
 */
export class ServiceMetrics {
  readonly #operations = new Map<string, Map<string, OperationCounts>>();
  readonly #calls = new Map<string, Map<string, Map<number, number>>>();
  readonly #refusals = new Map<string, Map<RefusalReason, number>>();
  readonly #keys = new Map<string, number>();

  /** Counts an answered request. */
  countRequest({ protocol, operation }: RequestTrace, status: number, seconds: number): void {
    const counts = this.#countsOf(protocol, operation);
    const digit = Math.floor(status / 100);
    counts.byClass[digit] = (counts.byClass[digit] ?? 0) + 1;
    let bucket = 0;
    while (bucket < LATENCY_BOUNDS.length && seconds > (LATENCY_BOUNDS[bucket] ?? 0)) bucket++;
    counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1;
    counts.sum += seconds;
  }

  /** Counts a JSON-RPC call, alone or in a batch; `code` is that of its error, 0 for none. */
  countCall(transport: "http" | "websocket", method: string, code: number): void {
    const codes = nested(nested(this.#calls, transport), method);
    codes.set(code, (codes.get(code) ?? 0) + 1);
  }

  /** Counts a refusal by a limit. */
  countRefusal(tier: string, reason: RefusalReason): void {
    const reasons = nested(this.#refusals, tier);
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }

  countKey(label: string, requests: number): void {
    const name = this.#keys.has(label) || this.#keys.size < MAX_LABELS ? label : OTHER_KEYS;
    this.#keys.set(name, (this.#keys.get(name) ?? 0) + requests);
  }

  /** Responses so far, by operation and class of status. */
  responses(): Sample[] {
    return this.#all().flatMap(({ protocol, operation, byClass }) =>
      byClass.flatMap((count, digit) =>
        sample(count, { protocol, operation, status: `${digit}xx` }),
      ),
    );
  }

  /** Their latencies, as the lines of a histogram. */
  latencies(): Sample[] {
    return this.#all().flatMap(latenciesOf);
  }

  calls(): Sample[] {
    return [...this.#calls].flatMap(([transport, methods]) =>
      [...methods].flatMap(([method, codes]) =>
        [...codes].map(([code, count]) => sample(count, { transport, method, code })),
      ),
    );
  }

  refusals(): Sample[] {
    return [...this.#refusals].flatMap(([tier, reasons]) =>
      [...reasons].map(([reason, count]) => sample(count, { tier, reason })),
    );
  }

  keys(): Sample[] {
    return [...this.#keys].map(([label, count]) => sample(count, { label }));
  }

  /**
   * Writes all metrics, those of the process too, in the text format of Prometheus, version 0.0.4. The library is loaded
   * with the first reading, which keeps its 60 ms out of the start of a service.
   */
  async write(sources: MetricsSources): Promise<string> {
    const { writeMetrics } = await import("./_prometheus.ts");
    return writeMetrics(this, sources);
  }

  #all(): OperationCounts[] {
    return [...this.#operations.values()].flatMap((known) => [...known.values()]);
  }

  #countsOf(protocol: string, operation: string): OperationCounts {
    const known = this.#operations.get(protocol)?.get(operation);
    if (known) return known;
    const buckets = Array.from({ length: LATENCY_BOUNDS.length + 1 }, () => 0);
    const counts: OperationCounts = { protocol, operation, byClass: [], buckets, sum: 0 };
    nested(this.#operations, protocol).set(operation, counts);
    return counts;
  }
}

/** The latencies of an operation; the count of a bucket includes those of the lower ones. */
function latenciesOf({ protocol, operation, buckets, sum }: OperationCounts): Sample[] {
  const name = "alphadelta_request_duration_seconds";
  const labels = { protocol, operation };
  let total = 0;
  const counts = buckets.map((count, index) => {
    total += count;
    const le = LATENCY_BOUNDS[index] ?? "+Inf";
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: total };
  });
  return [
    ...counts,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: total },
  ];
}

/** The map under a key, a new one where there is none. */
function nested<Key, Inner, Value>(
  outer: Map<Key, Map<Inner, Value>>,
  key: Key,
): Map<Inner, Value> {
  const known = outer.get(key);
  if (known) return known;
  const made = new Map<Inner, Value>();
  outer.set(key, made);
  return made;
}
