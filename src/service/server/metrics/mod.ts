/**
 * The metrics of the service, written for Prometheus.
 *
 * @module
 */
export * from "./service_metrics.ts";
