/**
 * What the service counts, written for Prometheus.
 *
 * @module
 */
export * from "./service_metrics.ts";
