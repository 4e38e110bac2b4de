/**
 * Paths beside the interface: the explorer, the published docs, health, readiness and metrics.
 *
 * @module
 */
export * from "./answer_page.ts";
export * from "./_missing_page.ts";
