/**
 * Paths beside the interface: the explorer, the published docs, health, readiness and metrics.
 *
 * @module
 */
export * from "./answer_page.ts";
export { ExplorerFiles } from "./explorer_files.ts";
export { SiteFiles } from "./site_files.ts";
