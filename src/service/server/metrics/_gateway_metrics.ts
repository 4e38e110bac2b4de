import type { ChainStatus, GatewayStatus, UpstreamStatus } from "../../api/served_chain.ts";
import { type MetricsSources, type Sample, sample } from "./service_metrics.ts";

/** Metrics by name, without `alphadelta_`: the help text, and a function that reads the present values. */
export type Metrics<Sources> = Readonly<
  Record<string, readonly [help: string, read: (sources: Sources) => readonly Sample[]]>
>;

/** A chain with its state. */
export type ReadChain = ChainStatus & { readonly segment: string };

/** What is measured, with the state of each chain. */
export type ReadSources = Omit<MetricsSources, "chains"> & {
  readonly chains: readonly ReadChain[];
};

export const GATEWAY_COUNTERS: Metrics<ReadSources> = {
  answers_total: [
    "Answers of a gateway by where they came from: hit, collapsed, miss, submitted or stale.",
    ofGateways(({ answers }) =>
      Object.entries(answers).map(([source, count]) => sample(count, { source })),
    ),
  ],
};

export const GATEWAY_GAUGES: Metrics<ReadSources> = {
  upstream_up: [
    "1 while an upstream works, 0 while it fails.",
    ofUpstreams(({ failure }) => (failure === undefined ? 1 : 0)),
  ],
  upstream_used: [
    "1 of the upstream that requests go to.",
    ofUpstreams(({ isUsed }) => (isUsed ? 1 : 0)),
  ],
  upstream_disputed: [
    "1 of an upstream that has another block than the one in use, below the heads of both.",
    ofUpstreams(({ isDisputing }) => (isDisputing ? 1 : 0)),
  ],
  upstream_lag_blocks: [
    "Blocks that an upstream is behind the highest known head.",
    ofUpstreams(({ lag }) => lag),
  ],
  upstream_quota_remaining: [
    "Requests left of the day at an upstream.",
    ofUpstreams(({ quotaLeft }) => (quotaLeft === Infinity ? undefined : quotaLeft)),
  ],
  upstream_polled: [
    "1 while the head is polled, since no upstream sends events.",
    ofGateways(({ events }) => [sample(events === "polled" ? 1 : 0)]),
  ],
  cache_used_ratio: [
    "Share of the room for cached answers that is taken, of all segments together.",
    ofGateways(({ cacheShare }) => [sample(cacheShare)]),
  ],
};

/** Reads samples of each segment that is served from an upstream. */
function ofGateways(
  read: (gateway: GatewayStatus) => readonly Sample[],
): (sources: ReadSources) => readonly Sample[] {
  return ({ chains }) =>
    chains.flatMap(({ segment, gateway }) => {
      const samples = gateway ? read(gateway) : [];
      return samples.map(({ value, labels }) => sample(value, { segment, ...labels }));
    });
}

/** Reads a value of each upstream that has it. */
function ofUpstreams(
  read: (upstream: UpstreamStatus) => number | undefined,
): (sources: ReadSources) => readonly Sample[] {
  return ofGateways(({ upstreams }) =>
    upstreams.flatMap((upstream) => {
      const value = read(upstream);
      return value === undefined ? [] : [sample(value, { upstream: upstream.url })];
    }),
  );
}
