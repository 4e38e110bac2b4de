/**
 * What the service counts, written for Prometheus.
 *
 * @module
 */
export * from "./metrics_sources.ts";
export * from "./service_metrics.ts";
