/**
 * What the service counts, and how that is written for Prometheus.
 *
 * @module
 */
export * from "./metric_family.ts";
export * from "./render_metrics.ts";
export * from "./request_metrics.ts";
