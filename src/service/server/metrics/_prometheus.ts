import { collectDefaultMetrics, type Metric, Registry } from "prom-client";
import type { LogSize, ServedChain } from "../../api/served_chain.ts";
import {
  GATEWAY_COUNTERS,
  GATEWAY_GAUGES,
  type Metrics,
  type ReadChain,
  type ReadSources,
} from "./_gateway_metrics.ts";
import {
  type FleetStatus,
  type MetricsSources,
  type Sample,
  sample,
  type ServiceMetrics,
} from "./service_metrics.ts";

const COUNTERS: Metrics<ServiceMetrics> = {
  requests_total: [
    "HTTP requests and WebSocket messages by status class.",
    (counts) => counts.responses(),
  ],
  rpc_calls_total: [
    "JSON-RPC calls, including those in batches, by error code; 0 for success.",
    (counts) => counts.calls(),
  ],
  key_requests_total: [
    "Requests and calls with a key that has a label, by label.",
    (counts) => counts.keys(),
  ],
  refusals_total: ["Requests and calls refused by a limit.", (counts) => counts.refusals()],
};

const GAUGES: Metrics<ReadSources> = {
  head_height: ["Height of the newest block.", ofChains(({ height }) => height)],
  mempool_transactions: ["Pending transactions.", ofChains(({ pendingCount }) => pendingCount)],
  event_age_seconds: [
    "Time since the last event of the chain.",
    ofChains(({ eventAge }) => eventAge),
  ],
  event_log_events: ["Events in the log that clients resume from.", ofLogs(({ events }) => events)],
  event_log_age_seconds: [
    "Time since the oldest event in the log was written.",
    ofLogs(({ since }) => Math.max(0, Date.now() - since) / 1_000),
  ],
  head_age_seconds: [
    "Time since this process saw a block come or go last.",
    ofChains(({ headAge }) => headAge),
  ],
  failed_blocks: [
    "Blocks that this process could not produce, in a row.",
    ofChains(({ failedBlocks }) => failedBlocks),
  ],
  subscriptions: ["Subscriptions on WebSockets.", ofChains(subscriptionsOf)],
  watched_addresses: [
    "Addresses in the filters of subscriptions.",
    ({ addressRoom }) => [sample(addressRoom.total)],
  ],
  connections: [
    "Open connections, including WebSockets.",
    ({ adapters, sessions: { size } }) => {
      const all = [...adapters].reduce((sum, adapter) => sum + adapter.connections(), 0);
      const http = sample(Math.max(0, all - size), { transport: "http" });
      return [http, sample(size, { transport: "websocket" })];
    },
  ],
  event_queue_longest: [
    "Live events queued for the slowest reader.",
    ({ sessions }) => [
      sample(
        [...sessions].reduce((most, one) => Math.max(most, one.session.outbox.waitingLive), 0),
      ),
    ],
  ],
  limited_subjects: [
    "Keys and addresses with their own rate-limit counter.",
    ({ limiter }) => [sample(limiter.size)],
  ],
};

const HISTOGRAMS: Metrics<ServiceMetrics> = {
  request_duration_seconds: [
    "Time from a request's headers to its response.",
    (counts) => counts.latencies(),
  ],
};

const FLEET_GAUGES: Metrics<ReadSources & { readonly fleet: FleetStatus }> = {
  lease_term: [
    "Lease term in which this process produces blocks; 0 if another process does.",
    ofChains(({ term }) => term),
  ],
  producer: [
    "1 in a process that can produce blocks, 0 in a gateway.",
    ({ fleet }) => [sample(fleet.isProducer ? 1 : 0)],
  ],
  database_read_age_seconds: [
    "Time since the last read of the database.",
    ofChains(({ readAge }) => readAge),
  ],
  database_connections: [
    "Database connections by state, and calls that wait for one.",
    ({ fleet: { connections } }) => [
      sample(connections.total - connections.idle, { state: "busy" }),
      sample(connections.idle, { state: "idle" }),
      sample(connections.waiting, { state: "waiting" }),
    ],
  ],
  gateways: [
    "Processes that answer requests for these chains.",
    ({ fleet }) => [sample(fleet.gateways)],
  ],
  limits_shared: [
    "1 while all gateways share the rate limits, 0 while each enforces its own part.",
    ({ fleet }) => [sample(fleet.limitsFailure === undefined ? 1 : 0)],
  ],
};

/** Milliseconds between two samples of the event loop's delay. */
const EVENT_LOOP_PRECISION = 100;

let processRegistry: Registry | undefined;

/** Writes the metrics for Prometheus: the counts of a service, the present gauges, and the metrics of the process. */
export async function writeMetrics(
  counts: ServiceMetrics,
  measured: MetricsSources,
): Promise<string> {
  const registry = new Registry();
  const sources = { ...measured, chains: await Promise.all(measured.chains.map(readChain)) };
  const { fleet } = sources;
  register(registry, "counter", COUNTERS, counts);
  register(registry, "gauge", GAUGES, sources);
  register(registry, "histogram", HISTOGRAMS, counts);
  if (fleet) register(registry, "gauge", FLEET_GAUGES, { ...sources, fleet });
  if (sources.chains.some(({ gateway }) => gateway)) {
    register(registry, "counter", GATEWAY_COUNTERS, sources);
    register(registry, "gauge", GATEWAY_GAUGES, sources);
  }
  return `${await registry.metrics()}${await processMetrics().metrics()}`;
}

/** Registers metrics by their values alone, which is all that the registry reads of a metric. */
function register<Sources>(
  registry: Registry,
  type: "counter" | "gauge" | "histogram",
  metrics: Metrics<Sources>,
  sources: Sources,
): void {
  for (const [ending, [help, read]] of Object.entries(metrics)) {
    const name = `alphadelta_${ending}`;
    const get = async (): Promise<object> => ({ name, help, type, values: read(sources) });
    registry.registerMetric({ name, get } as unknown as Metric);
  }
}

async function readChain(chain: ServedChain): Promise<ReadChain> {
  return { segment: chain.selection.segment, ...(await chain.status()) };
}

/** Reads a value of each chain that has it. */
function ofChains(
  read: (chain: ReadChain, sources: ReadSources) => number | undefined,
): (sources: ReadSources) => readonly Sample[] {
  return (sources) =>
    sources.chains.flatMap((chain) => {
      const value = read(chain, sources);
      return value === undefined ? [] : [sample(value, { segment: chain.segment })];
    });
}

/** Reads a value of each event log. */
function ofLogs(read: (size: LogSize) => number): (sources: ReadSources) => readonly Sample[] {
  return ofChains(({ log }) => log?.size && read(log.size));
}

function subscriptionsOf({ segment }: ReadChain, { sessions }: ReadSources): number {
  const own = [...sessions].filter((one) => one.segment === segment);
  return own.reduce((sum, { session }) => sum + session.subscriptionCount, 0);
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
