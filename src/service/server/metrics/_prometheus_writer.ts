import { collectDefaultMetrics, Counter, Gauge, type Metric, Registry } from "prom-client";
import type { ServedChain } from "../data_folder/mod.ts";
import {
  type FleetStatus,
  LATENCY_BOUNDS,
  type MetricsSources,
  type OperationCounts,
  type RequestCounts,
} from "./request_counts.ts";

/** Milliseconds between two samples of the event loop's delay. */
const EVENT_LOOP_PRECISION = 100;

let processRegistry: Registry | undefined;

/** Writes the metrics of one service for Prometheus, from a registry of its own. */
export class PrometheusWriter {
  readonly #counts: RequestCounts;
  readonly #registry = new Registry();
  readonly #requestCounter = this.#counter(
    "requests_total",
    "HTTP requests and WebSocket messages by status class.",
    ["protocol", "operation", "status"],
  );
  readonly #callCounter = this.#counter(
    "rpc_calls_total",
    "JSON-RPC calls, including those in batches, by error code; 0 for success.",
    ["transport", "method", "code"],
  );
  readonly #refusalCounter = this.#counter(
    "refusals_total",
    "Requests and calls refused by a limit.",
    ["tier", "reason"],
  );
  readonly #heights = this.#gauge("head_height", "Height of the newest block.", ["segment"]);
  readonly #pending = this.#gauge("mempool_transactions", "Pending transactions.", ["segment"]);
  readonly #ages = this.#gauge("event_age_seconds", "Time since the last event of the chain.", [
    "segment",
  ]);
  readonly #headAges = this.#gauge(
    "head_age_seconds",
    "Time since this process saw a block come or go last.",
    ["segment"],
  );
  readonly #failedBlocks = this.#gauge(
    "failed_blocks",
    "Blocks that this process could not produce, in a row.",
    ["segment"],
  );
  readonly #subscriptions = this.#gauge("subscriptions", "Subscriptions on WebSockets.", [
    "segment",
  ]);
  readonly #connections = this.#gauge("connections", "Open connections, including WebSockets.", [
    "transport",
  ]);
  readonly #longestQueue = this.#gauge(
    "event_queue_longest",
    "Live events queued for the slowest reader.",
  );
  readonly #subjects = this.#gauge(
    "limited_subjects",
    "Keys and addresses with their own rate-limit counter.",
  );

  #fleet: FleetGauges | undefined;

  constructor(counts: RequestCounts) {
    this.#counts = counts;
    const name = "alphadelta_request_duration_seconds";
    const help = "Time from a request's headers to its response.";
    const type = "histogram";
    const get = async (): Promise<object> => {
      const values = [...counts.operations()].flatMap((one) => histogramRows(name, one));
      return { name, help, type, values };
    };
    // The registry reads no more of a metric than this; the library's own histogram takes no counts.
    this.#registry.registerMetric({ name, get } as unknown as Metric);
  }

  /** The counts, what the sources measure at this moment, and the metrics of the process. */
  async write(sources: MetricsSources): Promise<string> {
    this.#copyCounts();
    await this.#measureChains(sources);
    this.#measureConnections(sources);
    const { fleet, chains } = sources;
    if (fleet) {
      this.#fleet ??= new FleetGauges(this.#registry);
      this.#fleet.measure(fleet, chains);
    }
    this.#subjects.set(sources.limiter.size);
    return `${await this.#registry.metrics()}${await processMetrics().metrics()}`;
  }

  #copyCounts(): void {
    for (const counter of [this.#requestCounter, this.#callCounter, this.#refusalCounter])
      counter.reset();
    for (const { protocol, operation, byClass } of this.#counts.operations()) {
      byClass.forEach((count, digit) =>
        this.#requestCounter.inc({ protocol, operation, status: `${digit}xx` }, count),
      );
    }
    for (const { count, ...labels } of this.#counts.calls()) this.#callCounter.inc(labels, count);
    for (const { count, ...labels } of this.#counts.refusals())
      this.#refusalCounter.inc(labels, count);
  }

  async #measureChains({ chains, sessions }: MetricsSources): Promise<void> {
    for (const [segment, chain] of chains) {
      const own = [...sessions].filter((one) => one.segment === segment);
      const count = own.reduce((sum, { session }) => sum + session.subscriptionCount, 0);
      this.#heights.set({ segment }, await heightOf(chain));
      this.#pending.set({ segment }, chain.source.pendingCount);
      this.#ages.set({ segment }, chain.eventAge());
      this.#headAges.set({ segment }, chain.headAge());
      this.#failedBlocks.set({ segment }, chain.source.failedBlocks);
      this.#subscriptions.set({ segment }, count);
    }
  }

  #measureConnections({ adapters, sessions }: MetricsSources): void {
    const connections = [...adapters].reduce((sum, adapter) => sum + adapter.connections(), 0);
    const queues = [...sessions].map(({ session }) => session.waitingLive);
    this.#connections.set({ transport: "http" }, Math.max(0, connections - sessions.size));
    this.#connections.set({ transport: "websocket" }, sessions.size);
    this.#longestQueue.set(queues.reduce((most, queue) => Math.max(most, queue), 0));
  }

  #counter<Label extends string>(name: string, help: string, labelNames: Label[]): Counter<Label> {
    return new Counter({
      name: `alphadelta_${name}`,
      help,
      labelNames,
      registers: [this.#registry],
    });
  }

  #gauge<Label extends string>(name: string, help: string, labelNames: Label[] = []): Gauge<Label> {
    return new Gauge({ name: `alphadelta_${name}`, help, labelNames, registers: [this.#registry] });
  }
}

/** A row of a metric, as the library writes it. */
interface MetricRow {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

/** The rows of an operation's latencies; the count of a bucket includes those of the lower ones. */
function histogramRows(
  name: string,
  { protocol, operation, buckets, sum }: OperationCounts,
): MetricRow[] {
  const labels = { protocol, operation };
  let total = 0;
  const rows = buckets.map((count, index) => {
    total += count;
    const le = LATENCY_BOUNDS[index] ?? "+Inf";
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: total };
  });
  return [
    ...rows,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: total },
  ];
}

/**
 * The metrics of the process, shared by its services. They start with the first reading: the library offers no way to
 * stop its observers of the event loop and of garbage collection, so a registry for each service would leak them.
 */
function processMetrics(): Registry {
  if (processRegistry) return processRegistry;
  processRegistry = new Registry();
  collectDefaultMetrics({
    register: processRegistry,
    eventLoopMonitoringPrecision: EVENT_LOOP_PRECISION,
  });
  return processRegistry;
}

/** Height of the head. Of a shared chain it is known without a connection, which may be what everything waits for. */
async function heightOf({ shared, store }: ServedChain): Promise<number> {
  return shared?.height ?? (await store.head())?.block.height ?? -1;
}

/** Measurements of the fleet by one of its processes. */
class FleetGauges {
  readonly #terms: Gauge<"segment">;
  readonly #readAges: Gauge<"segment">;
  readonly #connections: Gauge<"state">;
  readonly #gateways: Gauge;
  readonly #sharedLimits: Gauge;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#terms = new Gauge({
      name: "alphadelta_lease_term",
      help: "Lease term in which this process produces blocks; 0 if another process does.",
      labelNames: ["segment"],
      registers,
    });
    this.#readAges = new Gauge({
      name: "alphadelta_database_read_age_seconds",
      help: "Time since the last read of the database.",
      labelNames: ["segment"],
      registers,
    });
    this.#connections = new Gauge({
      name: "alphadelta_database_connections",
      help: "Database connections by state, and calls that wait for one.",
      labelNames: ["state"],
      registers,
    });
    this.#gateways = new Gauge({
      name: "alphadelta_gateways",
      help: "Processes that answer requests for these chains.",
      registers,
    });
    this.#sharedLimits = new Gauge({
      name: "alphadelta_limits_shared",
      help: "1 while all gateways share the rate limits, 0 while each enforces its own part.",
      registers,
    });
  }

  /** Measures a fleet and its chains at this moment. */
  measure(fleet: FleetStatus, chains: MetricsSources["chains"]): void {
    for (const [segment, { shared }] of chains) {
      this.#terms.set({ segment }, shared?.term ?? 0);
      this.#readAges.set({ segment }, shared?.age ?? 0);
    }
    const { total, idle, waiting } = fleet.connections;
    this.#connections.set({ state: "busy" }, total - idle);
    this.#connections.set({ state: "idle" }, idle);
    this.#connections.set({ state: "waiting" }, waiting);
    this.#gateways.set(fleet.gateways);
    this.#sharedLimits.set(fleet.limitsFailure === undefined ? 1 : 0);
  }
}
