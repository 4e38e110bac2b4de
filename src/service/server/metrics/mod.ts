/**
 * What the service counts, written for Prometheus.
 *
 * @module
 */
export * from "./request_counts.ts";
export * from "./service_metrics.ts";
