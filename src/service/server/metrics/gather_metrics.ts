import type { MetricFamily, Sample } from "./mod.ts";
import type { ServiceParts } from "../service_parts.ts";

const NONE = {} as const;

/** Everything that is measured: what was counted, and what stands at this moment. */
export async function gatherMetrics(parts: ServiceParts): Promise<MetricFamily[]> {
  return [
    ...parts.metrics.families(),
    ...(await chainFamilies(parts)),
    ...carrierFamilies(parts),
    ...processFamilies(),
  ];
}

async function chainFamilies({ chains, sessions }: ServiceParts): Promise<MetricFamily[]> {
  const heights: Sample[] = [];
  const pending: Sample[] = [];
  const ages: Sample[] = [];
  const subscriptions: Sample[] = [];
  for (const [segment, chain] of chains) {
    const labels = { segment };
    const own = [...sessions].filter((one) => one.segment === segment);
    const count = own.reduce((sum, { session }) => sum + session.subscriptionCount, 0);
    heights.push({ labels, value: (await chain.store.head())?.block.height ?? -1 });
    pending.push({ labels, value: chain.source.pendingCount });
    ages.push({ labels, value: chain.eventAge() });
    subscriptions.push({ labels, value: count });
  }
  return [
    gauge("alphadelta_head_height", "Height of the newest block.", heights),
    gauge("alphadelta_mempool_transactions", "Transactions that wait for a block.", pending),
    gauge("alphadelta_event_age_seconds", "Time since something happened to the chain.", ages),
    gauge("alphadelta_subscriptions", "Subscriptions on WebSockets.", subscriptions),
  ];
}

function carrierFamilies({ carriers, sessions, limiter }: ServiceParts): MetricFamily[] {
  const connections = [...carriers].reduce((sum, carrier) => sum + carrier.connections(), 0);
  const queues = [...sessions].map(({ session }) => session.waitingLive);
  const longest = queues.reduce((most, queue) => Math.max(most, queue), 0);
  return [
    gauge("alphadelta_connections", "Open connections, the WebSockets among them.", [
      { labels: { carrier: "http" }, value: Math.max(0, connections - sessions.size) },
      { labels: { carrier: "websocket" }, value: sessions.size },
    ]),
    gauge("alphadelta_event_queue_longest", "Live events that wait for the slowest reader.", [
      { labels: NONE, value: longest },
    ]),
    gauge("alphadelta_limited_subjects", "Keys and addresses that are counted by themselves.", [
      { labels: NONE, value: limiter.size },
    ]),
  ];
}

/** Named as Prometheus's own clients name them. */
function processFamilies(): MetricFamily[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const startedAt = Date.now() / 1_000 - process.uptime();
  return [
    gauge("process_resident_memory_bytes", "Resident memory.", [{ labels: NONE, value: rss }]),
    gauge("nodejs_heap_size_used_bytes", "Heap in use.", [{ labels: NONE, value: heapUsed }]),
    gauge("process_start_time_seconds", "Start of the process, in Unix seconds.", [
      { labels: NONE, value: startedAt },
    ]),
    {
      name: "process_cpu_seconds_total",
      help: "CPU time spent, user and system.",
      type: "counter",
      samples: [{ labels: NONE, value: (user + system) / 1_000_000 }],
    },
  ];
}

function gauge(name: string, help: string, samples: readonly Sample[]): MetricFamily {
  return { name, help, type: "gauge", samples };
}
